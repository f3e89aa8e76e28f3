import type { FormTexts } from '../../../data/api/failures/problems.ts'
import { texts } from './texts.ts'

/** The fields of the forms about an account. */
export const accountFormTexts: FormTexts = texts.fields
