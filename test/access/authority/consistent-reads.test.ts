import { type Operation, requestPath } from '@cairn/contract'
import type { OperationId } from '@cairn/contract/registry/registry'
import { hashSecret } from '@cairn/domain/requests/secrets'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { apiTokenEntity } from '@cairn/domain/storage/table/entities/api-token'
import { membershipEntity } from '@cairn/domain/storage/table/entities/organizations/membership'
import { sessionEntity } from '@cairn/domain/storage/table/entities/people/session'
import { keyOfRecord } from '@cairn/domain/storage/table/entity'
import { describe, expect, it } from 'vitest'
import { offeredOperations, requestOf } from '../../support/operations/examples.ts'
import { ofHolders } from '../../support/operations/goal-claims.ts'
import { bearer, createToken } from '../../support/people/api-tokens.ts'
import { createGoal, createLabel } from '../../support/people/goals.ts'
import { sessionOf } from '../../support/people/sessions.ts'
import { createWorld, type Member, restore } from '../../support/people/world.ts'
import { createSend } from '../../support/requests/exchange.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import type { EngineCall } from '../../support/service/engine-call.ts'
import { staleReads, startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

/**
 * Every read that decides something is a consistent read of the base table: session, membership, token, and whatever
 * the operation is about. Only lists query indexes, which show writes late, and only for what they list.
 */

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table, endpoint: proxy.endpoint }))
const world = await createWorld(service)
const send = createSend(service)
const token = await createToken(world.owner)

type Row = [id: string, operation: Operation]
const rows: Row[] = offeredOperations.map((operation) => [operation.id, operation])
const ofTokens = rows.filter(
  ([id, { credential }]) => credential === 'session_or_token' && !ofHolders.includes(id),
)

/** Another account's membership decides, or none: an account and its programs belong to no organization. */
const isOfAnother: readonly string[] = [
  'changeOrganizationOwner',
  'deleteOrganization',
  'changeEmail',
  'deleteAccount',
  'listSessions',
  'getOAuthConsent',
  'decideOAuthConsent',
  'previewOAuthDevice',
  'decideOAuthDevice',
  'listOAuthGrants',
  'endOAuthGrant',
] satisfies OperationId[]

/** The entities whose records each list finds by an index. */
const listedEntities: Partial<Record<OperationId, string[]>> = {
  listOrganizationMembers: ['membership'],
  listOrganizationInvitations: ['invitation', 'membership'],
  listApiTokens: ['apiToken'],
  listOrganizationApiTokens: ['apiToken'],
  listSessions: ['session'],
  listOAuthGrants: ['oauthGrant'],
  // Whether somebody else is in an organization; the sweep looks again.
  deleteAccount: ['membership'],
  // One partition for each status.
  listGoals: ['g', 'g', 'g', 'g'],
  // Active goals, whose reasons for attention depend on the time.
  countGoals: ['g'],
  // The transaction decides. The example names an owner.
  claimNextGoal: ['w'],
  // Of a goal without an owner, its administrators are asked.
  askQuestion: ['membership'],
  listGoalLabels: ['goalLabel'],
  listGoalUpdateAcknowledgements: ['c'],
  // The caller's own active goals.
  getBrief: ['w'],
}

type Headers = Record<string, string | undefined>

/** Sends a request that succeeds and returns its calls. */
async function callsOf([id, operation]: Row, headers: Headers, query = ''): Promise<readonly EngineCall[]> {
  const request = await requestOf(id, world)
  proxy.reset()
  const path = requestPath(operation, request) + query
  const { status } = await send(operation.method, path, {
    body: request.body,
    headers: { ...headers, ...(request.cookie && { cookie: request.cookie }) },
  })
  expect(status).toBe(operation.success.status)
  const calls = [...proxy.calls]
  await restore(world, world.owner)
  return calls
}

const indexQueries = (calls: readonly EngineCall[]) =>
  calls.filter(({ body }) => body.IndexName !== undefined)

/** DynamoDB's key of a record. */
function keyIn(parameters: object): string {
  const { Key } = parameters as { Key: Record<string, string> }
  return JSON.stringify(Object.entries(Key).map(([name, value]) => [name, { S: value }]))
}

/** The call that read the record with this key consistently, alone or in a batch. */
function gets(calls: readonly EngineCall[], parameters: object): EngineCall | undefined {
  return calls.find(({ operation, body }) =>
    keysGot(operation, body).some((key) => JSON.stringify(Object.entries(key)) === keyIn(parameters)),
  )
}

function keysGot(operation: string, body: EngineCall['body']): object[] {
  if (operation === 'GetItem' && body.ConsistentRead === true) return [body.Key as object]
  if (operation !== 'BatchGetItem') return []
  const requests = Object.values(
    body.RequestItems as Record<string, { Keys: object[]; ConsistentRead: boolean }>,
  )
  return requests.flatMap(({ Keys, ConsistentRead }) => (ConsistentRead ? Keys : []))
}

