import type { CriterionVerdict } from '@cairn/contract/schemas/goals/goal-criteria'
import type { MeasuredValue } from '@cairn/contract/schemas/goals/goal-measures'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { goalPartition } from './goal-row.ts'

/** The latest verdict on each criterion and the latest value of each measure. Written only when one of them changes. */
export const goalStandingEntity = lazyEntity({
  model: { entity: 'goalStanding', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** The version of the goal that wrote the standing. */
    version: { type: 'number', field: 'v', required: true },
    verdicts: {
      type: CustomAttributeType<Record<string, CriterionVerdict>>('any'),
      field: 'j',
      required: true,
    },
    values: {
      type: CustomAttributeType<Record<string, MeasuredValue>>('any'),
      field: 'm',
      required: true,
    },
  },
  indexes: {
    record: { pk: goalPartition, sk: { field: 'sk', composite: [], template: 'y', casing: 'none' } },
  },
})

export type GoalStandingRecord = EntityItem<typeof goalStandingEntity>

/** The standing of a goal: verdicts by criterion, values by measure. */
export type GoalStanding = Pick<GoalStandingRecord, 'verdicts' | 'values'>

export const noStanding: GoalStanding = { verdicts: {}, values: {} }
