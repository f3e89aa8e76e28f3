import { emailTexts, type FormTexts } from '../api/problems.ts'

/** The fields of the forms to create an account and to sign in. */
export const accountFormTexts: FormTexts = {
  displayName: { name: 'name', missing: 'Enter your name.' },
  email: { ...emailTexts, missing: 'Enter your email address.' },
  password: {
    name: 'password',
    missing: 'Enter a password.',
    invalid:
      'Choose a password that is harder to guess. Avoid common passwords, your name, and your email address.',
  },
}
