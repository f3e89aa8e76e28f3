import type { GoalVerification } from '@cairn/contract/goals/goal-words'
import { CustomAttributeType } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

export const organizationEntity = lazyEntity({
  model: { entity: 'organization', version: '1', service: 'cairn' },
  attributes: {
    organizationId: { type: 'string', required: true },
    name: { type: 'string', required: true },
    /** The verification of new goals that name none. Absent: none. */
    defaultVerification: { type: CustomAttributeType<Exclude<GoalVerification, 'none'>>('string') },
    createdAt: { type: 'string', required: true },
    createdByUserId: { type: 'string', required: true },
    updatedAt: { type: 'string', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationId'] },
      sk: { field: 'sk', composite: [] },
    },
  },
})
