import type { FormTexts } from '../api/problems.ts'
import { texts } from './texts.ts'

export const organizationFormTexts: FormTexts = texts.form
