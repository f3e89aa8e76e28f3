import { catalog } from '../../language/catalog.ts'

export const texts = catalog('accounts/verify-email', {
  title: 'Verify your email address',
  ownAccount: 'You created this account in this browser.',
  verify: 'Verify email address',
  verifying: 'Verifying',
  newAddress: {
    title: 'Confirm your new email address',
    intro: 'From then on you sign in with it. Confirm only if this is your account.',
    action: 'Confirm email address',
    busy: 'Confirming',
  },
  otherBrowser: {
    title: 'Did you create this account?',
    warning:
      'It was created in another browser. Confirm only if you created it. The person who created it knows its password.',
    own: 'Create my own account',
    consequence:
      'Not yours? Your own account replaces this one: its password and link stop working. If you do not want an account, close this page. Nobody can sign in until you confirm.',
    confirm: 'I created this account',
  },
  account: {
    name: 'Name',
    email: 'Email address',
    created: 'Created',
    /** Texts for a change of the account's address. */
    asked: 'Asked',
    moment: (date: string, ago: string) => `${date} (${ago})`,
  },
  invalid: {
    title: 'This link does not work',
    incomplete: 'The link seems to be incomplete. Open it again from the email.',
    expired: 'It has already been used, is older than 24 hours, or was replaced by a newer link.',
    signIn: 'Sign in',
    register: 'Register for a new link',
  },
})
