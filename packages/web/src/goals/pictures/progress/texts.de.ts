import { formatNumber } from '../../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  criteria: 'Erfolgskriterien',
  met: (met, count) => `${formatNumber(met)} von ${formatNumber(count)} erfüllt`,
  allCriteria: (count) => `Alle ${formatNumber(count)} Kriterien zeigen`,
  judged: 'Beurteilt von {name}, {ago}',
  reportOf: 'Bericht',
  evidenceOf: (count) => `Belege (${formatNumber(count)})`,
  fromReport: 'Aus dem Bericht „{summary}“.',
  measures: 'Messwerte',
  average: (percent) => `${percent} im Mittel`,
  noValue: 'Noch kein Wert',
  start: (value) => `Anfang ${value}`,
  target: (value) => `Zielwert ${value}`,
  targetLine: 'Zielwert',
  chart: (title, first, last, count, target) =>
    `${title} im Lauf der Zeit: ${first.value} am ${first.date}, ${last.value} am ${last.date}, ${formatNumber(count)} Werte. Zielwert: ${target}.`,
  showInHistory: 'Im Verlauf zeigen',
} satisfies typeof texts
