import type { FormTexts } from '../../api/problems.ts'

const chooseOverlap = 'Choose how long the old secret works.'
const chooseLifetime = 'Choose how long the token is valid.'

export const tokenFormTexts: FormTexts = {
  name: { name: 'name' },
  scopes: { name: 'scopes', missing: 'Choose at least one scope.', invalid: 'Choose other scopes.' },
  expiresInDays: { name: 'lifetime', missing: chooseLifetime, invalid: chooseLifetime },
  overlapHours: { name: 'overlap', missing: chooseOverlap, invalid: chooseOverlap },
}
