import type { CriterionConfirmation, CriterionVerdict } from '@cairn/contract/schemas/goals/goal-criteria'
import type { MeasuredValue } from '@cairn/contract/schemas/goals/goal-measures'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { goalPartition } from './goal-row.ts'

/**
 * The latest verdict on each criterion, who has confirmed it, and the latest value of each measure. Written only when one of them
 * changes.
 */
export const goalStandingEntity = lazyEntity({
  model: { entity: 'goalStanding', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** The version of the goal that wrote the standing. */
    version: { type: 'number', field: 'v', required: true },
    /** That of the row. Absent before the first confirmation. */
    confirmationVersion: { type: 'number', field: 'k' },
    verdicts: {
      type: CustomAttributeType<Record<string, CriterionVerdict>>('any'),
      field: 'j',
      required: true,
    },
    /** By criterion. Absent: nobody has confirmed anything. */
    confirmations: {
      type: CustomAttributeType<Record<string, CriterionConfirmation>>('any'),
      field: 'c',
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

/** The standing of a goal: verdicts and confirmations by criterion, values by measure. */
export type GoalStanding = Pick<GoalStandingRecord, 'verdicts' | 'confirmations' | 'values'>

export const noStanding: GoalStanding = { verdicts: {}, values: {} }
