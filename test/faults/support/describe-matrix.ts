import { checkTable } from '@cairn/domain/fsck/check-table'
import { describe, expect, it } from 'vitest'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { runMatrix, targets } from './run-matrix.ts'

/** The tests of a whole matrix: every kind of fault at every database call of every operation. */
export async function describeMatrix(times: Parameters<typeof runMatrix>[0]): Promise<void> {
  const { table, outcomes } = stopAfterFile(await runMatrix(times), ({ table }) => table.drop())

  describe(`every kind of fault at every database call, ${times}`, () => {
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
}
