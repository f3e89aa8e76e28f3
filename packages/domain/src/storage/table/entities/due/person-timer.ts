import type { NotificationPreferences } from '@cairn/contract/schemas/people/notifications'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { dueIndex, timerAttributes } from './due-index.ts'

/** The partition of what is to be mailed to a user. */
export const personPartition = {
  field: 'pk',
  composite: ['personKey'],
  template: 'n#${personKey}',
  casing: 'none',
} as const

/** The user's choices. Absent means the default. The language is in the user's record. */
export type ChosenPreferences = {
  [Name in Exclude<keyof NotificationPreferences, 'language' | 'inbox'>]?: NonNullable<
    NotificationPreferences[Name]
  >
} & { inbox?: Partial<NotificationPreferences['inbox']> }

/** `day`: such as 2027-03-28, by the user's time zone. `at`: in Unix milliseconds. */
export type QuestionMails = { day: string; count: number; at: number }

/** Which emails a user wants, and when the next one is due. Times are in Unix milliseconds. */
export const personTimerEntity = lazyEntity({
  model: { entity: 'personAlarm', version: '1', service: 'cairn' },
  attributes: {
    /** `shortHash` of the user's id. */
    personKey: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    ...timerAttributes,
    /** Advances with each write. Every write requires the version that it has read. */
    version: { type: 'number', required: true },
    preferences: { type: CustomAttributeType<ChosenPreferences>('any'), required: true },
    /** The due time of the next weekly digest. Counts only if the user wants it. */
    digestAt: { type: 'number', required: true },
    /** The due time of the last digest. */
    digestedAt: { type: 'number' },
    /** The due time of the waiting reminders; absent if none waits. */
    reminderAt: { type: 'number' },
    /** The due time of the items of inboxes that wait for an email; absent if none waits. The first one lets the sweep look at once. */
    inboxAt: { type: 'number' },
    /** The user's day of the last email with reminders or items, such as 2027-03-28: there is only one a day. */
    remindedOn: { type: 'string' },
    /** The emails with questions: how many on the latest day of the user that had one, and when the last was sent. */
    questionMails: { type: CustomAttributeType<QuestionMails>('any') },
    /** Set while a sweep sends an email: nothing is due before. If the sweep dies, it is sent again after this time. */
    claimedUntil: { type: 'number' },
    /** The key of the user's unsubscribe tokens (`unsubscribe-token.ts`). */
    unsubscribeKey: { type: 'string', required: true },
  },
  indexes: {
    record: { pk: personPartition, sk: { field: 'sk', composite: [], template: 'a', casing: 'none' } },
    due: dueIndex('personKey'),
  },
})

export type PersonTimerRecord = EntityItem<typeof personTimerEntity>
