import { emailWords, type FormWords } from '../api/problems.ts'

/** Fields of registering and signing in. */
export const accountWords: FormWords = {
  displayName: { name: 'name', missing: 'Enter your name.' },
  email: { ...emailWords, missing: 'Enter your email address.' },
  password: {
    name: 'password',
    missing: 'Enter a password.',
    invalid:
      'Choose a password that is harder to guess. Avoid common passwords, your name, and your email address.',
  },
}
