import { englishInboxWords } from '@cairn/contract/display/inbox-words'
import { catalog } from '../../language/catalog.ts'

export const texts = catalog('settings/notifications', {
  form: {
    timeZone: {
      name: 'time zone',
      missing: 'Choose a time zone.',
      invalid: 'Choose another time zone.',
    },
    language: {
      name: 'language',
      missing: 'Choose a language.',
      invalid: 'Choose another language.',
    },
    reportReminders: {
      name: 'reminders of late reports',
      missing: 'Turn this on or off.',
      invalid: 'Turn this on or off.',
    },
    deadlineReminders: {
      name: 'reminders of deadlines',
      missing: 'Turn this on or off.',
      invalid: 'Turn this on or off.',
    },
    weeklyDigest: {
      name: 'weekly digest',
      missing: 'Turn this on or off.',
      invalid: 'Turn this on or off.',
    },
    questions: {
      name: 'questions',
      missing: 'Turn this on or off.',
      invalid: 'Turn this on or off.',
    },
    inbox: {
      name: 'inbox',
      missing: 'Choose how you are told.',
      invalid: 'Choose another way to be told.',
    },
  },
  title: 'Notifications',
  intro: 'Which emails Cairn sends to {email}, in all your organizations.',
  loading: 'Loading preferences',
  kinds: {
    late: 'Late reports',
    lateHint: 'When a report on a goal that you own becomes late, once for each due date.',
    deadlines: 'Deadlines',
    deadlinesHint: '7 days and 1 day before the target date of a goal that you own.',
    digest: 'Weekly digest',
    digestHint: 'On Monday between 8 and 9 in the morning: what needs you, and what changed.',
    questions: 'Questions',
    questionsHint: 'Within a minute, when somebody asks you about a goal. At most 12 emails a day.',
  },
  inbox: {
    legend: 'Inbox',
    hint: 'The daily email comes in the morning and has what is new and unread since the last one.',
    names: englishInboxWords.names,
    choices: { inbox: 'Inbox only', daily_email: 'Also daily email', none: 'Neither' },
  },
  saved: 'Preferences saved.',
  emails: 'Emails',
  saving: 'Saving',
  save: 'Save preferences',
  rules: {
    title: 'Good to know',
    paused: 'Paused goals send no reminders. Neither do completed and archived ones.',
    daily: 'You get at most one email a day with reminders and what is new in your inbox.',
    own: 'Reminders are about goals that you own. The digest also says what others did.',
    unsubscribe: 'Every email has a link that unsubscribes you, without signing in.',
  },
  language: 'Language of the emails',
  timeZone: 'Time zone',
  timeZoneHint: (time: string | undefined, where: string) =>
    time === undefined
      ? 'Decides when your morning is, and which day a deadline is on.'
      : `Decides when your morning is, and which day a deadline is on. It is ${time} there now (${where}).`,
  thisBrowsersZone: (place: string) => `Use the time zone of this browser: ${place}`,
  findTimeZone: 'City, country, or UTC offset',
  noTimeZone: 'No time zone matches.',
})
