import { texts } from './texts.ts'

type NumberTableProps = {
  /** The name of the table for screen readers. */
  label: string
  /** The heading of the first column. */
  name: string
  columns: readonly { key: string; name: string }[]
  /** The cells of a row are in the order of the columns. */
  rows: readonly { key: string | number; name: string; cells: readonly string[] }[]
}

/** All numbers behind a chart, folded. */
export function NumberTable({ label, name, columns, rows }: NumberTableProps) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded py-2 text-ink-soft hover:text-ink">
        {texts.table}
      </summary>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table scrolls, also with the keyboard.
        tabIndex={0}
        className="mt-2 max-h-96 overflow-auto rounded-lg border border-line"
      >
        <table aria-label={label} className="w-full text-right tabular-nums">
          <thead className="sticky top-0 bg-surface text-ink-faint">
            <tr>
              <th scope="col" className="px-3 py-2 text-left font-medium">
                {name}
              </th>
              {columns.map((column) => (
                <th key={column.key} scope="col" className="px-3 py-2 font-medium">
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row" className="min-w-40 px-3 py-1.5 text-left font-normal wrap-anywhere">
                  <bdi>{row.name}</bdi>
                </th>
                {columns.map((column, index) => (
                  <td key={column.key} className="px-3 py-1.5 whitespace-nowrap">
                    {row.cells[index]}
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
