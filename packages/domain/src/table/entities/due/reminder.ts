import { attributeType, defineEntity, type RecordOf } from '../../entity/declaration.ts'
import { personPartition } from './person-alarm.ts'

/** What a reminder is about. `report`: a report is late. `deadline`: one is near. */
export type ReminderKind = 'report' | 'deadline'

/** Something of which a user is to be reminded with the next email. Deleted when it was mailed or no longer holds. */
export const reminderEntity = defineEntity({
  model: { entity: 'reminder', version: '1', service: 'cairn' },
  attributes: {
    personKey: { type: 'string', required: true },
    organizationKey: { type: 'string', required: true },
    goalKey: { type: 'string', required: true },
    kind: { type: attributeType<ReminderKind>('string'), required: true },
    /** When the report was due, in Unix milliseconds; or the deadline, such as 2027-03-31. */
    due: { type: attributeType<number | string>('any'), required: true },
    /** The day on whose morning the user wants to know, by the user's time zone. Absent: at once. */
    day: { type: 'string' },
  },
  indexes: {
    record: {
      pk: personPartition,
      sk: {
        field: 'sk',
        composite: ['goalKey', 'kind'],
        template: 'r#${goalKey}#${kind}',
        casing: 'none',
      },
    },
  },
})

export type ReminderRecord = RecordOf<typeof reminderEntity>
