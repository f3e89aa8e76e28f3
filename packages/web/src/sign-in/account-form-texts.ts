import { emailTexts, type FormTexts } from '../api/problems.ts'

const guessable =
  'Choose a password that is harder to guess. Avoid common passwords, your name, and your email address.'

/** The fields of the forms about an account. */
export const accountFormTexts: FormTexts = {
  displayName: { name: 'name', missing: 'Enter your name.' },
  email: { ...emailTexts, missing: 'Enter your email address.' },
  password: {
    name: 'password',
    missing: 'Enter a password.',
    invalid: guessable,
  },
  currentPassword: { name: 'current password', missing: 'Enter your current password.' },
  newPassword: { name: 'new password', missing: 'Enter a new password.', invalid: guessable },
}
