import {
  CairnApiError,
  CairnClaimLostError,
  type ClaimedWork,
  createCairnClient,
  type GoalClaim,
} from '@cairn/client'
import { beforeEach, describe, expect, it } from 'vitest'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { type Answer, broken, json, refusal, silent, startFakeService } from '../support/fake-service.ts'

const service = stopAfterFile(await startFakeService())
const goalId = '5d0e9f0a-7b7a-4a1c-9d52-6a4e8f7b2c10'
const holder = { kind: 'agent', id: 'token-1', name: 'Bot' }
const claim = { fence: 7, holder, runId: 'run-1' } as unknown as GoalClaim
const claimed = json(201, { goal: { id: goalId }, claim })
const renewed = json(200, { claim })
const done: Answer = (response) => response.writeHead(204).end()
const lostTo = (other: unknown) =>
  json(409, { error: 'goal_claim_lost', message: 'The claim was lost.', claim: other })

/** The time that only this clock has. A pause advances it, as a timer would. */
let time = 0
let pauses: number[] = []
/** The pause in which work ends, from 1. */
let endsIn = Number.POSITIVE_INFINITY
let end: () => void = () => undefined

const cairn = createCairnClient({
  origin: service.origin,
  token: 'secret',
  now: () => time,
  pause: (milliseconds, signal) => {
    if (signal?.aborted) return Promise.reject(signal.reason)
    pauses.push(milliseconds)
    time += milliseconds
    if (pauses.length < endsIn) return Promise.resolve()
    end()
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  },
})

const sent = () => service.got.map(({ method, path }) => `${method} ${path.split('?')[0]?.split('/').at(-1)}`)

/** Works until the pause with this number, or until the claim is lost. */
async function workUntil(pause: number, answers: Answer[]) {
  endsIn = pause
  service.answers = answers
  return cairn.withClaim(
    goalId,
    ({ signal }) =>
      new Promise<string>((resolve) => {
        end = () => resolve('done')
        signal.addEventListener('abort', () => resolve('stopped'))
      }),
    { leaseSeconds: 60, runId: 'run-1' },
  )
}

beforeEach(() => {
  service.got.length = 0
  time = 1_000
  pauses = []
})

describe('a claim', () => {
  it('names a run of its own, so that a lost response is repeated by the same holder', async () => {
    service.answers = [broken, claimed]
    const held = await cairn.claim(goalId)
    const bodies = service.got.map(({ body }) => JSON.parse(body))
    expect(bodies[0]).toEqual({ leaseSeconds: 900, runId: expect.stringMatching(/^[\da-f-]{36}$/) })
    expect(bodies[1]).toEqual(bodies[0])
    // From before the first attempt: the lease may have begun there.
    expect(held).toEqual({ goal: { id: goalId }, claim, leaseSeconds: 900, heldUntil: 901_000 })
  })

  it('that is extended is a claim too', async () => {
    service.answers = [json(200, { goal: { id: goalId }, claim })]
    expect((await cairn.claim(goalId, { runId: 'run-1' })).claim.fence).toBe(7)
  })

  it('of the next goal says when to ask again if none is ready', async () => {
    service.answers = [json(200, { goal: null, retryAfterSeconds: 9 }), claimed]
    expect(await cairn.claimNext({ parentGoalId: goalId })).toEqual({ goal: null, retryAfterSeconds: 9 })
    expect(await cairn.claimNext()).toMatchObject({ claim: { fence: 7 } })
    expect(JSON.parse(service.got[0]?.body ?? '')).toMatchObject({ parentGoalId: goalId })
  })

  it('says who has the goal, and why it is not ready', async () => {
    service.answers = [
      json(409, { error: 'goal_claimed', message: 'Somebody works on it.', claim }),
      json(409, { error: 'goal_not_ready', message: 'It waits.', reasons: ['blocked'] }),
    ]
    await expect(cairn.claim(goalId)).rejects.toMatchObject({ code: 'goal_claimed', claim: { fence: 7 } })
    await expect(cairn.claim(goalId)).rejects.toMatchObject({ code: 'goal_not_ready', reasons: ['blocked'] })
  })

  it('is released once, again after a broken connection, and not at all if it has ended', async () => {
    service.answers = [broken, done, lostTo(null), refusal(403, 'insufficient_scope')]
    await cairn.release(goalId, 7)
    await cairn.release(goalId, 7)
    await expect(cairn.release(goalId, 7)).rejects.toThrow('insufficient_scope')
    expect(service.got[0]?.path).toBe(`/v1/goals/${goalId}/claim?fence=7`)
  })

  it('is renewed once by hand', async () => {
    service.answers = [broken, renewed, lostTo(claim)]
    expect(await cairn.renew(goalId, { fence: 7, note: 'Half' })).toEqual(claim)
    await expect(cairn.renew(goalId, { fence: 6 })).rejects.toMatchObject({ code: 'goal_claim_lost' })
  })
})

