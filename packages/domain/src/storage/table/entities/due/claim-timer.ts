import type { EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { goalPartition } from '../goals/goal-row.ts'
import { dueIndex, timerAttributes } from './due-index.ts'

/**
 * The timer of a goal's claim: at the earliest time at which it may have expired. A renewal does not write it: whoever looks at the claim then
 * sets it again. Deleted when the claim has ended, or when people were told that it has expired.
 */
export const claimTimerEntity = lazyEntity({
  model: { entity: 'claimAlarm', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    ...timerAttributes,
  },
  indexes: {
    record: { pk: goalPartition, sk: { field: 'sk', composite: [], template: 'f', casing: 'none' } },
    due: dueIndex('goalKey'),
  },
})

export type ClaimTimerRecord = EntityItem<typeof claimTimerEntity>
