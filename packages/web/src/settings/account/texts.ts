import { catalog } from '../../language/catalog.ts'

export const texts = catalog('settings/account', {
  fromProvider: 'Your name and email address come from your organization’s own account. Change them there.',
  title: 'Account',
  organizations: 'Your organizations',
  signOut: {
    title: 'This browser',
    text: 'Signing out discards drafts that you have not sent.',
    action: 'Sign out',
  },
  userId: 'Your user ID, for support:',
  passwordForm: {
    password: {
      name: 'password',
      missing: 'Enter your password.',
    },
  },
  deletion: {
    loading: 'Loading your organizations',
    inTheWay:
      'You own organizations with other people in them. Hand each of them over to somebody, or delete it. Then you can delete your account.',
    close: 'Close',
    password: 'Your password',
    wrong: 'The password is not right. Nothing was deleted.',
    cancel: 'Cancel',
    busy: 'Deleting',
    action: 'Delete account',
    consequences:
      'You are signed out everywhere, and your API tokens and connected programs stop working. You cannot undo this. You can create a new account with your address.',
    deleted: 'Deleted with your account, with all goals:',
    left: 'You leave. What you wrote stays, without your name:',
    own: 'Your name disappears, and so do organizations in which you are alone. What you wrote in others stays.',
    ofProvider:
      'Your account is that of your organization. Ask there to delete it. To leave an organization here, open its members.',
    title: 'Delete your account?',
  },
  email: {
    title: 'Email address',
    current: 'You sign in with {email}.',
    how: 'To change it, we send a link to the new address. Your address changes when you open the link and confirm it.',
    new: 'New email address',
    password: 'Current password',
    sent: (address: string) => `We sent an email to ${address}. The link is valid for 24 hours.`,
    wrong: 'The current password is not right. Nothing was changed.',
    busy: 'Sending',
    action: 'Send link',
  },
  name: {
    changed: 'Name changed.',
    title: 'Name',
    own: 'Your name',
    busy: 'Saving',
    action: 'Change name',
  },
  timeZone: {
    title: 'Time zone',
    loading: 'Loading the time zone',
    saved: 'Time zone saved.',
    busy: 'Saving',
    action: 'Save time zone',
  },
  openAt: (host: string) => `Open your account at ${host}`,
  signInAt: (host: string) => `You sign in at ${host}.`,
})
