import { formatDate, formatNumber } from '../../presentation/time/format.ts'
import { looks } from './health-parts.ts'
import { texts } from './texts.ts'
import { type Counts, parts } from './walk-back.ts'

/** The numbers of the chart, newest first. */
export function DaysTable({ columns }: { columns: readonly { at: number; counts: Counts }[] }) {
  const shown = parts.filter((part) => columns.some(({ counts }) => counts[part] > 0))
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded py-2 text-ink-soft hover:text-ink">
        {texts.table}
      </summary>
      <section
        aria-label={texts.chart}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table scrolls, also with the keyboard.
        tabIndex={0}
        className="mt-2 max-h-96 overflow-auto rounded-lg border border-line"
      >
        <table aria-label={texts.chart} className="w-full text-right tabular-nums">
          <thead className="sticky top-0 bg-surface text-ink-faint">
            <tr>
              <th scope="col" className="px-3 py-2 text-left font-medium">
                {texts.day}
              </th>
              {shown.map((part) => (
                <th key={part} scope="col" className="px-3 py-2 font-medium">
                  {looks[part].name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {columns.toReversed().map(({ at, counts }) => (
              <tr key={at}>
                <th scope="row" className="px-3 py-1.5 text-left font-normal whitespace-nowrap">
                  {formatDate(at)}
                </th>
                {shown.map((part) => (
                  <td key={part} className="px-3 py-1.5">
                    {formatNumber(counts[part])}
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
