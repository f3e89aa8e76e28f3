import { checkTable } from '@cairn/domain/check-integrity/check-table'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { problemsOf } from './support/check-response.ts'
import { described } from './support/document.ts'
import { mutatedRequests, validRequests } from './support/fuzz-request.ts'
import { createFuzzWorld } from './support/fuzz-world.ts'
import { closeConnections, send, wireOf } from './support/send-fuzz.ts'

/**
 * Requests per operation. `FUZZ_RUNS` sets the total of all operations, `FUZZ_SEED` chooses other requests. After a failure
 * fast-check prints the seed, the path and the shrunk request; the same seed sends it again.
 */
const runs = Math.ceil(Number(process.env.FUZZ_RUNS ?? 3_000) / (described.length - 1))
/**
 * `createOrganization` gets fewer requests, because every request reads all memberships of its user: thousands of
 * organizations would only slow down the run.
 */
const runsOf = (id: string) => (id === 'createOrganization' ? Math.min(runs, 200) : runs)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120)
/** The proportion of valid and mutated requests. */
const weights = { valid: 1, mutated: 3 }
const millisecondsPerRun = 400

const service = stopAfterFile(
  await startTestService({ environment: { RATE_LIMITS: 'off', LOG_LEVEL: 'ERROR' } }),
)
const world = await createFuzzWorld(service)

afterAll(closeConnections)

describe('the service responds as the OpenAPI document declares', () => {
  it.each(described)(
    'to valid and mutated requests of $method $path',
    { timeout: 120_000 + runs * millisecondsPerRun },
    async (operation) => {
      await world.switchBack()
      const requests = fc.oneof(
        { weight: weights.valid, arbitrary: validRequests(operation) },
        { weight: weights.mutated, arbitrary: mutatedRequests(operation) },
      )
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const wire = await wireOf(request, world)
          const response = await send(wire, service.origin)
          expect(problemsOf(request, wire, response)).toEqual([])
        }),
        { seed, numRuns: runsOf(operation.id) },
      )
      await world.switchBack()
      if (operation.method === 'DELETE') await world.restock()
    },
  )

  it('and keeps the table intact and the log free of errors', async () => {
    const findings = []
    for await (const finding of checkTable(service.table.database)) findings.push(finding)
    expect(findings).toEqual([])
    expect(service.lines.filter((line) => line.includes('"ERROR"'))).toEqual([])
  })
})
