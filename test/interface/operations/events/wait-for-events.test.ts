import { setImmediate as turn } from 'node:timers/promises'
import type { Client } from '@cairn/contract/http/client'
import type { OutputOf } from '@cairn/contract/registry/registry'
import { waitLimits } from '@cairn/lambda/pipeline/waiting/event-waits'
import { afterEach, describe, expect, it } from 'vitest'
import { bearer, createToken, type Integration, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel } from '../../../support/people/goals.ts'
import { invite, join } from '../../../support/people/invite.ts'
import { type Browser, signIn } from '../../../support/people/sign-in.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { recordCalls, untilOthersAreDone } from '../../../support/service/call-recorder.ts'
import { createTestTable } from '../../../support/service/engine.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

/** Longer than any test takes. */
const wait = 25

const table = await createTestTable()
const recorder = recordCalls(table, { quietMilliseconds: 0 })
const service = stopAfterFile(await startTestService({ table, attach: recorder.attach, background: true }))
const signInAs = (displayName: string) =>
  signIn(service, { email: `${displayName.toLowerCase()}@example.com`, displayName })
const ada = await signInAs('Ada')
const bob = await signInAs('Bob')
await join(ada, bob)
const goal = await createGoal(ada)

const aborts: AbortController[] = []
afterEach(() => {
  for (const abort of aborts.splice(0)) abort.abort()
})

type Answer = OutputOf<'listEvents'>
type Reader = { api: Client; headers: Record<string, string> }

const browser = ({ api, cookie }: Browser): Reader => ({ api, headers: { cookie } })
const program = ({ secret }: Integration): Reader => ({
  api: programWith(service, { secret }),
  headers: bearer(secret),
})

/** Sends a request that waits, and resolves when the service waits for nothing else. */
async function hold({ api, headers }: Reader, more: { limit?: string } = {}) {
  const { cursor } = await api.listEvents({ query: { order: 'desc', limit: 1 } })
  const query = new URLSearchParams({ after: cursor, wait: String(wait), ...more })
  const abort = new AbortController()
  aborts.push(abort)
  const held = { isAnswered: false, abort }
  recorder.reset()
  const { signal } = abort
  const response = fetch(`${service.origin}/v1/events?${query}`, { headers, signal }).finally(() => {
    held.isAnswered = true
  })
  response.catch(() => undefined)
  await expect.poll(() => recorder.calls.length).toBeGreaterThan(0)
  await untilOthersAreDone(recorder)
  return Object.assign(held, { answer: async () => (await (await response).json()) as Answer, response })
}

const typesOf = ({ events }: { events: { type: string }[] }) => events.map(({ type }) => type)

