import type { FormTexts } from '../../data/api/failures/problems.ts'
import { texts } from './texts.ts'

export const handOverFormTexts: FormTexts = texts.handOver.form
