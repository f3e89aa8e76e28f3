import { catalog, plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

const goals = (count: number) => `${formatNumber(count)} ${plural(count, { one: 'goal', other: 'goals' })}`

export const texts = catalog('goals/asking', {
  ask: 'Ask for a report',
  asking: 'Asking',
  asked: (name: string) => `Asked for a report. ${name} finds it in the inbox.`,
  /** Of the goals that are selected in a list. */
  askMany: 'Ask for reports',
  askManyShortcut: 'Ask for reports on the selected goals',
  askedMany: (count: number) => `Asked for reports on ${goals(count)}. Their owners find it in the inbox.`,
  askingMany: (done: number, count: number) => `Asking: ${formatNumber(done)} of ${goals(count)}`,
  failed: (count: number) => `No report was requested on ${goals(count)}:`,
})
