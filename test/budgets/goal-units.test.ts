import { describe, expect, it } from 'vitest'
import { meterCalls } from '../../infra/cost/meter.ts'
import { signIn } from '../support/people/sign-in.ts'
import { createTestTable } from '../support/service/engine.ts'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { measuredKilobytes, measuredLabels, measureGoalUnits } from './support/goal-units.ts'

/**
 * Read and write units by the rules of DynamoDB: one per 4 KB for a consistent read, half of it in an index; one per 1 KB,
 * index and transaction phase for a write.
 */

const table = stopAfterFile(await createTestTable())
const meter = meterCalls(table)
const service = stopAfterFile(await startTestService({ table, attach: meter.attach }))
const { api: session } = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const units = await measureGoalUnits({ session, meter, service })

/** The units of a request by size of the description. */
const bySize = (name: 'reads' | 'writes' | 'readsWithSession', request: string, labels: number) =>
  measuredKilobytes.map(
    (size) =>
      units.find((row) => row.request === request && row.kilobytes === size && row.labels === labels)?.[name],
  )

describe('write units on descriptions of 0.2, 1, 8 and 200 KB', () => {
  // 2 for each KB of the entry and of the row in the table, and as many for each of its two indexes.
  it.each<[string, unlabeled: number[], labels: number]>([
    ['report', [10, 10, 10, 10], 8],
    ['report with verdict and value', [12, 12, 12, 12], 8],
    // The words of title and criteria take 2.
    ['edit of the title', [10, 10, 10, 10], 8],
    ['edit of the text', [10, 12, 26, 400], 8],
    ['edit that changes nothing', [0, 0, 0, 0], 0],
    // Publishing also counts the use of each label, and sets the timer of the cadence, which takes 3.
    ['publish', [17, 19, 33, 407], 12],
  ])('%s: %j, and %i more with two labels', (request, unlabeled, labels) => {
    expect(bySize('writes', request, 0)).toEqual(unlabeled)
    expect(bySize('writes', request, 2)).toEqual(unlabeled.map((count) => count + labels))
  })

  it('stay within the budget of reports and edits of the title: 12, and 4 for each label', () => {
    for (const request of ['report', 'report with verdict and value', 'edit of the title']) {
      for (const labels of measuredLabels) {
        for (const writes of bySize('writes', request, labels)) {
          expect(writes).toBeLessThanOrEqual(12 + 4 * labels)
        }
      }
    }
  })
})

describe('read units on descriptions of 0.2, 1, 8 and 200 KB', () => {
  // Token, membership, organization and labels take 4. A session takes one more, for its user.
  it.each<[string, number[]]>([
    ['get', [5, 5, 7, 54]],
    // 26 rows of some 730 bytes: one more than the page, to know whether there are more.
    ['25 active goals, summaries', [6.5, 6.5, 6.5, 6.5]],
    // Half a unit more for each empty status.
    ['25 goals of any status, summaries', [8, 8, 8, 8]],
    ['25 active goals in full', [31.5, 31.5, 81.5, 1231.5]],
  ])('%s: %j with a token, with labels or without', (request, reads) => {
    for (const labels of measuredLabels) {
      expect(bySize('reads', request, labels)).toEqual(reads)
      expect(bySize('readsWithSession', request, labels)).toEqual(reads.map((count) => count + 1))
    }
  })
})
