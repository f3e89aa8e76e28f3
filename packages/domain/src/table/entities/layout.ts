import { attributeType, defineEntity } from '../entity/declaration.ts'

/** The layout of this version. Version 0.1 wrote `earlierLayout` (`../layout-1/`), and no record of it. */
export const currentLayout = 2
export const earlierLayout = 1

/** What the pass over the whole table has set. 1: alarms and timers. 2: API tokens in the lists of their organizations too. */
export const currentAlarms = 2

/** The key of the only such record. */
export const layoutKey = { name: 'layout' }

/**
 * Says that every record of the table is of the current layout. Without it, or with layout 1, some goals may be of layout 1.
 */
export const layoutEntity = defineEntity({
  model: { entity: 'layout', version: '1', service: 'cairn' },
  attributes: {
    /** Always that of `layoutKey`. */
    name: { type: 'string', required: true },
    layout: { type: 'number', required: true },
    /** `currentAlarms`, once every record has what `migration/set-alarms.ts` sets. */
    alarms: { type: 'number' },
    /** On one machine, while goals are moved: the file with the database before. */
    copy: { type: 'string' },
    /**
     * On one machine: whether every deletion that a crash has interrupted has left a change, which finishes it. Absent until what
     * earlier versions have left is removed.
     */
    deletionsAreChanges: { type: attributeType<true>('any') },
  },
  indexes: {
    record: {
      pk: {
        field: 'pk',
        composite: ['name'],
        template: '${name}',
        casing: 'none',
      },
      sk: { field: 'sk', composite: [], template: 'z', casing: 'none' },
    },
  },
})
