/**
 * Computes what a million requests cost, operation by operation, and what an installation costs a month, and writes both
 * tables into the README of `infra`: `npm run cost`. With `--check` it only compares, and fails where they are not current.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { allOperations } from '@cairn/contract/registry'
import { memoryMegabytesOf } from '../group-functions.ts'
import { fixedCosts } from './fixed.ts'
import { measureOperations } from './measure.ts'
import { requestPrices } from './prices.ts'

const readmeFile = fileURLToPath(new URL('../README.md', import.meta.url))
const mails = new Set(['register', 'createOrganizationInvitation', 'resendOrganizationInvitation'])
const passwords = new Set(['login', 'register'])

const dollars = (value: number) => value.toFixed(2)
const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1)

async function requestTable(): Promise<string> {
  const rows = await measureOperations()
  const lines = allOperations.flatMap(({ id, group }) =>
    rows
      .filter((row) => row.id === id)
      .map(({ variant, measured }) => {
        const { database, compute, egress, total } = requestPrices(measured, {
          memoryMegabytes: memoryMegabytesOf(group),
          hashesPassword: passwords.has(id),
          sendsMail: mails.has(id),
        })
        const { reads, writes, plainBytes, sentBytes } = measured
        const name = variant === undefined ? id : `${id}, ${variant}`
        const sums = [database, compute, egress, total].map(dollars)
        return `| ${[name, reads, writes, kilobytes(plainBytes), kilobytes(sentBytes), ...sums].join(' | ')} |`
      }),
  )
  return [
    '| Operation | Read units | Write units | JSON, KB | Sent, KB | DynamoDB, $ | Lambda, $ | Egress, $ | All, $ |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
  ].join('\n')
}

function monthlyTable(): string {
  const costs = fixedCosts()
  const sum = costs.reduce((total, cost) => total + cost.dollars, 0)
  return [
    '| A month | Count | $ |',
    '| --- | ---: | ---: |',
    ...costs.map(({ what, count, dollars: price }) => `| ${what} | ${count} | ${dollars(price)} |`),
    `| All | | ${dollars(sum)} |`,
  ].join('\n')
}

const tables = { requests: await requestTable(), month: monthlyTable() }

/** The README with a table between its marks. */
function withTable(readme: string, name: keyof typeof tables): string {
  const [begin, end] = [
    `<!-- cost of ${name}: written by \`npm run cost\` -->`,
    `<!-- end of cost of ${name} -->`,
  ]
  const [start, stop] = [readme.indexOf(begin), readme.indexOf(end)]
  if (start === -1 || stop === -1) throw new Error(`the README has no place for the cost of ${name}`)
  return `${readme.slice(0, start)}${begin}\n\n${tables[name]}\n\n${readme.slice(stop)}`
}

/**
 * Whether two texts say the same. The formatter aligns columns, and ids and moments compress differently each time, so
 * figures with a fraction may differ by a fiftieth.
 */
function saySame(one: string, other: string): boolean {
  const cells = (text: string) =>
    text
      .replaceAll(/-{3,}/g, '---')
      .split(/\s*\|\s*|\n+/)
      .filter((cell) => cell !== '')
  const [left, right] = [cells(one), cells(other)]
  return (
    left.length === right.length &&
    left.every((cell, place) => {
      const twin = right[place] ?? ''
      if (cell === twin) return true
      const isFraction = [cell, twin].every((text) => /^\d+\.\d+$/.test(text))
      return isFraction && Math.abs(Number(cell) - Number(twin)) <= 0.1 + Number(cell) / 50
    })
  )
}

const readme = readFileSync(readmeFile, 'utf8')
const current = withTable(withTable(readme, 'requests'), 'month')
if (!process.argv.includes('--check')) writeFileSync(readmeFile, current)
else if (!saySame(current, readme)) {
  console.error('The cost tables of infra/README.md are not current: run `npm run cost`.')
  process.exit(1)
}
