import { maximumEvidencePerReport, maximumEvidencePerVerdict } from '@cairn/contract/schemas/goal-history'
import type { FormTexts } from '../../api/problems.ts'

const evidenceTexts = (path: string, maximum: number): FormTexts => ({
  [`${path}.*.title`]: { name: 'title', missing: 'Name the evidence, or remove it.' },
  [`${path}.*.url`]: {
    name: 'link',
    invalid: 'Remove this link. Only https links of at most 2,000 characters work.',
  },
  [`${path}.*.text`]: { name: 'quote', missing: 'Type the quote, or remove it.' },
  [path]: {
    name: 'evidence',
    missing: 'Add evidence.',
    invalid: `Keep at most ${maximum} pieces of evidence.`,
  },
})

const enterNumber = 'Enter a number with at most 6 decimals, or nothing.'

export const reportFormTexts: FormTexts = {
  summary: { name: 'summary', missing: 'Sum up the report in one sentence.' },
  'measurements.*.value': { name: 'value', missing: enterNumber, invalid: enterNumber },
  measurements: { name: 'values', missing: enterNumber, invalid: 'Check the values.' },
  'verdicts.*.note': { name: 'note', missing: 'Write a note, or leave it out.' },
  ...evidenceTexts('verdicts.*.evidence', maximumEvidencePerVerdict),
  verdicts: { name: 'verdicts', missing: 'Check the verdicts.', invalid: 'Check the verdicts.' },
  status: { name: 'status', missing: 'Choose a status.', invalid: 'Choose a status.' },
  health: { name: 'health', invalid: 'Choose another health.' },
  'evaluation.asOf': {
    name: 'time',
    missing: 'Pick a date and time.',
    invalid: 'Pick another date and time.',
  },
  evaluation: { name: 'evaluation', invalid: 'Choose another evaluation.' },
  details: { name: 'details', missing: 'Describe what happened.' },
  ...evidenceTexts('evidence', maximumEvidencePerReport),
}
