import { catalog } from '../../language/catalog.ts'

export const texts = catalog('accounts/unsubscribe', {
  title: 'Stop these emails?',
  intro:
    'You will no longer get emails like the one that you came from. Your account and your goals stay as they are.',
  action: 'Unsubscribe',
  orChoose: 'Or choose which emails you get:',
  outcomes: {
    reminders: {
      title: 'No more reminders',
      sentence: 'Cairn no longer emails you about late reports and deadlines.',
    },
    weekly_digest: {
      title: 'No more weekly digest',
      sentence: 'Cairn no longer emails you the digest on Mondays.',
    },
    questions: {
      title: 'No more emails with questions',
      sentence:
        'Cairn no longer emails you when somebody asks you about a goal. Questions still wait on Home.',
    },
    inbox: {
      title: 'No more emails about your inbox',
      sentence: 'Cairn no longer emails you what is new in your inbox. The inbox still shows it.',
    },
    daily: {
      title: 'No more reminders and inbox emails',
      sentence:
        'Cairn no longer emails you about late reports, deadlines, and what is new in your inbox. The inbox still shows it.',
    },
  },
  change: 'Change this, or see your other emails:',
  settings: 'Notification settings',
  invalid: {
    title: 'This link does not work',
    text: 'It seems to be incomplete. Open it again from the email.',
    orSignIn: 'Or sign in and choose which emails you get:',
  },
})
