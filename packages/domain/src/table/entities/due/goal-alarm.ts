import { attributeType, defineEntity, type RecordOf } from '../../entity/declaration.ts'
import { goalPartition } from '../goals/goal-row.ts'
import { dueIndex, timerAttributes } from './due-index.ts'

/**
 * When somebody has to look at a goal: at the earliest time at which its owner may have to be reminded. A report only makes
 * that later, so reports do not write the alarm. Whoever looks at the goal decides by its row.
 */
export const goalAlarmEntity = defineEntity({
  model: { entity: 'goalAlarm', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    ...timerAttributes,
    /** Reminders of the deadline that were due before this time are not sent, in Unix milliseconds. */
    since: { type: 'number', required: true },
    /** Of what the owner was reminded, newest last (`reminderKey`). */
    reminded: { type: attributeType<string[]>('any') },
  },
  indexes: {
    record: { pk: goalPartition, sk: { field: 'sk', composite: [], template: 'a', casing: 'none' } },
    due: dueIndex('goalKey'),
  },
})

export type GoalAlarmRecord = RecordOf<typeof goalAlarmEntity>
