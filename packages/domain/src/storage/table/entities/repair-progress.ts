import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../lazy-entity.ts'

/** How many records were changed, by what was done. */
export type RepairCounts = Record<string, number>

/**
 * How far a repair of the table has come, so that one that was interrupted continues. Deleted at its end. There is one for all
 * organizations, and one for each that is repaired alone.
 */
export const repairProgressEntity = lazyEntity({
  model: { entity: 'repairProgress', version: '1', service: 'cairn' },
  attributes: {
    /** The id of the organization, or `everything`. */
    scope: { type: 'string', required: true },
    /** The names of the steps. A repair with others begins again. */
    steps: { type: 'string', required: true },
    /** The round, from 0, and the last record of it that was looked at. */
    round: { type: 'number', required: true },
    after: { type: CustomAttributeType<{ pk: string; sk: string }>('any') },
    /** The start of the repair. */
    startedAt: { type: 'string', required: true },
    counts: { type: CustomAttributeType<RepairCounts>('any'), required: true },
    expiresAt: { type: 'string', required: true },
    /** `expiresAt` in Unix seconds: the table's time to live. */
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: [], template: 'repair', casing: 'none' },
      sk: { field: 'sk', composite: ['scope'], template: '${scope}', casing: 'none' },
    },
  },
})

export type RepairProgressRecord = EntityItem<typeof repairProgressEntity>

/** The scope of a repair of all organizations. */
export const everything = 'everything'
