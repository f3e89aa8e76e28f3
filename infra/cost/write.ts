/**
 * Computes what a million requests cost, operation by operation, and writes the table into the README of `infra`:
 * `npm run cost`. With `--check` it only compares, and fails where the table is not current.
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
  const units = measured.get(id as Parameters<typeof measured.get>[0])
  if (!units) throw new Error(`${id} was not measured`)
  const { database, compute, total } = requestPrices(units, {
    memoryMegabytes: memoryMegabytesOf(group),
    hashesPassword: id === 'login' || id === 'register',
    sendsMail: ['register', 'createOrganizationInvitation', 'resendOrganizationInvitation'].includes(id),
  })
  const dollars = (value: number) => value.toFixed(2)
  return `| ${id} | ${units.reads} | ${units.writes} | ${dollars(database)} | ${dollars(compute)} | ${dollars(total)} |`
})
const table = [
  '| Operation | Read units | Write units | DynamoDB, $ | Lambda, $ | All, $ |',
  '| --- | ---: | ---: | ---: | ---: | ---: |',
  ...rows,
].join('\n')

/** The formatter aligns columns: what counts is what stands in them. */
function cellsOf(text: string): string {
  return text.replaceAll(/ *\| */g, '|').replaceAll(/-{3,}/g, '---')
}

const readme = readFileSync(readmeFile, 'utf8')
const start = readme.indexOf(marks[0])
const end = readme.indexOf(marks[1])
if (start === -1 || end === -1) throw new Error('the README has no place for the table')
const current = `${readme.slice(0, start)}${marks[0]}\n\n${table}\n\n${readme.slice(end)}`
if (process.argv.includes('--check')) {
  if (cellsOf(current) !== cellsOf(readme)) {
    console.error('The cost table of infra/README.md is not current: run `npm run cost`.')
    process.exit(1)
  }
} else {
  writeFileSync(readmeFile, current)
}
