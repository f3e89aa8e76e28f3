/** The table of SECURITY.md about requests without a credential. */
import type { Cost } from './measure.ts'

const head = ['Operation', 'Processor time', 'Records', 'Bytes', 'Counted']

/** Of a cost. Processor time as a multiple of that of a health request. */
const rowOf = ({ id, processorTime, records, bytes, isCounted }: Cost) => [
  `\`${id}\``,
  processorTime < 10 ? processorTime.toFixed(1) : String(Math.round(processorTime)),
  String(records),
  String(bytes),
  records === 0 ? '–' : isCounted ? 'yes' : 'no',
]

export function anonymousTable(costs: readonly Cost[]): string {
  return [head, head.map(() => '---'), ...costs.map(rowOf)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** Returns the rows of the table in a text, by operation. */
export function readTable(text: string): Map<string, { processorTime: number; rest: string }> {
  const [, table = ''] = text.split(`| ${head.join(' | ')} |\n`)
  const rows = table.split('\n\n')[0]?.trim().split('\n').slice(1) ?? []
  return new Map(
    rows.map((row) => {
      const [, id = '', processorTime, ...rest] = row.split('|').map((cell) => cell.trim())
      return [
        id.replaceAll('`', ''),
        { processorTime: Number(processorTime), rest: rest.slice(0, 3).join(' ') },
      ]
    }),
  )
}
