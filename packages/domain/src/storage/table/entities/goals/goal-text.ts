import type { TextFieldName } from '@cairn/contract/goals/fields'
import type { CriterionDefinition } from '@cairn/contract/schemas/goals/goal-criteria'
import type { MeasureDefinition } from '@cairn/contract/schemas/goals/goal-measures'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { goalPartition } from './goal-row.ts'

/**
 * The texts of a goal as one version wrote them. Never changed: an edit writes a new one and names both, so that what a
 * report judged stays readable.
 */
export const goalTextEntity = lazyEntity({
  model: { entity: 'goalText', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** The version of the goal that wrote the texts. */
    version: { type: 'number', field: 'v', required: true, padding: { length: 12, char: '0' } },
    detailedDescription: { type: 'string', field: 'd', required: true },
    criteria: { type: CustomAttributeType<CriterionDefinition[]>('any'), field: 'c', required: true },
    measures: { type: CustomAttributeType<MeasureDefinition[]>('any'), field: 'm', required: true },
  },
  indexes: {
    record: {
      pk: goalPartition,
      sk: {
        field: 'sk',
        composite: ['version'],
        template: 'x#${version}',
        casing: 'none',
      },
    },
  },
})

export type GoalTextRecord = EntityItem<typeof goalTextEntity>

/** The texts of a goal. */
export type GoalText = Pick<GoalTextRecord, TextFieldName>
