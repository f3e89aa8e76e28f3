import type { FormTexts } from '../../data/api/failures/problems.ts'
import { goalFormTexts } from '../../goals/editing/form/goal-form-texts.ts'
import { texts } from './texts.ts'

/** The same fields as those of a goal. */
export const templateFormTexts: FormTexts = { ...goalFormTexts, ...texts.form }
