import { catalog } from '../../../language/catalog.ts'

const guessable =
  'Choose a password that is harder to guess. Avoid common passwords, your name, and your email address.'

export const texts = catalog('accounts/sign-in/form', {
  email: 'Email address',
  action: 'Sign in',
  busy: 'Signing in',
  passwordHint: 'At least 12 characters. A few random words are easier to remember than symbols.',
  fields: {
    displayName: { name: 'name', missing: 'Enter your name.' },
    email: {
      name: 'email address',
      missing: 'Enter your email address.',
      invalid: 'Enter a full email address, such as name@example.com.',
    },
    password: { name: 'password', missing: 'Enter a password.', invalid: guessable },
    currentPassword: { name: 'current password', missing: 'Enter your current password.' },
    newPassword: { name: 'new password', missing: 'Enter a new password.', invalid: guessable },
  },
})
