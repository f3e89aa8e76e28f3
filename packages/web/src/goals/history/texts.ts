import { catalog } from '../../language/catalog.ts'
import { formatNumber } from '../../time/format.ts'

export const texts = catalog('goals/history', {
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
