import { organizationIdHeader, requiresCredential } from '@cairn/contract'
import type { Operation } from '@cairn/contract/registry/operation'
import { allOperations, type OperationId, operations } from '@cairn/contract/registry/registry'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { describe, expect, it } from 'vitest'
import { requestOf } from '../support/operations/examples.ts'
import { giveOrganizations } from '../support/people/many-organizations.ts'
import type { EngineCall } from '../support/service/engine-call.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { describeCalls, type Measured, measure } from './support/measure.ts'
import { createBudgetWorld, warmUp } from './support/world.ts'

/**
 * The cost of a request whose user belongs to 99 organizations, and what somebody can make the service read with only
 * that user's id, the part of the cookie that is not secret.
 */

const world = stopAfterFile(await createBudgetWorld())
const { owner } = world
const { activeOrganizationId } = await owner.api.getAuthSession()
await giveOrganizations(world.service.table.database, owner.userId, 98)
await warmUp(world)
world.recorder.setQuiet(0)

const guarded = allOperations.filter(requiresCredential)

/** The keys that a call reads; undefined for a call that reads whatever it finds. */
function keysRead({ operation, body }: EngineCall): unknown[] | undefined {
  if (operation === 'GetItem') return [body.Key]
  if (operation !== 'BatchGetItem') return undefined
  return Object.values(body.RequestItems as Record<string, { Keys: unknown[] }>).flatMap(({ Keys }) => Keys)
}

/** Whether a key is one of a goal's records, of which a list reads as many as it shows. */
const isOfGoal = (key: unknown) => (key as { pk: string }).pk.startsWith('g#')

/** A request that succeeds, about something new. What follows from creating that is done: it would be read, or not. */
async function newRequest({ id }: Operation) {
  world.renew()
  const request = await requestOf(id, world)
  await owner.api.listEvents()
  return request
}

describe('a cookie with the id of such a user and a made-up secret', () => {
  const cookie = `${owner.cookie.slice(0, -43)}${'A'.repeat(43)}`

  it.each(guarded)(
    '401s $id after one read of two records, or four if it names an organization',
    async (operation) => {
      const request = await newRequest(operation)
      const { origin } = world.counted
      for (const [named, count] of [
        [{}, 2],
        [{ [organizationIdHeader]: activeOrganizationId }, 4],
      ] as const) {
        const { status, calls } = await measure(world, operation, request, { origin, cookie, ...named })
        expect(status).toBe(401)
        expect(calls.map(keysRead), describeCalls(calls).join(', then ')).toEqual([
          Array(count).fill(expect.anything()),
        ])
      }
    },
  )
})

/** Operations that return the user's organizations read all of them, once. */
const returnsAll = ({ success }: Operation) =>
  'body' in success && 'organizations' in ((success.body() as { shape?: object }).shape ?? {})

/** Whether a call reads the partition that holds the user and all memberships. */
const readsAll = ({ operation, body }: EngineCall) =>
  operation === 'Query' &&
  body.IndexName === undefined &&
  JSON.stringify(body.ExpressionAttributeValues).includes(keyOf(owner.userId))

describe('a session of such a user', () => {
  const headers = { origin: world.counted.origin, cookie: owner.cookie }
  // Deleting the account ends all memberships, so it reads them. A deleted organization cannot be deleted again. A program waits in
  // another browser.
  const leftOut = ['deleteAccount', 'deleteOrganization', 'getOAuthConsent', 'decideOAuthConsent']
  const ofOne = guarded.filter((operation) => !returnsAll(operation) && !leftOut.includes(operation.id))

  it.each(ofOne)('reads none of the others for $id', async (operation) => {
    // From the first continuation on, links between goals are read.
    if (operation.id === 'continueGoal') await measure(world, operation, await newRequest(operation), headers)
    const active = await measure(world, operation, await newRequest(operation), headers)
    const named = await measure(world, operation, await newRequest(operation), {
      ...headers,
      [organizationIdHeader]: activeOrganizationId,
    })
    for (const { status, calls } of [active, named]) {
      expect(status).toBe(operation.success.status)
      expect(calls.filter(readsAll)).toEqual([])
      const read = calls.flatMap((call) => keysRead(call) ?? []).filter((key) => !isOfGoal(key))
      expect(read.length).toBeLessThan(20)
    }
    // The named membership is read in parallel with the credential.
    expect(named.calls.length).toBeLessThanOrEqual(active.calls.length)
  })

  it.each<[OperationId, trips: number, body?: object]>([
    ['getAuthSession', 2],
    ['getAuthState', 2],
    ['getOrganizationContext', 2],
    ['switchOrganization', 3, { organizationId: activeOrganizationId }],
    ['updateOrganization', 3, { name: 'Renamed' }],
  ])('reads all of them once for %s, in at most %i trips', async (id, trips, body) => {
    let least: Measured | undefined
    // A slow machine may split one trip in two but never merges two.
    for (const quiet of [30, 60, 120]) {
      world.recorder.setQuiet(quiet)
      const measured = await measure(world, operations[id], { ...(body && { body }) }, headers)
      least = !least || measured.trips < least.trips ? measured : least
      if (least.trips <= trips) break
    }
    expect(least?.status).toBe(200)
    expect(least?.trips, describeCalls(least?.calls ?? []).join(', then ')).toBeLessThanOrEqual(trips)
    expect(least?.calls.filter(readsAll)).toHaveLength(1)
  })
})