describe('work under a claim', () => {
  it('is renewed at a third of the lease, and released after it', async () => {
    expect(await workUntil(3, [claimed, renewed, renewed, done])).toBe('done')
    expect(sent()).toEqual(['POST claim', 'PUT claim', 'PUT claim', 'DELETE claim'])
    expect(pauses).toEqual([20_000, 20_000, 20_000])
    expect(JSON.parse(service.got[1]?.body ?? '')).toEqual({ fence: 7, leaseSeconds: 60 })
  })

  it('is released if it fails, which is what is thrown', async () => {
    endsIn = 1
    service.answers = [claimed, refusal(500, 'internal_error')]
    const work = cairn.withClaim(goalId, async () => {
      throw new Error('No tests.')
    })
    // A release that fails hides nothing: the lease ends by itself.
    await expect(work).rejects.toThrow('No tests.')
    expect(sent()).toEqual(['POST claim', 'DELETE claim'])
  })

  it('may use a goal that is held already', async () => {
    endsIn = 1
    service.answers = [claimed, done]
    const held = await cairn.claim(goalId, { leaseSeconds: 60 })
    const work = async ({ goal, claim: { fence } }: ClaimedWork) => [goal.id, fence]
    expect(await cairn.withClaim(held, work)).toEqual([goalId, 7])
    expect(sent()).toEqual(['POST claim', 'DELETE claim'])
  })

  it('is stopped when somebody else has the goal, and releases nothing', async () => {
    const lost = workUntil(9, [claimed, renewed, lostTo({ ...claim, fence: 8 })])
    await expect(lost).rejects.toBeInstanceOf(CairnClaimLostError)
    await expect(lost).rejects.toThrow('The claim was lost: The claim was lost.')
    await expect(lost).rejects.toHaveProperty('cause.claim.fence', 8)
    expect(sent()).toEqual(['POST claim', 'PUT claim', 'PUT claim'])
  })

  it.each([
    [401, 'invalid_api_token'],
    [404, 'goal_not_found'],
  ])('is stopped by %i %s', async (status, code) => {
    await expect(workUntil(9, [claimed, refusal(status, code)])).rejects.toThrow(code)
  })

  it('goes on while the service is gone, until the lease ends', async () => {
    const lost = workUntil(99, [claimed, renewed, broken])
    await expect(lost).rejects.toThrow('The lease ended before it could be renewed.')
    await expect(lost).rejects.toHaveProperty('cause.name', 'CairnConnectionError')
    // Renewed after 20 seconds, and tried every 5 seconds for the 40 that are left, and not after.
    expect(pauses).toEqual([20_000, 20_000, ...Array(8).fill(5_000)])
    expect(time).toBe(81_000)
  })

  it('goes on when the service is back in time, as late as it asks for', async () => {
    const busy = refusal(429, 'too_many_requests', { 'retry-after': '30' })
    expect(await workUntil(4, [claimed, busy, refusal(503, 'unavailable'), renewed, done])).toBe('done')
    expect(pauses).toEqual([20_000, 30_000, 5_000, 20_000])
  })

  it('is stopped if it was asleep for longer than its lease, before anything is sent', async () => {
    endsIn = 9
    service.answers = [claimed]
    const work = cairn.withClaim(
      goalId,
      ({ signal }) => {
        time += 3_600_000
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve('stopped')))
      },
      { leaseSeconds: 60 },
    )
    await expect(work).rejects.toThrow('The lease ended before it could be renewed.')
    expect(sent()).toEqual(['POST claim'])
  })

  it('does not wait longer than the lease for a renewal', async () => {
    const real = createCairnClient({
      origin: service.origin,
      token: 'secret',
      now: () => time,
      pause: async () => {
        time += 59_990
      },
    })
    service.answers = [claimed, silent]
    const lost = real.withClaim(
      goalId,
      ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('stopped'))),
      { leaseSeconds: 60 },
    )
    await expect(lost).rejects.toHaveProperty('cause.name', 'CairnTimeoutError')
  })
})

