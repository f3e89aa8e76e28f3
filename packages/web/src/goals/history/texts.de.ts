import { formatNumber } from '../../time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  health: 'Zustand',
  status: 'Status',
  noHealth: 'Ohne Zustand',
  chart: ({ from, to, count }, latest) =>
    `Zustand und Status vom ${from} bis zum ${to}, ${formatNumber(count)} Einträge. Zuletzt: ${latest.status}, ${latest.health}.`,
  values: 'Werte',
  removedMeasure: 'Ein entfernter Messwert',
  verdicts: 'Urteile',
  removedCriterion: 'Ein entferntes Kriterium',
} satisfies typeof texts
