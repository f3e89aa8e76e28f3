import { allOperations, requestPath } from '@cairn/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { requestOf } from '../../support/operations/examples.ts'
import { bearer, createToken } from '../../support/people/api-tokens.ts'
import { createWorld, restore } from '../../support/people/world.ts'
import { createSend, refusal, unknownId } from '../../support/requests/exchange.ts'
import { createClock } from '../../support/service/clock.ts'
import { createTestTable } from '../../support/service/engine.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { readTable } from '../../support/table/read-table.ts'

/** Headers of every response about the limits of its caller, over HTTP. */

const clock = createClock()
const table = stopAfterFile(await createTestTable())
const startWith = async (RATE_LIMITS: string | undefined, environment = {}) =>
  stopAfterFile(
    await startTestService({
      table,
      background: false,
      clock: clock.read,
      environment: { RATE_LIMITS, ...environment },
    }),
  )
const service = await startWith(undefined)
const WEB_ORIGIN = service.origin
const generous = await startWith('on', { WEB_ORIGIN })
const strict = await startWith('request.token=1,request.account=1', { WEB_ORIGIN })
const unlimited = await startWith('off', { WEB_ORIGIN })
const world = await createWorld(service)
const { owner } = world
const program = await createToken(owner)
const asProgram = { origin: undefined, cookie: undefined, ...bearer(program.secret) }

const senderOf = (instance: { origin: string }, cookie?: string) =>
  createSend(instance, { webOrigin: WEB_ORIGIN, ...(cookie && { cookie }) })

const limitsIn = ({ headers }: { headers: Headers }) => [
  headers.get('ratelimit-policy'),
  headers.get('ratelimit'),
]
const none = [null, null]

beforeEach(() => clock.advance({ milliseconds: 60_000 }))

/** Sends the example's request by the owner; `prepared` is called with its cookie between preparing and sending it. */
async function sendExample(
  instance: { origin: string },
  id: string,
  prepared: (cookie: string) => Promise<void> = async () => {},
) {
  const operation = allOperations.find((candidate) => candidate.id === id)
  if (!operation) throw new Error(`There is no ${id}.`)
  await restore(world, owner)
  const { cookie = owner.cookie, headers = {}, body, ...request } = await requestOf(id, world)
  await prepared(cookie)
  return senderOf(instance, cookie)(operation.method, requestPath(operation, request), { body, headers })
}

const guarded = allOperations.filter(({ credential }) => credential !== 'none').map(({ id }) => id)
const inOrganization = allOperations
  .filter(({ credential }) => credential === 'session_or_token')
  .map(({ id }) => id)
const open = allOperations.filter(({ credential }) => credential === 'none').map(({ id }) => id)

describe('the headers', () => {
  it.each(guarded)('are on a response of %s', async (id) => {
    const [policy, left] = limitsIn(await sendExample(generous, id))
    expect(policy).toMatch(/^"requests";q=6000;w=60, "writes";q=1200;w=60(, "organization";q=12000;w=60)?$/)
    expect(left).toMatch(
      /^"requests";r=\d+;t=60, "writes";r=\d+;t=60(, "organization";r=(?!12000)\d+;t=60)?$/,
    )
    const isOfOrganization = inOrganization.includes(id)
    if (isOfOrganization) expect([policy, left].join()).toMatch(/"organization";q.*"organization";r/)
  })

  it.each(open)('are not on a response of %s, which needs no credential', async (id) => {
    expect(limitsIn(await sendExample(generous, id))).toEqual(none)
  })

  it('count down, and start again with the next window', async () => {
    const send = senderOf(generous)
    const read = async () => limitsIn(await send('GET', '/v1/goals', { headers: asProgram }))[1]
    expect(await read()).toBe('"requests";r=2999;t=60, "writes";r=600;t=60, "organization";r=11999;t=60')
    clock.advance({ milliseconds: 12_500 })
    await send('POST', '/v1/goal-labels', { headers: asProgram, body: {} })
    expect(await read()).toBe('"requests";r=2997;t=48, "writes";r=599;t=48, "organization";r=11997;t=48')
    clock.advance({ milliseconds: 47_500 })
    expect(await read()).toBe('"requests";r=2999;t=60, "writes";r=600;t=60, "organization";r=11999;t=60')
  })

  it('show a token only its own requests, and nobody those of another person', async () => {
    const send = senderOf(generous, owner.cookie)
    for (let request = 0; request < 3; request++) await send('GET', '/v1/goals')
    const [, ofToken] = limitsIn(await send('GET', '/v1/goals', { headers: asProgram }))
    expect(ofToken).toContain('"requests";r=2999;')
    const [, ofOther] = limitsIn(await senderOf(generous, world.admin.cookie)('GET', '/v1/goals'))
    expect(ofOther).toContain('"requests";r=5999;')
    const [, ofOwner] = limitsIn(await send('GET', '/v1/goals'))
    expect(ofOwner).toContain('"requests";r=5995;')
  })

  it('are on errors of a verified caller', async () => {
    const send = senderOf(generous, owner.cookie)
    const errors = await Promise.all([
      send('GET', `/v1/goals/${unknownId}`),
      send('POST', '/v1/goals', { body: {} }),
      send('GET', '/v1/goals', { headers: { 'organization-id': unknownId } }),
      send('GET', '/v1/goals', { headers: { 'organization-id': 'no id' } }),
      send('POST', '/v1/goals', { headers: asProgram, body: {} }),
    ])
    expect(errors.map(({ status }) => status)).toEqual([404, 400, 403, 400, 400])
    for (const error of errors) expect(limitsIn(error)).not.toEqual(none)
  })

  it('are not on refusals of a caller who is not verified', async () => {
    const send = senderOf(generous)
    for (const headers of [{}, { authorization: 'Bearer cairn_x' }, { cookie: `${owner.cookie}x` }]) {
      const response = await send('GET', '/v1/goals', { headers })
      expect([response.status, ...limitsIn(response)]).toEqual([401, ...none])
    }
    const crossSite = await senderOf(generous, owner.cookie)('POST', '/v1/goals', {
      headers: { origin: 'https://evil.test' },
      body: {},
    })
    expect([crossSite.status, ...limitsIn(crossSite)]).toEqual([403, ...none])
  })

  it('are absent with RATE_LIMITS=off', async () => {
    expect(limitsIn(await senderOf(unlimited, owner.cookie)('GET', '/v1/goals'))).toEqual(none)
  })

  it('allow more than one machine can serve by default', async () => {
    expect(limitsIn(await senderOf(service, owner.cookie)('GET', '/v1/goals'))[0]).toBe(
      '"requests";q=6000000;w=60, "writes";q=1200000;w=60, "organization";q=10000000;w=60',
    )
  })
})

