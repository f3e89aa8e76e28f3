import type { FormTexts } from '../../api/problems.ts'

const chooseLifetime = 'Choose how long the token is valid.'

export const tokenFormTexts: FormTexts = {
  name: { name: 'name' },
  scopes: { name: 'scopes', missing: 'Choose at least one scope.', invalid: 'Choose other scopes.' },
  expiresInDays: { name: 'lifetime', missing: chooseLifetime, invalid: chooseLifetime },
}
