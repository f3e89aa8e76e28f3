import { catalog, plural } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'

/** Descriptions of a cairn. */
export const texts = catalog('goals/pictures/cairn', {
  none: 'No reports yet',
  reports: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'report', other: 'reports' })}`,
  one: (reports: string, health: string) => `${reports}: ${health.toLowerCase()}`,
  times: (count: number, health: string) => `${formatNumber(count)} ${health.toLowerCase()}`,
  all: (reports: string, counted: string[], latest: string) =>
    `${reports}: ${counted.join(', ')}. The latest: ${latest.toLowerCase()}`,
  /** `counted` says how many there are of each kind; empty if all are archived. */
  below: (count: number, counted: string[], own: string) =>
    `${formatNumber(count)} ${plural(count, { one: 'goal', other: 'goals' })} below${counted.length > 0 ? `: ${counted.join(', ')}` : ''}. The goal itself: ${own.toLowerCase()}`,
  recent: (reports: string, recent: number, counted: string[], latest: string) =>
    `${reports}: of the last ${formatNumber(recent)}, ${counted.join(', ')}. The latest: ${latest.toLowerCase()}`,
})