describe('one request too many', () => {
  it.each(guarded)('is a 429 of %s, which then changes nothing', async (id) => {
    let before: unknown
    const response = await sendExample(strict, id, async (cookie) => {
      expect((await senderOf(strict, cookie)('GET', '/v1/auth/session')).status).toBe(200)
      before = await readTable(table.database)
    })
    expect(response).toMatchObject(refusal('too_many_requests'))
    expect(await readTable(table.database)).toEqual(before)
    expect(response.headers.get('retry-after')).toBe('60')
    expect(response.headers.get('ratelimit')).toMatch(/^"requests";r=0;t=60, "writes";r=\d+;t=60$/)
  })

  it.each(open)('does not refuse %s', async (id) => {
    await senderOf(strict, owner.cookie)('GET', '/v1/auth/session')
    expect((await sendExample(strict, id)).status).not.toBe(429)
  })

  it('is refused before scope and body, and after the credential and the Origin', async () => {
    const reader = await createToken(owner, ['goals:read'])
    const send = senderOf(strict)
    const headers = { origin: undefined, ...bearer(reader.secret) }
    await send('GET', '/v1/goals', { headers })
    const write = () => send('POST', '/v1/goal-labels', { headers, rawBody: 'no JSON' })
    expect(await write()).toMatchObject(refusal('too_many_requests'))
    clock.advance({ milliseconds: 60_000 })
    expect(await write()).toMatchObject(refusal('insufficient_scope'))
    expect(await send('GET', '/v1/goals')).toMatchObject(refusal('unauthorized'))
    const foreign = { cookie: owner.cookie, origin: 'https://evil.test' }
    expect(await send('POST', '/v1/goals', { headers: foreign })).toMatchObject(refusal('origin_not_allowed'))
  })
})

describe('nobody can exhaust the limit of somebody else', () => {
  const isServed = async (cookie: string) =>
    (await senderOf(strict, cookie)('GET', '/v1/goals')).status === 200

  it('not in another organization, nor in the same one', async () => {
    expect(await isServed(world.stranger.cookie)).toBe(true)
    expect(await isServed(world.stranger.cookie)).toBe(false)
    expect(await isServed(owner.cookie)).toBe(true)
    expect(await isServed(owner.cookie)).toBe(false)
    expect(await isServed(world.admin.cookie)).toBe(true)
  })

  it('not with wrong credentials', async () => {
    const send = senderOf(strict)
    const { id, secret } = await createToken(owner)
    const forged = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`
    const [name, value = ''] = owner.cookie.split('=')
    const cookie = `${name}=${value.slice(0, -4)}AAAA`
    for (let request = 0; request < 3; request++) {
      expect((await send('GET', '/v1/goals', { headers: bearer(forged) })).status).toBe(401)
      expect((await send('GET', '/v1/goals', { headers: { cookie } })).status).toBe(401)
    }
    expect(id).toBeDefined()
    expect(await isServed(owner.cookie)).toBe(true)
  })
})
