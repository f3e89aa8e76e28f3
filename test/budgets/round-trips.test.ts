import { isMutation, type Operation } from '@cairn/contract/registry/operation'
import { type OperationId, operations } from '@cairn/contract/registry/registry'
import { afterAll, describe, expect, it } from 'vitest'
import type { ExampleRequest } from '../support/operations/example.ts'
import { offeredOperations } from '../support/operations/examples.ts'
import { ofHolders } from '../support/operations/goal-claims.ts'
import { createLabel } from '../support/people/goals.ts'
import { restore } from '../support/people/world.ts'
import { staleReads } from '../support/service/engine-proxy.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { expectSoundTable } from '../support/table/check-table.ts'
import type { Case } from './support/case.ts'
import { casesOf } from './support/cases.ts'
import { describeCalls, type Measured, measure } from './support/measure.ts'
import { createBudgetWorld, warmUp } from './support/world.ts'

/** Change nothing, although they are POSTs: their token must not be in a URL. */
const readsByPost: readonly OperationId[] = ['previewEmailVerification', 'previewOrganizationInvitation']

/** Read what they name: rows of goals, and people. */
const readNames: readonly string[] = [
  'getBrief',
  'listAuditEntries',
  'listUsage',
  'getQuestion',
  'listQuestions',
  'listGoalQuestions',
  // Titles and texts, as they are now.
  'listInbox',
  'getGoalComment',
  'listGoalComments',
] satisfies OperationId[]

/**
 * Sequential DynamoDB round trips of a request, authentication included (design, "Budgets"): at most 2 to read, 3 for
 * a brief, the audit log and to change something, 0 if there is nothing to look up. One less if the process remembers the caller.
 */
function budgetOf(operation: Operation): 0 | 2 | 3 {
  if (isMutation(operation) && !readsByPost.includes(operation.id as OperationId)) return 3
  if (readNames.includes(operation.id)) return 3
  return isMutation(operation) || operation.credential !== 'none' ? 2 : 0
}

/**
 * How long no call may arrive before the waiting ones count as one trip, by try. A slow machine may split one trip in two
 * but never merges two, so the least of the tries counts.
 */
const quietMilliseconds = [1, 6, 30, 60]

const world = stopAfterFile(await createBudgetWorld())
await warmUp(world)

afterAll(async () => {
  await expectSoundTable(world.service.table.database)
})

type Credential = 'nobody' | 'session' | 'token' | 'own-goals token'

function credentialsOf(operation: Operation): Credential[] {
  if (operation.credential === 'none') return ['nobody']
  if (operation.credential === 'session' || ofHolders.includes(operation.id)) return ['session']
  if (operation.credential === 'session_or_none') return ['nobody', 'session']
  const isForOwnGoals = operation.scopes.some((scope) => scope === 'goals:read' || scope === 'goals:write')
  return isForOwnGoals ? ['session', 'token', 'own-goals token'] : ['session', 'token']
}

function headersOf(
  credential: Credential,
  { as = 'owner' }: Case,
  operation: Operation,
  { cookie: ownCookie }: ExampleRequest,
): Record<string, string> {
  const { counted, secrets } = world
  const cookie = ownCookie ?? world[as].cookie
  if (credential === 'token') return { authorization: `Bearer ${secrets.all}` }
  if (credential === 'own-goals token') return { authorization: `Bearer ${secrets.own}` }
  const hasCookie = credential === 'session' || ownCookie !== undefined
  return { ...(isMutation(operation) && { origin: counted.origin }), ...(hasCookie && { cookie }) }
}

/** Whether the process remembers the caller of a goal or label operation. */
const memoriesOf = ({ credential }: Operation) =>
  credential === 'session_or_token' ? ['remembered', 'new'] : ['new']

/** Sends a request with which the process gets to know the caller. */
async function introduce(headers: Record<string, string>): Promise<void> {
  await (await fetch(`${world.counted.origin}/v1/goal-labels?limit=1`, { headers })).arrayBuffer()
}

const rows = offeredOperations.flatMap((operation) =>
  casesOf(operation.id as OperationId).flatMap((row) =>
    credentialsOf(operation)
      .filter((credential) => credential !== 'own-goals token' || !row.needsAllGoals)
      .flatMap((credential) =>
        memoriesOf(operation).map((caller) => {
          const trips = (row.trips ?? budgetOf(operation)) - (caller === 'remembered' ? 1 : 0)
          const status = row.status ?? operation.success.status
          return { id: operation.id, title: row.title, status, credential, caller, trips, operation, row }
        }),
      ),
  ),
)

describe('round trips to the table', () => {
  it.each(rows)(
    '$status by $id, $title, with $credential of a $caller caller: at most $trips',
    async ({ trips, status, operation, row, credential, caller }) => {
      let least: Measured | undefined
      for (const quiet of quietMilliseconds) {
        const request = await row.request(world)
        world.recorder.setQuiet(quiet)
        const headers = headersOf(credential, row, operation, request)
        world.callers.recalls = caller === 'remembered'
        if (world.callers.recalls) await introduce(headers)
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
      // Values that decide about access or state are read consistently from the base table; indexes only list.
      expect(describeCalls(staleReads(calls))).toEqual([])
      const fromIndexes = calls.filter(({ body }) => body.IndexName !== undefined)
      // Deleting an account looks for others in the organizations, and again a minute later. The transaction decides which goal is
      // claimed. Whom a question goes to without a name is a list of members.
      const mayAskIndexes: string[] = [
        ...readNames,
        'deleteAccount',
        'countGoals',
        'claimNextGoal',
        'askQuestion',
      ]
      if (!operation.id.startsWith('list') && !mayAskIndexes.includes(operation.id))
        expect(describeCalls(fromIndexes)).toEqual([])
    },
  )
})

describe('the calls for a label', () => {
  const credentials = [
    // The token, the membership, the organization and the label.
    ['token', 4],
    // The session, the user, the membership, the organization and the label.
    ['session', 5],
  ] as const

  it.each(credentials)(
    'are one to read it with a %s of a remembered caller: %i records',
    async (kind, records) => {
      const { labelId, headers } = await labelAndHeaders(kind)
      const operation = operations.getGoalLabel
      const { calls } = await measure(world, operation, { params: { labelId } }, headers)
      expect(describeCalls(calls)).toEqual(['BatchGetItem'])
      const [requested] = Object.values(calls[0]?.body.RequestItems as Record<string, { Keys: unknown[] }>)
      expect(requested?.Keys).toHaveLength(records)
    },
  )

  it.each(credentials)('are two to delete it with a %s of a remembered caller', async (kind) => {
    const { labelId, headers } = await labelAndHeaders(kind)
    const { calls } = await measure(world, operations.deleteGoalLabel, { params: { labelId } }, headers)
    expect(describeCalls(calls)).toEqual(['BatchGetItem', 'TransactWriteItems'])
  })

  async function labelAndHeaders(kind: 'token' | 'session') {
    const labelId = await createLabel(world.owner, `Label ${world.next()}`)
    const headers = headersOf(kind, { title: '', request: () => ({}) }, operations.deleteGoalLabel, {})
    world.callers.recalls = true
    await introduce(headers)
    world.recorder.setQuiet(30)
    return { labelId, headers }
  }
})
