import { formatDate, formatNumber } from '../../presentation/time/format.ts'
import { NumberTable } from '../../ui/number-table.tsx'
import { looks } from './health-parts.ts'
import { texts } from './texts.ts'
import { type Counts, parts } from './walk-back.ts'

/** The numbers of the chart, newest first. */
export function DaysTable({ columns }: { columns: readonly { at: number; counts: Counts }[] }) {
  const shown = parts.filter((part) => columns.some(({ counts }) => counts[part] > 0))
  return (
    <NumberTable
      label={texts.chart}
      name={texts.day}
      columns={shown.map((part) => ({ key: part, name: looks[part].name }))}
      rows={columns.toReversed().map(({ at, counts }) => ({
        key: at,
        name: formatDate(at),
        cells: shown.map((part) => formatNumber(counts[part])),
      }))}
    />
  )
}
