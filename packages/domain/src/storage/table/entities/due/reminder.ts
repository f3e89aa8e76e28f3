import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { personPartition } from './person-timer.ts'

/** The subject of a reminder. `report`: a report is late. `deadline`: one is near. */
export type ReminderKind = 'report' | 'deadline'

/** Something of which a user is to be reminded with the next email. Deleted when it was mailed or no longer holds. */
export const reminderEntity = lazyEntity({
  model: { entity: 'reminder', version: '1', service: 'cairn' },
  attributes: {
    personKey: { type: 'string', required: true },
    organizationKey: { type: 'string', required: true },
    goalKey: { type: 'string', required: true },
    kind: { type: CustomAttributeType<ReminderKind>('string'), required: true },
    /** The report's due time, in Unix milliseconds; or the deadline, such as 2027-03-31. */
    // ElectroDB's types expect one base type, and a union of two has only `any`.
    due: { type: CustomAttributeType<number | string>('any' as never), required: true },
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

export type ReminderRecord = EntityItem<typeof reminderEntity>
