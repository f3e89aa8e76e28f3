import { catalog } from '../../../language/catalog.ts'

export const texts = catalog('goals/report/draft', {
  /** `{day}` is like “Tuesday” or “yesterday”. */
  unsentSince: 'You have an unsent draft of a report from {day}.',
  unsent: 'You have an unsent draft of a report.',
  continue: 'Continue',
  discard: 'Discard',
  discarded: 'Draft discarded.',
  other: 'There is a newer draft of this report from another tab or device ({ago}).',
  summaryOf: (summary: string) => `It begins “${summary}”.`,
  notKept: 'Until you choose, only this tab has what you type here.',
  take: 'Use the newer draft',
  keep: 'Keep this one',
})
