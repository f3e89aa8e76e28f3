import {
  maximumEvidencePerReport,
  maximumEvidencePerVerdict,
} from '@cairn/contract/schemas/goals/goal-history'
import type { FormTexts } from '../../data/api/failures/problems.ts'
import { texts } from './texts.ts'

const { title, url, text, list } = texts.evidence

const evidenceTexts = (path: string, maximum: number): FormTexts => ({
  [`${path}.*.title`]: { ...title },
  [`${path}.*.url`]: { ...url },
  [`${path}.*.text`]: { ...text },
  [path]: { ...list, invalid: texts.tooMuchEvidence(maximum) },
})

export const reportFormTexts: FormTexts = {
  ...texts.fields,
  ...evidenceTexts('verdicts.*.evidence', maximumEvidencePerVerdict),
  ...evidenceTexts('evidence', maximumEvidencePerReport),
}
