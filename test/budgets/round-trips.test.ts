import { isMutation, type Operation } from '@cairn/contract/operation'
import { allOperations, type OperationId } from '@cairn/contract/registry'
import { afterAll, describe, expect, it } from 'vitest'
import { staleReads } from '../support/service/engine-proxy.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { expectSoundTable } from '../support/table/check-table.ts'
import { describeCalls, type Measured, measure } from './support/measure.ts'
import { type Case, requests } from './support/requests.ts'
import { createWorld, warmUp } from './support/world.ts'

/**
 * Sequential DynamoDB round trips of a request at most, authentication included (design, "Budgets"): 2 for what
 * only reads, 3 for what changes something, 0 where there is nothing to look up.
 */
const budgets: Record<OperationId, 0 | 2 | 3> = {
  getHealth: 0,
  getAuthConfiguration: 0,
  getAuthSession: 2,
  startLogin: 0,
  login: 3,
  register: 3,
  previewEmailVerification: 2,
  verifyEmail: 3,
  completeLogin: 0,
  logout: 3,
  getOrganizationContext: 2,
  createOrganization: 3,
  switchOrganization: 3,
  updateOrganization: 3,
  listOrganizationMembers: 2,
  updateOrganizationMemberRole: 3,
  listOrganizationInvitations: 2,
  createOrganizationInvitation: 3,
  revokeOrganizationInvitation: 3,
  resendOrganizationInvitation: 3,
  acceptOrganizationInvitation: 3,
  listApiTokens: 2,
  createApiToken: 3,
  listApiTokenScopes: 0,
  revokeApiToken: 3,
  listGoals: 2,
  createGoal: 3,
  getGoal: 2,
  updateGoal: 3,
  deleteGoal: 3,
  listGoalUpdates: 2,
  createGoalUpdate: 3,
  listGoalLabels: 2,
  createGoalLabel: 3,
  getGoalLabel: 2,
  updateGoalLabel: 3,
  deleteGoalLabel: 3,
}

/**
 * For how long no call may arrive before those that wait count as one trip, try by try. A machine that stumbles may split
 * a trip in two; no accident makes one of two, so that the least of the tries counts and the first may be a quick one.
 */
const quietMilliseconds = [6, 30, 60]

const world = stopAfterFile(await createWorld())
await warmUp(world)

afterAll(async () => {
  await expectSoundTable(world.direct.table.database)
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
): Record<string, string> {
  const { counted, people, secrets } = world
  if (credential === 'token') return { authorization: `Bearer ${secrets.all}` }
  if (credential === 'own-goals token') return { authorization: `Bearer ${secrets.own}` }
  const hasCookie = credential === 'session' || operation.id === 'logout'
  return {
    ...(isMutation(operation) && { origin: counted.origin }),
    ...(hasCookie && { cookie: people[as].cookie }),
  }
}

/** The token for own goals may not give one to somebody else. */
function mayUse(credential: Credential, { title }: Case): boolean {
  return (
    credential !== 'own-goals token' || !['everything', 'with everything, for another member'].includes(title)
  )
}

const rows = allOperations.flatMap((operation) => {
  const cases: Case[] = requests[operation.id as OperationId]
  return cases.flatMap((row) =>
    credentialsOf(operation)
      .filter((credential) => mayUse(credential, row))
      .map((credential) => {
        const trips = row.trips ?? budgets[operation.id as OperationId]
        const status = row.status ?? operation.success.status
        return { id: operation.id, title: row.title, status, credential, trips, operation, row }
      }),
  )
})
// Whoever logs out does nothing afterwards.
rows.sort((left, right) => Number(left.id === 'logout') - Number(right.id === 'logout'))

describe('round trips to the table', () => {
  it.each(rows)(
    '$status by $id, $title, with $credential: $trips at most',
    async ({ trips, status, operation, row, credential }) => {
      let least: Measured | undefined
      for (const quiet of quietMilliseconds) {
        const request = await row.request(world)
        world.proxy.setQuiet(quiet)
        const measured = await measure(world, operation, request, headersOf(credential, row, operation))
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
      // What decides about access or state is read from the base table, as it is at this moment; indexes only list.
      expect(describeCalls(staleReads(calls))).toEqual([])
      const fromIndexes = calls.filter(({ body }) => body.IndexName !== undefined)
      if (!operation.id.startsWith('list')) expect(describeCalls(fromIndexes)).toEqual([])
    },
  )
})
