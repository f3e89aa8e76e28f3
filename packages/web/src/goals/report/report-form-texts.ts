import type { FormTexts } from '../../api/problems.ts'

export const reportFormTexts: FormTexts = {
  summary: { name: 'summary', missing: 'Sum up the report in one sentence.' },
  status: { name: 'status', missing: 'Choose a status.', invalid: 'Choose a status.' },
  health: { name: 'health', invalid: 'Choose another health.' },
  'evaluation.asOf': {
    name: 'time',
    missing: 'Pick a date and time.',
    invalid: 'Pick another date and time.',
  },
  evaluation: { name: 'evaluation', invalid: 'Choose another evaluation.' },
  details: { name: 'details', missing: 'Describe what happened.' },
}
