import { defaultInboxChoices, inboxKinds } from '../../../src/goals/inbox-kinds.ts'
import type { GroupTexts } from './group-texts.ts'

export const notificationsTexts: GroupTexts<'notifications'> = {
  operations: {
    getNotificationPreferences:
      'Returns which emails the user gets, in all organizations, and the time zone of their days.',
    updateNotificationPreferences: `Changes which emails the user gets. Fields that are absent keep their value. The time zone decides when a day begins and the weekly digest comes: on Monday between 8 and 9. Besides the digest, a person gets at most one email a day, with reminders and what is new in the inbox, and at most 12 with questions.`,
    openUnsubscribePage: `The link in an email. It changes nothing, because mail scanners follow links too: the page asks first. A token that is not valid leads to a page that says so.`,
    unsubscribe: `Ends one kind of email to one user, with the token of an email and without signing in. Email programs call it when a person presses their unsubscribe button (RFC 8058), from any origin. Repeating it changes nothing.`,
  },
  fields: {
    'openUnsubscribePage.token': [undefined, 'EXAMPLE-unsubscribe-token'],
    'unsubscribe.token': [undefined, 'EXAMPLE-unsubscribe-token'],
    unsubscribed: [undefined, 'reminders'],
    reportReminders: [undefined, true],
    deadlineReminders: [undefined, true],
    weeklyDigest: [undefined, true],
    questions: [undefined, true],
    'NotificationPreferences.inbox': ['How the user is told, by kind of item of the inbox.'],
    'UpdateNotificationPreferencesRequest.inbox': [undefined, { reported: 'daily_email' }],
    ...Object.fromEntries(
      inboxKinds.flatMap((kind) =>
        ['InboxPreferences', 'UpdateInboxPreferences'].map((schema) => [
          `${schema}.${kind}`,
          [undefined, defaultInboxChoices[kind]],
        ]),
      ),
    ),
    preferences: ['The preferences.'],
  },
  schemas: {
    NotificationPreferencesResponse: 'The preferences of the user.',
    InboxPreferences: 'How the user is told, by kind of item.',
    UnsubscribeResponse: 'Which emails have ended.',
    UpdateNotificationPreferencesRequest: 'At least one field. Fields that are absent keep their value.',
  },
}
