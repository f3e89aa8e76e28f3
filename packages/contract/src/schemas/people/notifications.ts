import * as z from 'zod'
import { inboxChoices, inboxKinds } from '../../goals/inbox-kinds.ts'
import { languages } from '../../http/language.ts'
import { lazy } from '../../registry/lazy.ts'

/** A time zone of the IANA database, in the spelling that this runtime uses. */
export const timeZone = lazy(() =>
  z.string().max(100).refine(isTimeZone, 'Use the name of a time zone, such as Europe/Berlin.').meta({
    description: 'A name of the IANA time zone database.',
    format: 'time-zone',
    example: 'Europe/Berlin',
  }),
)

function isTimeZone(name: string): boolean {
  // Offsets such as `+01:00` are accepted by `Intl`, but have no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export const language = lazy(() =>
  z.enum(languages).meta({ description: 'The language in which emails are written.' }),
)

const kinds = lazy(() => ({
  reportReminders: z.boolean().meta({ description: 'An email when a report on an own goal becomes late.' }),
  deadlineReminders: z
    .boolean()
    .meta({ description: 'An email 7 days and 1 day before the deadline of an own goal.' }),
  weeklyDigest: z
    .boolean()
    .meta({ description: 'An email on Monday morning: what needs you, and what changed.' }),
  questions: z
    .boolean()
    .meta({ description: 'An email within a minute when somebody asks you about a goal. At most 12 a day.' }),
}))

const inboxChoice = lazy(() =>
  z.enum(inboxChoices).meta({
    id: 'InboxChoice',
    description:
      '`inbox`: only in the inbox. `daily_email`: also in at most one email a day, if it is still unread. `none`: not at all.',
  }),
)

const inbox = lazy(() =>
  z
    .strictObject(Object.fromEntries(inboxKinds.map((kind) => [kind, inboxChoice()])) as InboxShape)
    .meta({ id: 'InboxPreferences' }),
)
type InboxShape = Record<(typeof inboxKinds)[number], ReturnType<typeof inboxChoice>>

export const notificationPreferences = lazy(() =>
  z
    .strictObject({
      timeZone: timeZone().nullable().meta({
        description:
          'The time zone of the days and hours of the emails. `null` until the user chooses one: then it is UTC.',
      }),
      language: language().meta({
        description:
          'The language in which emails are written. At first that of the browser in which the user registered.',
      }),
      ...kinds(),
      inbox: inbox(),
    })
    .meta({ id: 'NotificationPreferences', description: 'Of the user, in all organizations.' }),
)
export type NotificationPreferences = z.infer<ReturnType<typeof notificationPreferences>>

export const updateNotificationPreferencesRequest = lazy(() =>
  z
    .strictObject({
      timeZone: timeZone(),
      language: language(),
      ...kinds(),
      inbox: inbox().partial().meta({
        id: 'UpdateInboxPreferences',
        description: 'The kinds to change. Others keep their choice.',
      }),
    })
    .partial()
    .refine((changes) => Object.keys(changes).length > 0, 'Change at least one field.')
    .meta({ id: 'UpdateNotificationPreferencesRequest', minProperties: 1 }),
)

export const notificationPreferencesResponse = lazy(() =>
  z.strictObject({ preferences: notificationPreferences() }).meta({ id: 'NotificationPreferencesResponse' }),
)

/** The kinds of email that people can unsubscribe from: reminders are those of reports and of deadlines, `daily` is them and the inbox. */
export const unsubscribableKinds = ['reminders', 'weekly_digest', 'questions', 'inbox', 'daily'] as const
export type UnsubscribableKind = (typeof unsubscribableKinds)[number]

export const unsubscribeToken = lazy(() =>
  z
    .string()
    .max(200)
    .meta({ description: 'From the link in the email. It ends one kind of email to one user.' }),
)

export const unsubscribeResponse = lazy(() =>
  z
    .strictObject({
      unsubscribed: z.enum(unsubscribableKinds).meta({
        description:
          '`reminders`: those of late reports and of deadlines. `inbox`: what is new in the inbox, which still shows it. `daily`: both of these.',
      }),
    })
    .meta({ id: 'UnsubscribeResponse' }),
)
