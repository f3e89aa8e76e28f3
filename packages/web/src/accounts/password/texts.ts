import { catalog } from '../../language/catalog.ts'

export const texts = catalog('accounts/password', {
  forgotten: {
    title: 'Forgot your password?',
    elsewhere: 'Your organization’s own account has the password. Change it where you sign in.',
    toSignIn: 'Go to the sign-in',
    intro: 'Enter your email address. We send you a link to choose a new password.',
    back: 'Back to the sign-in',
    email: 'Email address',
    action: 'Send link',
    busy: 'Sending',
  },
  sent: {
    title: 'Check your email',
    text: 'We sent an email to {email}. If there is an account with this address, it has a link to choose a new password. The link is valid for 1 hour.',
    none: 'No email? Check your spam folder.',
    again: 'Try again',
  },
  reset: {
    title: 'Choose a new password',
    intro: 'It signs you out everywhere. API tokens and connected programs keep their access.',
    password: 'New password',
    action: 'Change password',
    busy: 'Changing',
  },
  invalid: {
    title: 'This link does not work',
    incomplete: 'The link seems to be incomplete. Open it again from the email.',
    expired: 'It has already been used, is older than 1 hour, or was replaced by a newer link.',
    newLink: 'Send a new link',
    signIn: 'Sign in',
  },
})
