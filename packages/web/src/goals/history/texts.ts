import { catalog, plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

export const texts = catalog('goals/history', {
  title: 'History',
  loading: 'Loading history',
  truncated: (count: number) =>
    `This history is long. Only its newest ${formatNumber(count)} entries are shown.`,
  filter: 'Show in history',
  filters: { all: 'All', reports: 'Reports', edits: 'Edits' },
  monthList: (month: string) => `History of ${month}`,
  older: (count: number) =>
    `Show ${formatNumber(count)} older ${plural(count, { one: 'entry', other: 'entries' })}`,
  /** The service has this in English as the summary of the first revision. */
  published: 'Goal published',
  /** The effect of a report, below its summary. `{from}` is a health in words, `{to}` a badge. */
  deeds: {
    published: '{author} published the goal',
    completed: '{author} completed it',
    archived: '{author} archived it',
    paused: '{author} paused it',
    resumed: '{author} resumed it',
    moved: '{author} moved it from {from} to {to}',
    still: '{author} reported: still {to}',
    rated: '{author} reported: {to}',
    reported: '{author} reported',
  },
  /** A health within a sentence. */
  within: (health: string) => health.toLowerCase(),
  revision: (revision: number) => `Revision ${formatNumber(revision)}`,
  evaluation: (result: string) => `Evaluation: ${result.toLowerCase()}, as of {date}`,
  details: 'Details',
  edited: (fields: string) => `Edited: ${fields.toLowerCase()}`,
  editedTimes: (count: number) => `{author} edited it ${formatNumber(count)} times`,
  showEdits: 'Show each edit',
  editsNotLoaded: 'What changed could not be loaded. Reload the page to see it.',
  /** `Helpdesk bot (run 7) for Ann`. */
  programFor: '{program} for {person}',
  withClient: 'with {client}',
  run: (id: string) => `Run ${id}`,
  acknowledged: 'Acknowledged by {people}',
  acknowledgedBy: (name: string) => `${name}, {ago}`,
  allAcknowledged: (count: number) => `Show all ${formatNumber(count)}`,
  fewerAcknowledged: 'Show fewer',
  you: 'you',
  acknowledge: 'Acknowledge',
  acknowledgeReport: (summary: string) => `Acknowledge: ${summary}`,
  health: 'Health',
  status: 'Status',
  noHealth: 'No health',
  chart: (
    { from, to, count }: { from: string; to: string; count: number },
    latest: { status: string; health: string },
  ) =>
    `Health and status from ${from} to ${to}, ${formatNumber(count)} entries. Latest: ${latest.status.toLowerCase()}, ${latest.health.toLowerCase()}.`,
  values: 'Values',
  removedMeasure: 'A removed measure',
  verdicts: 'Verdicts',
  removedCriterion: 'A removed criterion',
})
