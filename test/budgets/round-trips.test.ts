import { isMutation, type Operation } from '@cairn/contract/operation'
import { allOperations, type OperationId } from '@cairn/contract/registry'
import { afterAll, describe, expect, it } from 'vitest'
import type { ExampleRequest } from '../support/operations/example.ts'
import { restore } from '../support/people/world.ts'
import { staleReads } from '../support/service/engine-proxy.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { expectSoundTable } from '../support/table/check-table.ts'
import { type Case, casesOf } from './support/cases.ts'
import { describeCalls, type Measured, measure } from './support/measure.ts'
import { createBudgetWorld, warmUp } from './support/world.ts'

/** Changes nothing, although it is a POST: its token must not be in a URL. */
const readsByPost: OperationId = 'previewEmailVerification'

/**
 * Sequential DynamoDB round trips of a request, authentication included (design, "Budgets"): at most 2 to read, 3 to
 * change something, 0 if there is nothing to look up.
 */
function budgetOf(operation: Operation): 0 | 2 | 3 {
  if (isMutation(operation) && operation.id !== readsByPost) return 3
  return isMutation(operation) || operation.credential !== 'none' ? 2 : 0
}

/**
 * How long no call may arrive before the waiting ones count as one trip, by try. A slow machine may split one trip in two
 * but never merges two, so the least of the tries counts.
 */
const quietMilliseconds = [6, 30, 60]

const world = stopAfterFile(await createBudgetWorld())
await warmUp(world)

afterAll(async () => {
  await expectSoundTable(world.service.table.database)
})

type Credential = 'nobody' | 'session' | 'token' | 'own-goals token'

function credentialsOf({ credential, group }: Operation): Credential[] {
  if (credential === 'none') return ['nobody']
  if (credential === 'session') return ['session']
  return group === 'goals' ? ['session', 'token', 'own-goals token'] : ['session', 'token']
}

function headersOf(
  credential: Credential,
  { as = 'owner' }: Case,
  operation: Operation,
  { cookie = world[as].cookie }: ExampleRequest,
): Record<string, string> {
  const { counted, secrets } = world
  if (credential === 'token') return { authorization: `Bearer ${secrets.all}` }
  if (credential === 'own-goals token') return { authorization: `Bearer ${secrets.own}` }
  const hasCookie = credential === 'session' || operation.id === 'logout'
  return { ...(isMutation(operation) && { origin: counted.origin }), ...(hasCookie && { cookie }) }
}

const rows = allOperations.flatMap((operation) =>
  casesOf(operation.id as OperationId).flatMap((row) =>
    credentialsOf(operation)
      .filter((credential) => credential !== 'own-goals token' || !row.needsAllGoals)
      .map((credential) => {
        const trips = row.trips ?? budgetOf(operation)
        const status = row.status ?? operation.success.status
        return { id: operation.id, title: row.title, status, credential, trips, operation, row }
      }),
  ),
)

describe('round trips to the table', () => {
  it.each(rows)(
    '$status by $id, $title, with $credential: at most $trips',
    async ({ trips, status, operation, row, credential }) => {
      let least: Measured | undefined
      for (const quiet of quietMilliseconds) {
        const request = await row.request(world)
        world.proxy.setQuiet(quiet)
        const headers = headersOf(credential, row, operation, request)
        const measured = await measure(world, operation, request, headers)
        if (isMutation(operation)) await restore(world, world[row.as ?? 'owner'])
        least = !least || measured.trips < least.trips ? measured : least
        if (least.trips <= trips) break
      }
      if (!least) throw new Error('Nothing was measured.')
      const { calls } = least
      expect(least.status).toBe(status)
      expect(least.trips, describeCalls(calls).join(', then ')).toBeLessThanOrEqual(trips)

      const made = calls.map((call) => call.operation)
      expect(made).not.toContain('Scan')
      const transactions = made.filter((name) => name === 'TransactWriteItems').length
      expect(transactions).toBeLessThanOrEqual(isMutation(operation) ? 1 : 0)
      // What decides about access or state is read consistently from the base table; indexes only list.
      expect(describeCalls(staleReads(calls))).toEqual([])
      const fromIndexes = calls.filter(({ body }) => body.IndexName !== undefined)
      if (!operation.id.startsWith('list')) expect(describeCalls(fromIndexes)).toEqual([])
    },
  )
})
