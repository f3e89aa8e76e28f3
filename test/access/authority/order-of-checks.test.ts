import { allOperations, isMutation, type Operation, requestPath } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { requestOf } from '../../support/operations/examples.ts'
import { allScopes, bearer, createToken, mistyped } from '../../support/people/api-tokens.ts'
import { createGoal } from '../../support/people/goals.ts'
import { createWorld } from '../../support/people/world.ts'
import { createSend, pathOf, refusal } from '../../support/requests/exchange.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

/** Origin (403), credential (401), scope (403), body (400), state (403, 404, 409): the first failure is returned. */

const service = stopAfterFile(await startTestService())
const anonymous = createSend(service)
const world = await createWorld(service)
/** Secrets of the member's tokens. */
const fit = (await createToken(world.member)).secret
const revoked = await createToken(world.member)
await world.member.api.revokeApiToken({ params: { tokenId: revoked.id } })
const unfit = { mistyped: mistyped(fit), revoked: revoked.secret, short: 'cairn_x', foreign: 'x'.repeat(120) }

type Row = [id: string, operation: Operation]
const rows = (keep: (operation: Operation) => boolean): Row[] =>
  allOperations.filter(keep).map((operation) => [operation.id, operation])

const forTokens = rows(({ credential }) => credential === 'session_or_token')
const changingForTokens = rows((o) => o.credential === 'session_or_token' && isMutation(o))
const withBody = rows(({ credential, body }) => credential !== 'none' && body !== undefined)

describe('the credential of a program', () => {
  it.each(forTokens)('%s 401s an invalid one, whatever else is wrong', async (_, operation) => {
    for (const [name, secret] of Object.entries(unfit)) {
      const response = await anonymous(operation.method, pathOf(operation, 'x'), {
        ...(operation.method !== 'GET' && { rawBody: '{' }),
        headers: { origin: 'https://evil.test', ...bearer(secret) },
      })
      expect(response, name).toMatchObject(refusal('invalid_api_token'))
    }
  })
})

/** Every token has a scope for the others. */
const withScope = forTokens.filter(
  ([, operation]) =>
    operation.credential === 'session_or_token' &&
    allScopes.some((scope) => !operation.scopes.includes(scope)),
)

describe('the scope', () => {
  it.each(withScope)(
    '%s 403s a token without it, before it checks body, id and state',
    async (_, operation) => {
      if (operation.credential !== 'session_or_token') return
      const others = allScopes.filter((scope) => !operation.scopes.includes(scope))
      const { secret } = await createToken(world.member, others)
      for (const id of ['x', '00000000-0000-4000-8000-000000000000']) {
        const response = await anonymous(operation.method, pathOf(operation, id), {
          ...(operation.body && { rawBody: '{' }),
          headers: { origin: undefined, ...bearer(secret) },
        })
        expect(response).toMatchObject(refusal('insufficient_scope'))
      }
    },
  )
})

describe('the body', () => {
  it.each(withBody)('%s 400s a malformed one, before it checks roles and records', async (id, operation) => {
    // With a valid body, it would be refused for the role or the records.
    const { params = {} } = await requestOf(id, world)
    for (const ids of [params, Object.fromEntries(Object.keys(params).map((name) => [name, 'x']))]) {
      const path = requestPath(operation, { params: ids })
      const sessions = [world.member, world.stranger].map(({ cookie }) => ({ cookie }))
      const tokens = [{ origin: undefined, ...bearer(fit) }]
      for (const headers of operation.credential === 'session' ? sessions : [...sessions, ...tokens]) {
        const response = await anonymous(operation.method, path, { body: { surprise: 1 }, headers })
        expect(response).toMatchObject(refusal('invalid_request', 'surprise'))
      }
    }
  })
})

describe('the state', () => {
  it.each(changingForTokens.filter(([, { params, group }]) => params !== undefined && group === 'goals'))(
    '%s 404s malformed, unknown and invisible ids alike, and 403s one that is visible but not writable',
    async (id, operation) => {
      const foreign = (await createGoal(world.owner)).id
      const { body } = await requestOf(id, world)
      const ask = (goalId: string, headers: Record<string, string | undefined>) =>
        anonymous(operation.method, requestPath(operation, { params: { goalId } }), { body, headers })
      const ownOnly = await createToken(world.member, ['goals:read', 'goals:write'])
      const seesAll = await createToken(world.member, ['goals:read:all', 'goals:write:all'])

      const unseen = await ask(foreign, { origin: undefined, ...bearer(ownOnly.secret) })
      expect(unseen).toMatchObject(refusal('goal_not_found'))
      for (const goalId of ['x', '00000000-0000-4000-8000-000000000000', '%', `${foreign}0`]) {
        for (const headers of [
          { cookie: world.member.cookie },
          { origin: undefined, ...bearer(ownOnly.secret) },
        ]) {
          const response = await ask(goalId, headers)
          expect(response.status, goalId).toBe(404)
          expect(response.body).toMatchObject({ error: 'goal_not_found' })
        }
      }
      // The same bytes: nobody can tell another user's goal from none.
      const unknown = await ask('00000000-0000-4000-8000-000000000000', {
        origin: undefined,
        ...bearer(ownOnly.secret),
      })
      expect(unknown.text).toBe(unseen.text)
      // A continuation keeps the owner.
      const denied = refusal(id === 'continueGoal' ? 'goal_owner_forbidden' : 'permission_denied')
      expect(await ask(foreign, { origin: undefined, ...bearer(seesAll.secret) })).toMatchObject(denied)
      expect(await ask(foreign, { cookie: world.member.cookie })).toMatchObject(denied)
    },
  )

  it('createGoalUpdate 403s and 404s before it checks the revision and the idempotency key', async () => {
    const { id: goalId } = await createGoal(world.owner)
    const body = {
      status: 'active',
      summary: 'x',
      details: 'x',
      expectedRevision: 7,
      idempotencyKey: 'taken',
    } as const
    await world.owner.api.createGoalUpdate({ params: { goalId }, body: { ...body, expectedRevision: 1 } })
    const path = `/v1/goals/${goalId}/updates`
    const send = createSend(world.service, world.member)
    expect(await send('POST', path, { body })).toMatchObject(refusal('permission_denied'))
    const { secret } = await createToken(world.member, ['goals:write'])
    const headers = { origin: undefined, cookie: undefined, ...bearer(secret) }
    expect(await send('POST', path, { body, headers })).toMatchObject(refusal('goal_not_found'))
  })
})
