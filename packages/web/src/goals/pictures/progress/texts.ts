import { catalog } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'

export const texts = catalog('goals/pictures/progress', {
  criteria: 'Success criteria',
  met: (met: number, count: number) => `${formatNumber(met)} of ${formatNumber(count)} met`,
  allCriteria: (count: number) => `Show all ${formatNumber(count)} criteria`,
  judged: 'Judged by {name}, {ago}',
  reportOf: 'Report',
  evidenceOf: (count: number) => `Evidence (${formatNumber(count)})`,
  fromReport: 'From the report “{summary}”.',
  measures: 'Measures',
  average: (percent: string) => `${percent} on average`,
  noValue: 'No value yet',
  start: (value: string) => `Start ${value}`,
  target: (value: string) => `Target ${value}`,
  targetLine: 'Target',
  chart: (
    title: string,
    first: { value: string; date: string },
    last: { value: string; date: string },
    count: number,
    target: string,
  ) =>
    `${title} over time: ${first.value} on ${first.date}, ${last.value} on ${last.date}, ${formatNumber(count)} values. Target: ${target}.`,
  showInHistory: 'Show it in the history',
})
