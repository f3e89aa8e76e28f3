import type { FormTexts } from '../api/problems.ts'

export const organizationFormTexts: FormTexts = { name: { name: 'name' } }
