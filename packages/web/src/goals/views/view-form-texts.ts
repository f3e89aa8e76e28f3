import type { FormTexts } from '../../data/api/failures/problems.ts'
import { texts } from './texts.ts'

export const viewFormTexts: FormTexts = {
  name: { name: texts.form.nameInSentence, missing: texts.form.missing },
}
