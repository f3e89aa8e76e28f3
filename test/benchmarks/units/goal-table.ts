import { type GoalUnits, measuredKilobytes, measuredLabels } from '../../budgets/support/goal-units.ts'
import { figure, markdownTable } from '../markdown-table.ts'

/**
 * The same requests in version 0.1, which stored a goal whole in the table and in three indexes. It had no verdicts, no
 * summaries, and lists ended at 1 MB: 5 goals of 200 KB. Measured once, with a session.
 */
const inVersion01: Record<string, readonly number[]> = {
  report: [20, 28, 84, 1_620],
  'edit of the title': [16, 24, 80, 1_616],
  'edit of the text': [16, 24, 80, 1_616],
  publish: [12, 17, 52, 1_012],
  get: [4, 4, 6, 55],
  '25 active goals in full': [8, 11, 34, 130],
}

/** The units of a goal's requests by the size of its description: of version 0.1 where it had the request, and now. */
export function goalTable(units: readonly GoalUnits[]): string {
  const requests = [...new Set(units.map(({ request }) => request))]
  const [none = 0, some = 0] = measuredLabels
  return markdownTable(
    ['Request', ...measuredKilobytes.map((size) => `${size} KB`), 'A label adds'],
    requests.map((request) => {
      const kind = units.some((row) => row.request === request && row.writes > 0) ? 'writes' : 'reads'
      const unitsOf = (size: number, labels: number) =>
        units.find((row) => row.request === request && row.kilobytes === size && row.labels === labels)?.[
          kind
        ] ?? 0
      const cells = measuredKilobytes.map((size, index) => {
        const before = inVersion01[request]?.[index]
        return `${before === undefined ? '' : `${figure(before)} → `}${figure(unitsOf(size, none), 1)}`
      })
      const [size = 0] = measuredKilobytes
      const label = (unitsOf(size, some) - unitsOf(size, none)) / (some - none)
      return [`${request}, ${kind === 'writes' ? 'w' : 'r'}`, ...cells, figure(label, 1)]
    }),
  )
}

/** Each request that costs more than it may. */
export function brokenGoalBudgets(units: readonly GoalUnits[]): string[] {
  const broken: string[] = []
  for (const { request, kilobytes, labels, reads, writes } of units) {
    const shown = `${request} of ${kilobytes} KB with ${labels} labels`
    const isSmallWrite = request.startsWith('report') || request === 'edit of the title'
    if (isSmallWrite && writes > 12 + 4 * labels) broken.push(`${shown} costs ${writes} write units.`)
    if (request === 'get' && kilobytes <= 1 && reads > 5) broken.push(`${shown} costs ${reads} read units.`)
    if (request === '25 active goals, summaries' && reads > 6.5)
      broken.push(`${shown} costs ${reads} read units.`)
  }
  return broken
}
