/**
 * `npm run cost` computes what a million requests of each operation and a month of a whole installation cost, and writes the tables
 * into infra/README.md. With `--check` it only compares, and fails if a table is outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { allOperations, type OperationId } from '@cairn/contract/registry/registry'
import { memoryMegabytesOf } from '../functions/group-functions.ts'
import { type Measured, measureUnits } from './measure.ts'
import { monthOf } from './month.ts'
import { requestPrices } from './prices.ts'

const readmeFile = fileURLToPath(new URL('../README.md', import.meta.url))

const measured = await measureUnits()
const readme = readFileSync(readmeFile, 'utf8')
const withRequests = withTable(readme, 'cost', requestTable(measured))
const withMonth = withTable(withRequests, 'month', monthTable(measured))
const current = withTable(withMonth, 'sizes', sizesTable(measured))
if (process.argv.includes('--check')) {
  if (cellsOf(current) !== cellsOf(readme)) {
    console.error('A cost table in infra/README.md is outdated. Run `npm run cost`.')
    process.exit(1)
  }
} else {
  writeFileSync(readmeFile, current)
}

function requestTable({ operations }: Measured): string {
  const rows = allOperations.map(({ id, group }) => {
    const units = operations.get(id as OperationId)
    if (!units) return `| ${id} | – | – | – | – | – |`
    const { database, compute, total } = requestPrices(units, {
      memoryMegabytes: memoryMegabytesOf(group),
      hashesPassword: id === 'login' || id === 'register',
      sendsEmail: ['register', 'createOrganizationInvitation', 'resendOrganizationInvitation'].includes(id),
    })
    return `| ${id} | ${units.reads} | ${units.writes} | ${dollars(database)} | ${dollars(compute)} | ${dollars(total)} |`
  })
  return [
    '| Operation | Read units | Write units | DynamoDB, $ | Lambda, $ | All, $ |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
}

function monthTable(from: Measured): string {
  const rows = monthOf(from).map(({ what, count, prices: { database, compute, total } }) => {
    const times = count === undefined ? '' : Math.round(count).toLocaleString('en-US')
    return `| ${what} | ${times} | ${dollars(database)} | ${dollars(compute)} | ${dollars(total)} |`
  })
  return [
    '| In a month | Times | DynamoDB, $ | Lambda, $ | All, $ |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
}

/** Costs that grow with the people, and those that do not. */
function sizesTable(from: Measured): string {
  const sizes = [1_000, 100_000, 10_000_000]
  const months = sizes.map((people) => monthOf(from, people))
  const rows = (months[0] ?? []).map(({ what }, place) => {
    const totals = months.map((month) => Math.round(month[place]?.prices.total ?? 0).toLocaleString('en-US'))
    return `| ${what} | ${totals.join(' | ')} |`
  })
  return [
    `| In a month, $ | ${sizes.map((people) => `${people.toLocaleString('en-US')} people`).join(' | ')} |`,
    '| --- | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
}

function dollars(value: number): string {
  return value.toFixed(2)
}

/** Replaces the table between two marks. */
function withTable(text: string, name: string, table: string): string {
  const marks = [`<!-- ${name}: written by \`npm run cost\` -->`, `<!-- end of ${name} -->`] as const
  const start = text.indexOf(marks[0])
  const end = text.indexOf(marks[1])
  if (start === -1 || end === -1) throw new Error(`infra/README.md has no marks for the table ${name}.`)
  return `${text.slice(0, start)}${marks[0]}\n\n${table}\n\n${text.slice(end)}`
}

/** Ignores the alignment of columns, which the formatter changes. */
function cellsOf(text: string): string {
  return text.replaceAll(/ *\| */g, '|').replaceAll(/-{3,}/g, '---')
}
