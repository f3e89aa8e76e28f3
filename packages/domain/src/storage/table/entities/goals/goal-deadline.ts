import type { EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

/**
 * The deadline of an active goal: the goals of an organization by date, so that the earliest are found among any number. Written in the
 * goal's transaction, and only if status or date changes. The goal's row says that it exists (`isDated`).
 */
export const goalDeadlineEntity = lazyEntity({
  model: { entity: 'goalDeadline', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    /** The target date: `2026-11-20`. */
    date: { type: 'string', field: 'd', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationKey'], template: 'y#${organizationKey}', casing: 'none' },
      sk: { field: 'sk', composite: ['date', 'goalKey'], template: '${date}#${goalKey}', casing: 'none' },
    },
  },
})

export type GoalDeadlineRecord = EntityItem<typeof goalDeadlineEntity>
