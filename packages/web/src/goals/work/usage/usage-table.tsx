import { formatCost, formatDuration, formatNumber } from '../../../presentation/time/format.ts'
import { texts } from './texts.ts'
import type { UsageRow } from './usage-rows.ts'

const columns = [
  ['inputTokens', formatNumber],
  ['outputTokens', formatNumber],
  ['seconds', formatDuration],
  ['costMicros', formatCost],
  ['reports', formatNumber],
] as const

type UsageTableProps = { label: string; name: string; rows: readonly UsageRow[] }

/** All numbers behind a chart. */
export function UsageTable({ label, name, rows }: UsageTableProps) {
  if (rows.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded py-2 text-ink-soft hover:text-ink">
        {texts.table}
      </summary>
      <section
        aria-label={texts.tableOf(label)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table scrolls, also with the keyboard.
        tabIndex={0}
        className="mt-2 max-h-96 overflow-auto rounded-lg border border-line"
      >
        <table aria-label={texts.tableOf(label)} className="w-full text-right tabular-nums">
          <thead className="sticky top-0 bg-surface text-ink-faint">
            <tr>
              <th scope="col" className="px-3 py-2 text-left font-medium">
                {name}
              </th>
              {columns.map(([column]) => (
                <th key={column} scope="col" className="px-3 py-2 font-medium">
                  {texts.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(({ key, name: row, used }) => (
              <tr key={key}>
                <th scope="row" className="min-w-40 px-3 py-1.5 text-left font-normal wrap-anywhere">
                  <bdi>{row}</bdi>
                </th>
                {columns.map(([column, format]) => (
                  <td key={column} className="px-3 py-1.5 whitespace-nowrap">
                    {format(used[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
