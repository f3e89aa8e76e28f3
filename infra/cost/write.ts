/**
 * `npm run cost` computes what a million requests of each operation cost, and writes the table into infra/README.md. With `--check`
 * it only compares, and fails if the table is outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { allOperations } from '@cairn/contract/registry'
import { memoryMegabytesOf } from '../functions/group-functions.ts'
import { measureOperations } from './measure.ts'
import { requestPrices } from './prices.ts'

const readmeFile = fileURLToPath(new URL('../README.md', import.meta.url))
const marks = ['<!-- cost: written by `npm run cost` -->', '<!-- end of cost -->'] as const

const measured = await measureOperations()
const rows = allOperations.map(({ id, group }) => {
  const units = measured.get(id)
  if (!units) return `| ${id} | – | – | – | – | – |`
  const { database, compute, total } = requestPrices(units, {
    memoryMegabytes: memoryMegabytesOf(group),
    hashesPassword: id === 'login' || id === 'register',
    sendsEmail: ['register', 'createOrganizationInvitation', 'resendOrganizationInvitation'].includes(id),
  })
  const dollars = (value: number) => value.toFixed(2)
  return `| ${id} | ${units.reads} | ${units.writes} | ${dollars(database)} | ${dollars(compute)} | ${dollars(total)} |`
})
const table = [
  '| Operation | Read units | Write units | DynamoDB, $ | Lambda, $ | All, $ |',
  '| --- | ---: | ---: | ---: | ---: | ---: |',
  ...rows,
].join('\n')

/** Ignores the alignment of columns, which the formatter changes. */
function cellsOf(text: string): string {
  return text.replaceAll(/ *\| */g, '|').replaceAll(/-{3,}/g, '---')
}

const readme = readFileSync(readmeFile, 'utf8')
const start = readme.indexOf(marks[0])
const end = readme.indexOf(marks[1])
if (start === -1 || end === -1) throw new Error('infra/README.md has no marks for the table.')
const current = `${readme.slice(0, start)}${marks[0]}\n\n${table}\n\n${readme.slice(end)}`
if (process.argv.includes('--check')) {
  if (cellsOf(current) !== cellsOf(readme)) {
    console.error('The cost table in infra/README.md is outdated. Run `npm run cost`.')
    process.exit(1)
  }
} else {
  writeFileSync(readmeFile, current)
}
