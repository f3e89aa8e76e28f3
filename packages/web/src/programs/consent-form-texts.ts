import type { FormTexts } from '../api/problems.ts'
import { texts } from './texts.ts'

export const consentFormTexts: FormTexts = texts.form.fields