describe('a claim that ends in the middle', () => {
  const report = (status: string, id: string) =>
    json(200, { updates: [{ status, actor: { kind: 'agent', id } }] })

  it('by the report of the work itself lets it finish', async () => {
    endsIn = 2
    service.answers = [claimed, lostTo(null), report('completed', 'token-1'), lostTo(null)]
    const work = cairn.withClaim(goalId, async ({ signal }) => {
      await expect.poll(() => service.got.length).toBe(3)
      return signal.aborted
    })
    expect(await work).toBe(false)
    expect(sent()).toEqual(['POST claim', 'PUT claim', 'GET updates', 'DELETE claim'])
  })

  it.each<[string, Answer]>([
    ['because somebody else finished the goal', report('archived', 'user-2')],
    ['because somebody took it back', report('active', 'token-1')],
    ['and nobody says why', refusal(404, 'goal_not_found')],
  ])('%s stops the work', async (_, latest) => {
    await expect(workUntil(9, [claimed, lostTo(null), latest])).rejects.toBeInstanceOf(CairnClaimLostError)
  })
})

it('a report under a lost claim is not sent on top of what was missed', async () => {
  const conflict = { revision: 2, updates: [], edits: [], truncated: false }
  service.answers = [json(409, { error: 'goal_claim_lost', message: 'Lost.', claim: null, conflict })]
  const report = { summary: 'Late', details: 'Late', status: 'active', expectedRevision: 1 } as const
  const late = cairn.report(goalId, { ...report, claimFence: 6 }, { onConflict: () => true })
  await expect(late).rejects.toBeInstanceOf(CairnApiError)
  await expect(late).rejects.toMatchObject({ code: 'goal_claim_lost', conflict: { revision: 2 } })
  expect(service.got).toHaveLength(1)
})

describe('a question', () => {
  const question = { id: 'q-1', goalId, state: 'open' }
  const open = json(200, { question, pollAfterSeconds: 7 })
  const answered = json(200, { question: { ...question, state: 'answered' }, pollAfterSeconds: null })

  it('is asked once', async () => {
    service.answers = [broken, json(201, { question, pollAfterSeconds: 7 })]
    expect(await cairn.ask(goalId, { text: 'Blue?' })).toEqual(question)
    const [first, second] = service.got.map(({ headers }) => headers['idempotency-key'])
    expect(second).toBe(first)
  })

  it('is looked at as often as the service says, until it is closed', async () => {
    service.answers = [open, open, answered]
    expect(await cairn.waitForAnswer({ goalId, id: 'q-1' })).toMatchObject({ state: 'answered' })
    expect(pauses).toEqual([7_000, 7_000])
  })

  it('is waited for while the service is gone', async () => {
    service.answers = [...Array<Answer>(5).fill(refusal(503, 'unavailable')), answered]
    expect(await cairn.waitForAnswer({ goalId, id: 'q-1' })).toMatchObject({ state: 'answered' })
    // Four attempts, and a pause before the next ones.
    expect(pauses.slice(3, 4)).toEqual([10_000])
  })

  it('that is gone, or a signal, ends the wait', async () => {
    service.answers = [refusal(404, 'question_not_found')]
    await expect(cairn.waitForAnswer({ goalId, id: 'q-1' })).rejects.toThrow('question_not_found')
    service.answers = [open]
    const signal = AbortSignal.abort('enough')
    await expect(cairn.waitForAnswer({ goalId, id: 'q-1' }, { signal })).rejects.toBe('enough')
  })
})
