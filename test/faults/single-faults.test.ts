import { checkTable } from '@cairn/domain/fsck/check-table'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestTable } from '../support/engine.ts'
import { type Outcome, runMatrix, targets } from './support/run-matrix.ts'

let table: TestTable
let outcomes: Outcome[]

beforeAll(async () => {
  const matrix = await runMatrix('once')
  table = matrix.table
  outcomes = matrix.outcomes
}, 300_000)

afterAll(() => table.drop())

describe('every kind of fault at every database call, once', () => {
  it.each(targets().map(({ name }) => name))('%s succeeds or is unavailable', (name) => {
    const cases = outcomes.filter((outcome) => outcome.name.startsWith(`${name}: `))
    expect(cases.filter(({ problem }) => problem !== undefined)).toEqual([])
  })

  it('meets hundreds of calls', () => {
    expect(outcomes.length).toBeGreaterThan(500)
  })

  it('leaves a sound table', async () => {
    const broken = []
    for await (const finding of checkTable(table.database)) {
      if (finding.kind === 'broken') broken.push(finding)
    }
    expect(broken).toEqual([])
  })
})