/** The call that read the membership consistently, alone or with all of the user's partition. */
function readsMembership(calls: readonly EngineCall[], { userId, organizationId }: Member) {
  const parameters = { Key: keyOfRecord(membershipEntity, { userKey: keyOf(userId), organizationId }) }
  const { pk } = (parameters as { Key: { pk: string } }).Key
  const ofAll = calls.find(
    ({ operation, body }) =>
      operation === 'Query' &&
      body.ConsistentRead === true &&
      body.IndexName === undefined &&
      JSON.stringify(body.ExpressionAttributeValues).includes(`"${pk}"`),
  )
  return ofAll ?? gets(calls, parameters)
}

const writes = ['TransactWriteItems', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']

/** The credential is read before anything is written, except the time of a token's last use. */
function expectReadBeforeWrites(calls: readonly EngineCall[], ...reads: (EngineCall | undefined)[]) {
  const firstWrite = calls.find(({ operation }) => writes.includes(operation) && operation !== 'UpdateItem')
  for (const read of reads) {
    expect(read).toBeDefined()
    expect(read?.index).toBeLessThan(firstWrite?.index ?? Number.POSITIVE_INFINITY)
  }
}

function expectConsistent(id: string, calls: readonly EngineCall[]): void {
  expect(staleReads(calls)).toEqual([])
  expect(calls.filter(({ operation }) => ['Scan', 'ExecuteStatement'].includes(operation))).toEqual([])
  // Sort keys begin with the kind of the record; partition keys of goals with the kind of the list.
  const asked = indexQueries(calls).map(({ body }) => {
    const values = JSON.stringify(body.ExpressionAttributeValues)
    return (/"\$([a-z]+)_1#/.exec(values) ?? /"([cgwl])#/.exec(values))?.[1]
  })
  const listed = listedEntities[id as OperationId] ?? []
  expect(asked.toSorted()).toEqual(listed.map((entity) => entity.toLowerCase()))
}

describe('a session', () => {
  it.each(rows)('%s: reads consistently, session and membership first', async (id, operation) => {
    const session = await sessionOf(world.service, { ...world.owner, displayName: 'Ada' })
    const { cookie, userId } = session
    // Some operations end all other sessions, and signing in ends the one that the browser has.
    if (operation.credential !== 'none') Object.assign(world.owner, session)
    const calls = await callsOf([id, operation], { cookie })
    expectConsistent(id, calls)
    if (operation.credential === 'none' || isOfAnother.includes(id)) return
    const key = { userKey: keyOf(userId), sessionHash: hashSecret(cookie.slice(-43)) }
    expectReadBeforeWrites(
      calls,
      gets(calls, { Key: keyOfRecord(sessionEntity, key) }),
      readsMembership(calls, world.owner),
    )
  })
})

describe('an API token', () => {
  it.each(ofTokens)('%s: reads consistently, token and membership first', async (id, operation) => {
    const calls = await callsOf([id, operation], { origin: undefined, ...bearer(token.secret) })
    expectConsistent(id, calls)
    const { userId, organizationId } = world.owner
    const membership = { userKey: keyOf(userId), organizationId }
    expectReadBeforeWrites(
      calls,
      gets(calls, { Key: keyOfRecord(apiTokenEntity, { tokenId: token.id }) }),
      gets(calls, { Key: keyOfRecord(membershipEntity, membership) }),
    )
  })
})

describe('listGoals', () => {
  const row = rows.find(([id]) => id === 'listGoals') as Row

  it.each([
    ['', 4],
    ['status=active', 1],
    ['status=active,paused', 2],
    ['health=at_risk', 4],
    ['attention=overdue', 1],
    ['ownerUserId=x', 4],
    ['ownerUserId=x&status=active', 1],
    ['labelId=', 4],
    ['labelId=&status=paused', 1],
    ['view=summary', 4],
  ])(
    'with “%s” queries one index, %i partitions of it, and reads goals in full consistently',
    async (filter, count) => {
      const labelId = filter.includes('labelId=') ? await createLabel(world.owner, `Listed ${count}`) : ''
      const labelIds = labelId ? [labelId] : []
      await Promise.all([createGoal(world.owner, { labelIds }), createGoal(world.owner, { labelIds })])
      const calls = await callsOf(
        row,
        { cookie: world.owner.cookie },
        `?${filter.replace('labelId=', `labelId=${labelId}`)}`,
      )
      expect(staleReads(calls)).toEqual([])
      const queries = indexQueries(calls)
      expect(queries).toHaveLength(count)
      expect(new Set(queries.map(({ body }) => body.IndexName)).size).toBe(1)
    },
  )
})
