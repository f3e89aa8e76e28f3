import { catalog } from '../../language/catalog.ts'

export const texts = catalog('settings/security', {
  unknownBrowser: 'Unknown browser',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  password: {
    changed: 'Password changed. Other browsers are signed out.',
    title: 'Password',
    text: 'A new password signs you out in all other browsers. API tokens and connected programs keep their access.',
    current: 'Current password',
    new: 'New password',
    hint: 'At least 12 characters. A few random words are easier to remember than symbols.',
    wrong: 'The current password is not right. Nothing was changed.',
    busy: 'Changing',
    action: 'Change password',
  },
  title: 'Security',
  provider: {
    ownSessions: 'You sign in with your organization’s own account. Change its password there, not in Cairn.',
    theirSessions:
      'You sign in with your organization’s own account. Its password and its sessions are changed there, not in Cairn.',
  },
  sessions: {
    title: 'Where you are signed in',
    text: 'You stay signed in for 30 days, or until you have not used Cairn for 14 days.',
    loading: 'Loading sessions',
    list: 'Sessions',
    endOthers: 'Sign out all other browsers',
    others: {
      title: 'Sign out all other browsers?',
      action: 'Sign out others',
      done: 'All other browsers are signed out.',
      textWithPassword:
        'You stay signed in here. Links to reset your password stop working. API tokens and connected programs keep their access.',
      text: 'You stay signed in here. API tokens and connected programs keep their access.',
    },
    one: {
      done: 'Signed out.',
      current: 'This browser',
      since: 'Signed in {since}',
      used: 'Last used {used} · signed in {since}',
      endOf: (name: string) => `Sign out ${name}`,
      title: (name: string) => `Sign out ${name}?`,
      end: 'Sign out',
      text: 'Whoever uses it must sign in again.',
    },
  },
})
