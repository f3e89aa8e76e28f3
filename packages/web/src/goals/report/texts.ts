import { catalog, plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

const enterNumber = 'Enter a number with at most 6 decimals, or nothing.'
const evidence = {
  title: { name: 'title', missing: 'Name the evidence, or remove it.' },
  url: {
    name: 'link',
    invalid: 'Remove this link. Only https links of at most 2,000 characters work.',
  },
  text: { name: 'quote', missing: 'Type the quote, or remove it.' },
  list: { name: 'evidence', missing: 'Add evidence.' },
}

export const texts = catalog('goals/report', {
  title: 'New report',
  intro: 'How is the goal doing? You cannot change a report after you send it.',
  send: 'Send report',
  sendAnyway: 'Send anyway',
  sending: 'Sending',
  sent: 'Report sent.',
  cancel: 'Cancel',
  quickName: 'Quick update',
  more: 'Add details, values, or evidence',
  health: 'Health',
  noChange: 'No change',
  /** A value that remains, such as a health. */
  noChangeOf: (current: string) => `No change (${current.toLowerCase()})`,
  status: 'Status',
  summary: 'Summary',
  summaryHint: 'The main point in one sentence.',
  noHealth: 'A completed or archived goal has no health.',
  suggestion: {
    text: 'Suggested: {health}. {reason}',
    health: (name: string) => name.toLowerCase(),
    use: (name: string) => `Use ${name.toLowerCase()}`,
    targetsReached: 'Every measure has reached its target.',
    overdue: (date: string) => `The target date, ${date}, has passed.`,
    pace: (progress: string, elapsed: string) => `${progress} of the way after ${elapsed} of the time.`,
  },
  values: {
    legend: 'Values',
    hint: 'Fill in what you measured. An empty field keeps the last value.',
    target: (target: string) => `Target: ${target}.`,
    lastAndTarget: (last: string, ago: string, target: string) => `Last: ${last}, ${ago}. Target: ${target}.`,
  },
  verdicts: {
    legend: 'Success criteria',
    hint: 'Judge what you checked. The others keep their latest verdict.',
    note: 'Note',
    noteOn: (criterion: string) => `Note on ${criterion}`,
    noteHint: 'Links become evidence.',
  },
  evaluation: 'Evaluation',
  noEvaluation: 'None',
  asOf: 'As of',
  details: 'Details',
  detailsHint:
    'What happened, and what comes next, if the summary does not say it all. You can use Markdown.',
  handoff: {
    legend: 'Hand-off (optional)',
    label: 'Hand-off',
    hint: 'What whoever continues must know. It stays above the latest report. You can use Markdown.',
    hintReplaces: 'Replaces the current hand-off. If you leave it empty, the current one stays.',
    remove: 'Remove the current hand-off',
  },
  conflict: {
    title:
      'Someone reported on this goal while you were writing. Your report was not sent, but nothing is lost.',
    truncated: 'Only the newest changes are shown.',
    edited: (fields: string) => `{author} edited the ${fields.toLowerCase()}, {ago}`,
    advice: 'Read it, change your report if needed, and send it.',
  },
  fields: {
    summary: { name: 'summary', missing: 'Sum up the report in one sentence.' },
    'measurements.*.value': { name: 'value', missing: enterNumber, invalid: enterNumber },
    measurements: { name: 'values', missing: enterNumber, invalid: 'Check the values.' },
    'verdicts.*.note': { name: 'note', missing: 'Write a note, or leave it out.' },
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
    handoff: {
      name: 'hand-off',
      missing: 'Write what the next one must know, or leave it out.',
      invalid: 'Shorten the hand-off. It can have at most 8 KiB.',
    },
  },
  evidence,
  tooMuchEvidence: (maximum: number) =>
    `Keep at most ${formatNumber(maximum)} ${plural(maximum, { one: 'piece', other: 'pieces' })} of evidence.`,
})
