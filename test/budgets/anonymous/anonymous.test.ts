/**
 * The data that anybody can make the service write without a credential is small, counted, and in SECURITY.md. `npm run requests:anonymous`
 * measures the processor time, which no test can.
 */
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { type Cost, measureAnonymous } from './measure.ts'
import { anonymousTable, readTable } from './table.ts'

const allowedBytes = 8 * 1024

let costs: Cost[]
beforeAll(async () => {
  costs = await measureAnonymous(1)
})

it('no request writes more than a few kilobytes, and all that write something are counted', () => {
  expect(costs.filter(({ bytes }) => bytes > allowedBytes)).toEqual([])
  expect(costs.filter(({ records, isCounted }) => records > 0 && !isCounted)).toEqual([])
})

it('SECURITY.md says what they write', async () => {
  const documented = readTable(await readFile(new URL('../../../SECURITY.md', import.meta.url), 'utf8'))
  const measured = readTable(anonymousTable(costs))
  const written = (table: typeof measured) => [...table].map(([id, { rest }]) => `${id} ${rest}`)
  expect(written(documented)).toEqual(written(measured))
})
