import { listedTools } from '@cairn/contract/mcp/tool-list'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { createWorld, type World } from '../../support/people/world.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { currentMessage, earlierHeaders, message, post } from './support/post.ts'

const kib = 1024

/** Text that takes the most bytes in different ways: as it is, in UTF-8, in JSON, and in JSON within JSON. */
const alphabets = ['a', 'é', '漢', '😀', '"', '\\', '\u0001']
const textOf = (alphabet: string, length: number) => alphabet.repeat(Math.floor(length / alphabet.length))

let service: TestService
let world: World<TestService>
let secret: string
/** Goals of nearly 256 KiB. */
const goalIds: string[] = []
/** Goals with the worst titles, below the first of them and waiting for each other. */
const worstIds: string[] = []
/** A goal with 500 entries of history. */
let oldGoalId: string

beforeAll(async () => {
  service = await startTestService({ environment: { RATE_LIMITS: 'off' } })
  world = await createWorld(service)
  const { api } = world.owner
  secret = (await createToken(world.owner)).secret
  for (const alphabet of alphabets) {
    const bytes = Buffer.byteLength(JSON.stringify(alphabet)) - 2
    const { label } = await api.createGoalLabel({
      body: { name: `${goalIds.length} ${'x'.repeat(60)}`, description: textOf('漢', 500) },
    })
    const { goal } = await api.createGoal({
      body: {
        title: `T${textOf(alphabet, 199)}`,
        detailedDescription: textOf(alphabet, Math.floor((200 * kib) / bytes) * alphabet.length),
        timeframe: { kind: 'deadline', targetDate: '2027-06-30' },
        labelIds: [label.id],
      },
    })
    goalIds.push(goal.id)
    const { goal: judged } = await api.createGoal({
      body: {
        detailedDescription: 'Many criteria',
        timeframe: { kind: 'continuous' },
        criteria: Array.from({ length: 100 }, (_, index) => ({
          title: `${index} ${textOf('漢', 190)}`,
          description: textOf(alphabet, Math.floor((1_500 / bytes) * alphabet.length)),
        })),
        measures: Array.from({ length: 20 }, (_, index) => ({
          title: `${index} ${textOf('漢', 190)}`,
          start: 0,
          target: 10,
        })),
      },
    })
    goalIds.push(judged.id)
    await api.createGoalUpdate({
      params: { goalId: judged.id },
      body: {
        status: 'active',
        health: 'off_track',
        summary: `S${textOf(alphabet, 400)}`,
        details: textOf(alphabet, Math.floor((60 * kib) / bytes) * alphabet.length),
        expectedRevision: 1,
        idempotencyKey: 'long',
        verdicts: judged.criteria.map(({ id }) => ({
          criterionId: id,
          result: 'met' as const,
          note: textOf('n', 700),
        })),
        evidence: Array.from({ length: 20 }, () => ({ title: textOf('漢', 200), text: textOf('漢', 900) })),
      },
    })
    await api.updateGoal({
      params: { goalId: judged.id },
      body: { criteria: [], detailedDescription: textOf(alphabet, 30_000) },
    })
  }
  const worst = (length: number) => `x${textOf('\u0001', length - 1)}`
  for (let count = 0; count < 20; count++) {
    await api.createGoalLabel({
      body: { name: `${count}${worst(60)}`, color: worst(32), description: worst(500) },
    })
    const { goal } = await api.createGoal({
      body: {
        title: worst(200),
        detailedDescription: worst(200),
        timeframe: { kind: 'continuous' },
        // Each is below the first one, and waits for all others before it.
        parentGoalId: worstIds[0] ?? null,
        blockedByGoalIds: worstIds.slice(1),
      },
    })
    worstIds.push(goal.id)
    await api.createGoalUpdate({
      params: { goalId: goal.id },
      body: {
        status: 'active',
        summary: worst(500),
        details: worst(2_000),
        expectedRevision: 1,
        idempotencyKey: 'worst',
        runId: worst(200),
      },
    })
  }
  const { goal } = await api.createGoal({
    body: { detailedDescription: 'Old', timeframe: { kind: 'continuous' } },
  })
  oldGoalId = goal.id
  for (let revision = 1; revision < 500; revision++) {
    await api.createGoalUpdate({
      params: { goalId: goal.id },
      body: {
        status: 'active',
        summary: `Report ${revision} ${textOf('漢', 300)}`,
        details: textOf('\u0001', 3_000),
        expectedRevision: revision,
        idempotencyKey: String(revision),
      },
    })
  }
})
afterAll(() => service.stop())

