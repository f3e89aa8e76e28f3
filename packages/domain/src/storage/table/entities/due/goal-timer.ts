import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { goalPartition } from '../goals/goal-row.ts'
import { dueIndex, timerAttributes } from './due-index.ts'

/**
 * The timer of a goal's next check: at the earliest time at which its owner may have to be reminded. A report only makes
 * that later, so reports do not write the timer. Whoever looks at the goal decides by its row.
 */
export const goalTimerEntity = lazyEntity({
  model: { entity: 'goalAlarm', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    ...timerAttributes,
    /** Reminders of the deadline that were due before this time are not sent, in Unix milliseconds. */
    since: { type: 'number', required: true },
    /** Of what the owner was reminded, newest last (`reminderKey`). */
    reminded: { type: CustomAttributeType<string[]>('any') },
  },
  indexes: {
    record: { pk: goalPartition, sk: { field: 'sk', composite: [], template: 'a', casing: 'none' } },
    due: dueIndex('goalKey'),
  },
})

export type GoalTimerRecord = EntityItem<typeof goalTimerEntity>
