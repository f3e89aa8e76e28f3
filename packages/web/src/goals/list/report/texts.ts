import { healthNames, statusNames } from '@cairn/contract/display/value-names'
import { catalog, plural } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'

const goals = (count: number) => `${formatNumber(count)} ${plural(count, { one: 'goal', other: 'goals' })}`

export const texts = catalog('goals/list/report', {
  /** The button of a row. */
  reportOn: (title: string) => `Report on ${title}`,
  title: 'Report in one line',
  titleOfMany: (count: number) => `Report on ${goals(count)}`,
  intro: 'You cannot change a report after you send it.',
  lastReport: 'Last report: {summary}',
  state: 'How is it going?',
  resumes: 'Goals that are paused, completed or archived become active again.',
  summary: 'Summary',
  /** The summary until the person types another one. */
  summaries: {
    on_track: `${healthNames.on_track}.`,
    at_risk: `${healthNames.at_risk}.`,
    off_track: `${healthNames.off_track}.`,
    paused: `${statusNames.paused}.`,
    completed: `${statusNames.completed}.`,
    archived: `${statusNames.archived}.`,
  },
  send: (count: number) =>
    plural(count, { one: 'Send report', other: `Send ${formatNumber(count)} reports` }),
  sendAnyway: 'Send anyway',
  again: 'Try again',
  sending: (done: number, count: number) => `Sending ${formatNumber(done)} of ${formatNumber(count)}`,
  sent: (count: number) =>
    plural(count, { one: 'Report sent.', other: `${formatNumber(count)} reports sent.` }),
  notSent: (count: number) =>
    plural(count, {
      one: 'This report was not sent:',
      other: `${formatNumber(count)} reports were not sent:`,
    }),
  missed: (summary: string) => `Somebody reported meanwhile: ${summary}`,
  missedEdit: 'Somebody changed the goal meanwhile.',
})
