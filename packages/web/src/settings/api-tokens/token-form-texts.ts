import type { FormTexts } from '../../api/problems.ts'

const chooseOverlap = 'Choose how long the old secret works.'
const chooseLifetime = 'Choose how long the token is valid.'

export const tokenFormTexts: FormTexts = {
  name: { name: 'name' },
  kind: { name: 'kind' },
  goalIds: {
    name: 'goals',
    missing: 'Choose at least one goal.',
    invalid: 'Choose other goals. One of these was deleted.',
  },
  scopes: { name: 'scopes', missing: 'Choose at least one scope.', invalid: 'Choose other scopes.' },
  expiresInDays: { name: 'lifetime', missing: chooseLifetime, invalid: chooseLifetime },
  overlapHours: { name: 'overlap', missing: chooseOverlap, invalid: chooseOverlap },
}
