import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestTable } from '../../../support/service/engine.ts'
import { type Duration, type Outcome, runMatrix } from './run-matrix.ts'
import { targets } from './targets.ts'

/** Tests every kind of fault at every database call of every operation. */
export function describeMatrix(duration: Duration): void {
  describe(`with every kind of fault at every database call, ${duration},`, () => {
    let table: TestTable
    let outcomes: Outcome[]

    beforeAll(async () => {
      ;({ table, outcomes } = await runMatrix(duration))
    }, 300_000)

    afterAll(() => table.stop())

    it.each(targets().map(({ name }) => name))('%s succeeds or is unavailable', (name) => {
      const cases = outcomes.filter((outcome) => outcome.name.startsWith(`${name}: `))
      expect(cases.filter(({ problem }) => problem !== undefined)).toEqual([])
    })

    it('the matrix has hundreds of cases', () => {
      expect(outcomes.length).toBeGreaterThan(500)
    })

    it('the table stays intact', async () => {
      const broken = []
      for await (const finding of checkTable(table.database)) {
        if (finding.kind === 'broken') broken.push(finding)
      }
      expect(broken).toEqual([])
    })
  })
}
