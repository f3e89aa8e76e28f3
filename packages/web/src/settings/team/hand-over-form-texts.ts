import type { FormTexts } from '../../api/problems.ts'
import { texts } from './texts.ts'

export const handOverFormTexts: FormTexts = texts.handOver.form
