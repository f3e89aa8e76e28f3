import { randomUUID } from 'node:crypto'
import { newTokenSecret } from '@cairn/domain/programs/api-tokens/secrets/token-secret'
import { Pool } from 'undici'
import { describe, expect, it } from 'vitest'
import { median } from '../../benchmarks/statistics/percentiles.ts'
import { bearer, createToken } from '../../support/people/api-tokens.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { createSend } from '../../support/requests/exchange.ts'
import { minimalGoal, publish } from '../../support/requests/goals.ts'

/**
 * A program with 64 connections in a loop, and a person with one, on one machine. Time is counted in requests: how many
 * of the program are served while one of the person waits. So the result does not depend on the machine. If all
 * requests were served alike, it would be about 64.
 */

const { service, ada, signInAs } = await startWithAda()
const connections = 64
const requestsOfPerson = 60
/** 12 and 16 were measured: three or four turns of the event loop, with four requests of the program in each. */
const most = 24

type Request = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

/** Returns how many requests of the loop ended during each request of the person. */
async function servedMeanwhile(loop: () => Request, mine: Request, status = 200): Promise<number[]> {
  const program = new Pool(service.origin, { connections, pipelining: 1 })
  const person = new Pool(service.origin, { connections: 1, pipelining: 1 })
  const ask = async (pool: Pool, request: Request, expected: number) => {
    const { statusCode, body } = await pool.request(request)
    await body.dump()
    expect(statusCode).toBe(expected)
  }
  let served = 0
  let isOver = false
  const clients = Array.from({ length: connections }, async () => {
    while (!isOver) {
      await ask(program, loop(), status)
      served++
    }
  })
  const counts: number[] = []
  try {
    for (let request = 0; request < requestsOfPerson; request++) {
      const before = served
      await ask(person, mine, mine.method === 'GET' ? 200 : 201)
      counts.push(served - before)
    }
  } finally {
    isOver = true
    await Promise.all(clients)
    await Promise.all([program.close(), person.close()])
  }
  return counts
}

describe('while a program loops with 64 connections, a person waits for few of its requests', async () => {
  const robot = await signInAs('Robot')
  const goal = await publish(createSend(service, robot))
  const { secret } = await createToken(robot)
  const own = await publish(createSend(service, ada))
  const json = { 'content-type': 'application/json' }
  const read: Request = { method: 'GET', path: `/v1/goals/${goal.id}`, headers: bearer(secret) }
  const write: Request = {
    method: 'POST',
    path: '/v1/goals',
    headers: { ...json, ...bearer(secret) },
    body: JSON.stringify(minimalGoal),
  }
  const headers = { cookie: ada.cookie, origin: service.origin }

  const mine: Request = { method: 'GET', path: `/v1/goals/${own.id}`, headers }

  it.each([
    ['it reads', read, 200],
    ['it publishes', write, 201],
  ])('to read, while %s', async (_, request, status) => {
    const counts = await servedMeanwhile(() => request, mine, status)
    expect(median(counts)).toBeLessThanOrEqual(most)
  })

  it('to read, while it makes up another token each time', async () => {
    const guess = () => ({ ...read, headers: bearer(newTokenSecret(randomUUID())) })
    const counts = await servedMeanwhile(guess, mine, 401)
    expect(median(counts)).toBeLessThanOrEqual(most)
  })

  it('to publish, while it reads', async () => {
    const counts = await servedMeanwhile(() => read, { ...write, headers: { ...json, ...headers } })
    expect(median(counts)).toBeLessThanOrEqual(most)
  })
})
