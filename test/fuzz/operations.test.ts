import { checkTable } from '@cairn/domain/check-integrity/check-table'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { problemsOf } from './support/check-response.ts'
import { described } from './support/document.ts'
import { mutatedRequests, validRequests } from './support/fuzz-request.ts'
import { createFuzzWorld } from './support/fuzz-world.ts'
import { closeConnections, send, wireOf } from './support/send-fuzz.ts'

/**
 * Requests in all. `FUZZ_RUNS` sends more, `FUZZ_SEED` others; fast-check prints seed, path and the shrunk request of a
 * failure, which the same seed sends again.
 */
const runs = Math.ceil(Number(process.env.FUZZ_RUNS ?? 3_000) / (described.length - 1))
/**
 * One operation's share is spread over the others: every request of a user reads all memberships of theirs, and thousands
 * of organizations would only slow them down.
 */
const runsOf = (id: string) => (id === 'createOrganization' ? Math.min(runs, 200) : runs)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120)
/** The shares of requests that must not be refused for their form, and of those that something is wrong with. */
const weights = { valid: 1, mutated: 3 }
const millisecondsPerRun = 400

const service = stopAfterFile(
  await startTestService({ environment: { RATE_LIMITS: 'off', LOG_LEVEL: 'ERROR' } }),
)
const world = await createFuzzWorld(service)

afterAll(closeConnections)

describe('requests made from the OpenAPI document', () => {
  it.each(described)('$method $path', { timeout: 30_000 + runs * millisecondsPerRun }, async (operation) => {
    await world.goBack()
    const requests = fc.oneof(
      { weight: weights.valid, arbitrary: validRequests(operation) },
      { weight: weights.mutated, arbitrary: mutatedRequests(operation) },
    )
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const wire = await wireOf(request, world)
        const answer = await send(wire, service.origin)
        expect(problemsOf(request, wire, answer)).toEqual([])
      }),
      { seed, numRuns: runsOf(operation.id) },
    )
    await world.goBack()
    if (operation.method === 'DELETE') await world.restock()
  })

  it('left a sound table, and no crash in the log', async () => {
    const findings = []
    for await (const finding of checkTable(service.table.database)) findings.push(finding)
    expect(findings).toEqual([])
    expect(service.lines.filter((line) => line.includes('"ERROR"'))).toEqual([])
  })
})
