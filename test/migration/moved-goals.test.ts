import { verifyHistory } from '@cairn/contract/history-chain'
import type { GoalUpdate } from '@cairn/contract/schemas/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals'
import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { writeLayout } from '@cairn/domain/migration/layout'
import { moveGoals } from '@cairn/domain/migration/move-goals'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestTable } from '../support/service/engine.ts'
import { startTestService, type TestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { readTable } from '../support/table/read-table.ts'
import {
  allOf,
  clock,
  goalCount,
  type RecordedRequest,
  sendRecorded,
  version01,
  writeVersion01,
} from './support/version-0.1.ts'

let service: TestService

beforeAll(async () => {
  const table = await createTestTable()
  await writeVersion01(table)
  const counts = await allOf(moveGoals(table.database))
  expect(counts.at(-1)).toEqual({ moved: goalCount, removed: 1, problems: [] })
  await writeLayout(table.database)
  const environment = { CURSOR_SECRET: version01.cursorSecret, RATE_LIMITS: 'off' }
  service = stopAfterFile(await startTestService({ table, clock, environment }))
})

/** The goal, and its whole history. */
async function historyOf(goalId: string, token: string): Promise<{ goal: Goal; updates: GoalUpdate[] }> {
  const get = async (path: string) => (await sendRecorded(service, { method: 'GET', path, token })).body
  const { goal } = (await get(`/v1/goals/${goalId}`)) as { goal: Goal }
  const updates: GoalUpdate[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `?cursor=${cursor}`
    const page = (await get(`/v1/goals/${goalId}/updates${query}`)) as {
      updates: GoalUpdate[]
      nextCursor: string | null
    }
    updates.push(...page.updates)
    cursor = page.nextCursor
  } while (cursor !== null)
  return { goal, updates }
}

const movedGoals = Object.entries(version01.goalIds)
  .filter(([name]) => name !== 'deleted' && name !== 'half deleted')
  .map(([name, goalId]) => ({ name, goalId, token: name === 'elsewhere' ? 'ada elsewhere' : 'ada' }))

it('leaves a sound table, with no record of version 0.1', async () => {
  const findings = await allOf(checkTable(service.table.database, { now: clock() }))
  expect(findings).toEqual([])
  // Throws on a record of an unknown entity.
  const content = await readTable(service.table.database)
  expect(content.goalRow).toHaveLength(goalCount)
  expect(content.goalEdit).toEqual([])
})

/** Removes from an object what an earlier response does not have, at any depth. */
function reducedTo(earlier: unknown, now: unknown): unknown {
  if (Array.isArray(earlier) && Array.isArray(now)) {
    return now.map((element, position) => reducedTo(earlier[position], element))
  }
  if (!isObject(earlier) || !isObject(now)) return now
  const kept = Object.entries(now).filter(([name]) => name in earlier)
  return Object.fromEntries(kept.map(([name, value]) => [name, reducedTo(earlier[name], value)]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Cursors are sealed with random bytes: only whether there is one is comparable. */
function comparable(body: unknown): unknown {
  return isObject(body) && 'nextCursor' in body ? { ...body, nextCursor: body.nextCursor !== null } : body
}

const titleOf = ({ path, token }: RecordedRequest) => `${path} by ${token}`

describe('every response of version 0.1 stays the same, with fields added only', () => {
  it.each(
    version01.responses.map(({ request, response }) => ({ title: titleOf(request), request, response })),
  )('$title', async ({ request, response }) => {
    const now = await sendRecorded(service, request)
    expect(now.status).toBe(response.status)
    const [earlier, current] = [comparable(response.body), comparable(now.body)]
    if (response.status >= 400) return
    expect(reducedTo(earlier, current)).toEqual(earlier)
  })
})

describe('the history verifies', () => {
  it.each(movedGoals)('$name', async ({ goalId, token }) => {
    const { goal, updates } = await historyOf(goalId, token)
    expect(await verifyHistory(goal, updates)).toEqual([])
    expect(goal.version).toBe(goal.revision)
    expect(updates.map(({ revision }) => revision)).toEqual(
      Array.from({ length: goal.revision }, (_, at) => at + 1),
    )
  })
})

it('gives criteria ids, and no verdicts', async () => {
  const { goal } = await historyOf(version01.goalIds.everything ?? '', 'ada')
  const ids = goal.criteria.map(({ id }) => id)
  expect(new Set(ids).size).toBe(3)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(goal.criteria.map(({ verdict }) => verdict)).toEqual([null, null, null])
})

it('shows the last report and the recent health in summaries, and none of a goal without reports', async () => {
  const { body } = await sendRecorded(service, {
    method: 'GET',
    path: '/v1/goals?view=summary',
    token: 'ada',
  })
  const { goals } = body as { goals: { id: string; lastReport: unknown; recentHealth: unknown }[] }
  const summaryOf = (name: string) => goals.find(({ id }) => id === version01.goalIds[name])
  expect(summaryOf('minimal')).toMatchObject({ lastReport: null, recentHealth: [] })
  expect(summaryOf('many reports')).toMatchObject({
    lastReport: { revision: 251, summary: 'Report 250' },
    recentHealth: Array.from({ length: 20 }, () => 'at_risk'),
  })
})

describe('idempotency keys', () => {
  const reports = version01.reports.filter(({ request }) =>
    movedGoals.some(({ goalId }) => request.path.includes(goalId)),
  )

  it('return the first response to each report of version 0.1', async () => {
    expect(reports.length).toBeGreaterThan(260)
    for (const { request, response } of reports) {
      const again = await sendRecorded(service, request)
      expect(again.status).toBe(201)
      expect(reducedTo(response, again.body)).toEqual(response)
    }
  })

  it('return it also with another expected revision, and refuse other content', async () => {
    for (const { request, response } of reports.slice(0, 10)) {
      const later = await sendRecorded(service, {
        ...request,
        body: { ...request.body, expectedRevision: 999 },
      })
      expect(later.status).toBe(201)
      expect(reducedTo(response, later.body)).toEqual(response)
      const other = await sendRecorded(service, { ...request, body: { ...request.body, details: 'Other.' } })
      expect(other).toMatchObject({
        status: 409,
        body: { error: 'goal_update_idempotency_conflict', update: response.update },
      })
    }
  })
})

it.each(version01.cursors)('refuses a cursor from before: %s', async (path) => {
  const response = await sendRecorded(service, { method: 'GET', path, token: 'ada' })
  expect(response).toMatchObject({ status: 400, body: { error: 'invalid_cursor' } })
})

it('goes on: a moved goal takes reports and edits, and its chain verifies', async () => {
  const goalId = version01.goalIds.edited ?? ''
  const before = await historyOf(goalId, 'ada')
  const report = {
    status: 'active',
    summary: 'After the move',
    details: 'With a verdict.',
    expectedRevision: before.goal.revision,
    idempotencyKey: 'after the move',
    verdicts: [{ criterionId: before.goal.criteria[0]?.id, result: 'met' }],
  }
  const path = `/v1/goals/${goalId}`
  const reported = await sendRecorded(service, {
    method: 'POST',
    path: `${path}/updates`,
    token: 'ada',
    body: report,
  })
  expect(reported.status).toBe(201)
  const body = { detailedDescription: 'Edited after the move.', labelIds: [] }
  expect(await sendRecorded(service, { method: 'PATCH', path, token: 'ada', body })).toMatchObject({
    status: 200,
  })

  const after = await historyOf(goalId, 'ada')
  const { body: edits } = await sendRecorded(service, { method: 'GET', path: `${path}/edits`, token: 'ada' })
  const entries = [...after.updates, ...(edits as { edits: [] }).edits]
  expect(entries).toHaveLength(before.goal.version + 2)
  expect(await verifyHistory(after.goal, entries)).toEqual([])
  expect(await allOf(checkTable(service.table.database, { now: clock() }))).toEqual([])
})