describe('on one machine, a request that waits', () => {
  it('200s with an event that happens, and asks the database nothing until then', async () => {
    const held = await hold(browser(bob))
    recorder.reset()
    for (let number = 0; number < 100; number++) await turn()
    expect(held.isAnswered).toBe(false)
    expect(recorder.calls).toEqual([])
    await createLabel(ada, 'Forest')
    const answer = await held.answer()
    expect(typesOf(answer)).toEqual(['label.created'])
    expect(answer).toMatchObject({ nextCursor: null, pollAfterSeconds: 0 })
  })

  it('200s at once with what has happened before', async () => {
    const answer = await bob.api.listEvents({ query: { wait } })
    expect(answer.events.length).toBeGreaterThan(0)
  })

  it('200s with nothing after its time', async () => {
    const { cursor: after } = await bob.api.listEvents({ query: { order: 'desc', limit: 1 } })
    const answer = await bob.api.listEvents({ query: { after, wait: 1 } })
    expect(answer).toEqual({ events: [], nextCursor: null, cursor: expect.any(String), pollAfterSeconds: 0 })
  })

  it('goes on waiting if an event is beyond its sight, also with a limit', async () => {
    const held = await hold(browser(bob), { limit: '1' })
    await invite(ada, 'cem@example.com')
    await invite(ada, 'dora@example.com')
    await ada.api.listEvents()
    await untilOthersAreDone(recorder)
    expect(held.isAnswered).toBe(false)
    await createLabel(ada, 'Desert')
    expect(typesOf(await held.answer())).toEqual(['label.created'])
  })

  it('of a limited token waits for events of its goals', async () => {
    const token = await createToken(ada, ['goals:read:all'], { goalIds: [goal.id] })
    const held = await hold(program(token))
    await createGoal(ada)
    await ada.api.updateGoal({ params: { goalId: goal.id }, body: { title: 'Another' } })
    const answer = await held.answer()
    expect(answer.events.map(({ type, goal }) => [type, goal?.id])).toEqual([['goal.edited', goal.id]])
  })

  it('401s if its token was revoked meanwhile', async () => {
    const token = await createToken(bob, ['goals:read:all'])
    const held = await hold(program(token))
    await bob.api.revokeApiToken({ params: { tokenId: token.id } })
    await createLabel(ada, 'Sea')
    expect((await held.response).status).toBe(401)
  })

  it('leaves the other requests of its user their turns', async () => {
    const held = await Promise.all(Array.from({ length: 8 }, () => hold(browser(bob))))
    expect((await ada.api.getMe()).user.displayName).toBe('Ada')
    expect((await bob.api.getMe()).user.displayName).toBe('Bob')
    expect(held.some(({ isAnswered }) => isAnswered)).toBe(false)
  })

  it('200s at once if too many of its user wait, and is held again when a client has gone', async () => {
    const held = await Promise.all(Array.from({ length: waitLimits.perUser }, () => hold(browser(bob))))
    const { cursor: after } = await bob.api.listEvents({ query: { order: 'desc', limit: 1 } })
    const query = { after, wait }
    expect(await bob.api.listEvents({ query })).toMatchObject({ events: [], pollAfterSeconds: 5 })
    expect(held.some(({ isAnswered }) => isAnswered)).toBe(false)
    held[0]?.abort.abort()
    const isHeld = async () => !(await hold(browser(bob))).isAnswered
    await expect.poll(isHeld).toBe(true)
  })

  it('200s at once for older events', async () => {
    const sam = await signInAs('Sam')
    const oldest = await sam.api.listEvents({ query: { order: 'desc' } })
    const answer = await sam.api.listEvents({ query: { after: oldest.cursor, wait, order: 'desc' } })
    expect(answer.pollAfterSeconds).toBe(5)
  })

  it.each(['26', '-1', '1.5', 'x'])('400s with %s seconds', async (seconds) => {
    const send = createSend(service, bob)
    expect(await send('GET', `/v1/events?wait=${seconds}`)).toMatchObject(refusal('invalid_request', 'wait'))
  })
})

describe('a request that does not wait', () => {
  it('says when to ask again: at once if more events follow', async () => {
    const { cursor } = await ada.api.listEvents({ query: { order: 'desc', limit: 1 } })
    expect((await ada.api.listEvents({ query: { after: cursor } })).pollAfterSeconds).toBe(5)
    expect((await ada.api.listEvents({ query: { after: cursor, wait: 0 } })).pollAfterSeconds).toBe(5)
    expect((await ada.api.listEvents({ query: { limit: 1 } })).pollAfterSeconds).toBe(0)
  })
})

it('200s at once on a table with a stream, as on AWS', async () => {
  const onStream = stopAfterFile(
    await startTestService({ environment: { SEARCH_INDEX: 'stream' }, background: false }),
  )
  const sam = await signIn(onStream, { email: 'sam@example.com', displayName: 'Sam' })
  const { cursor: after } = await sam.api.listEvents({ query: { order: 'desc', limit: 1 } })
  expect(await sam.api.listEvents({ query: { after, wait } })).toMatchObject({
    events: [],
    pollAfterSeconds: 5,
  })
})

it('200s when the service stops', async () => {
  const held = await hold(browser(ada))
  await service.stop()
  expect((await held.answer()).events).toEqual([])
})
