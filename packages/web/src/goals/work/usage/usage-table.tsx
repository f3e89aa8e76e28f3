import { formatCost, formatDuration, formatNumber } from '../../../presentation/time/format.ts'
import { NumberTable } from '../../../ui/number-table.tsx'
import { texts } from './texts.ts'
import type { UsageRow } from './usage-rows.ts'

const formats = {
  inputTokens: formatNumber,
  outputTokens: formatNumber,
  seconds: formatDuration,
  costMicros: formatCost,
  reports: formatNumber,
}
const columns = Object.keys(formats) as (keyof typeof formats)[]

type UsageTableProps = { label: string; name: string; rows: readonly UsageRow[] }

/** All amounts behind a chart of usage. */
export function UsageTable({ label, name, rows }: UsageTableProps) {
  if (rows.length === 0) return null
  return (
    <NumberTable
      label={texts.tableOf(label)}
      name={name}
      columns={columns.map((key) => ({ key, name: texts.columns[key] }))}
      rows={rows.map(({ key, name: row, used }) => ({
        key,
        name: row,
        cells: columns.map((column) => formats[column](used[column])),
      }))}
    />
  )
}