type Result = { isError?: boolean; structuredContent: Record<string, unknown> & { error?: { code: string } } }

/** Both versions; returns the bytes of the larger response. */
async function call(name: string, input: object = {}): Promise<{ bytes: number; result: Result }> {
  const current = await post(service, ...currentMessage(secret, 'tools/call', { name, arguments: input }))
  const earlier = await post(
    service,
    message('tools/call', { name, arguments: input }),
    earlierHeaders(secret),
  )
  const { result } = current.body as { result: Result }
  return { bytes: Math.max(current.bytes, earlier.bytes), result }
}

describe('the tool list', () => {
  test('takes at most 12 KiB, as sent', async () => {
    const current = await post(service, ...currentMessage(secret, 'tools/list'))
    const earlier = await post(service, message('tools/list'), earlierHeaders(secret))
    expect(Math.max(current.bytes, earlier.bytes)).toBeLessThanOrEqual(12 * kib)
    expect(listedTools()).toHaveLength(8)
  })

  test('and a brief take less than 20 KiB', async () => {
    const list = await post(service, ...currentMessage(secret, 'tools/list'))
    const { bytes, result } = await call('brief')
    expect(result.structuredContent).toMatchObject({ moreGoals: true })
    expect(list.bytes + bytes).toBeLessThan(20 * kib)
  })
})

describe('results', () => {
  const inputs = (): [string, object][] => [
    ...goalIds.flatMap((goalId): [string, object][] => [
      ['get_goal', { goalId }],
      ['get_history', { goalId }],
      ['get_history', { goalId, kind: 'edits' }],
      ['get_history', { goalId, entry: 1 }],
    ]),
    ['brief', {}],
    ['brief', { limit: 100 }],
    ...worstIds.map((goalId): [string, object] => ['get_goal', { goalId }]),
    ['find_goals', {}],
    ['find_goals', { blocked: true, limit: 80 }],
    ['find_goals', { limit: 80 }],
    ['find_goals', { q: 'x', limit: 80 }],
    ['get_history', { goalId: oldGoalId, limit: 40 }],
    ['manage_labels', { action: 'list' }],
  ]

  test('take at most 16 KiB', async () => {
    for (const [name, input] of inputs()) {
      const { bytes, result } = await call(name, input)
      expect(result.isError, JSON.stringify(result.structuredContent.error)).toBeUndefined()
      expect(bytes, `${name} ${JSON.stringify(input)}`).toBeLessThanOrEqual(16 * kib)
    }
  })

  test.each([4, 64])('take at most %d KiB if asked to', async (maxKiB) => {
    const sizes: number[] = []
    for (const [name, input] of inputs()) {
      if (name === 'brief' || name === 'manage_labels') continue
      const { bytes, result } = await call(name, { ...input, maxKiB })
      expect(result.isError, JSON.stringify(result.structuredContent.error)).toBeUndefined()
      expect(bytes, `${name} ${JSON.stringify(input)}`).toBeLessThanOrEqual(maxKiB * kib)
      sizes.push(bytes)
    }
    expect(Math.max(...sizes)).toBeGreaterThan(0.7 * maxKiB * kib)
  })

  test('of refused changes take at most 16 KiB', async () => {
    for (const goalId of [...goalIds, oldGoalId]) {
      const report = { status: 'active', summary: 'Late', details: 'Late', expectedRevision: 900 }
      const { bytes, result } = await call('report_progress', { goalId, ...report })
      expect(result.structuredContent.error?.code).toBe('goal_revision_conflict')
      expect(bytes).toBeLessThanOrEqual(16 * kib)
      const behind = await call('report_progress', { goalId, ...report, expectedRevision: 1 })
      expect(behind.bytes).toBeLessThanOrEqual(16 * kib)
      if (goalId === oldGoalId) {
        // The newest of what was missed, within the limit.
        expect(behind.result.structuredContent).toMatchObject({
          error: {
            conflict: {
              revision: 500,
              updates: expect.arrayContaining([expect.objectContaining({ revision: 500 })]),
            },
          },
        })
      }
    }
  })
})
