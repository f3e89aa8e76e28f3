import type { Goal } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { signIn } from '../../../../support/people/sign-in.ts'
import { createSend, refusal } from '../../../../support/requests/exchange.ts'
import {
  bringTo,
  createLabel,
  goalOf,
  publish,
  report,
  updateOf,
} from '../../../../support/requests/goals.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

const clock = createClock()

const service = stopAfterFile(await startTestService({ clock: clock.read }))
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const browser = createSend(service, ada)

const read = async ({ id }: Goal): Promise<Goal> => goalOf(await browser('GET', `/v1/goals/${id}`))

const statuses = ['active', 'paused', 'completed', 'archived'] as const

describe('a report', () => {
  it('201s with the report and updates the status, health, evaluation and revision of the goal', async () => {
    const label = await createLabel(browser, 'stays')
    const goal = await publish(browser, { labelIds: [label.id] })
    clock.advance({ milliseconds: 7 })
    const response = await report(browser, goal.id, {
      status: 'paused',
      health: 'at_risk',
      evaluation: { result: 'not_met', asOf: '2026-11-20T12:00:00+02:00' },
      summary: '  Waiting ',
      details: '  Kept exactly.\n',
      idempotencyKey: ' key ',
    })
    expect(response.status).toBe(201)
    expect(updateOf(response)).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      organizationId: goal.organizationId,
      goalId: goal.id,
      revision: 2,
      goalVersion: 1,
      version: 2,
      status: 'paused',
      health: 'at_risk',
      evaluation: { result: 'not_met', asOf: '2026-11-20T10:00:00.000Z' },
      verdicts: [],
      measurements: [],
      evidence: [],
      acknowledgements: [],
      previousHash: goal.historyHash,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      summary: 'Waiting',
      details: '  Kept exactly.\n',
      authorityUserId: ada.userId,
      actor: { kind: 'user', id: ada.userId, runId: null },
      authentication: { kind: 'session', subjectId: expect.any(String) },
      clientInfo: null,
      idempotencyKey: ' key ',
      createdAt: clock.timestamp,
    })
    expect(await read(goal)).toEqual({
      ...goal,
      status: 'paused',
      ready: false,
      notReady: ['status'],
      health: 'at_risk',
      currentEvaluation: { result: 'not_met', asOf: '2026-11-20T10:00:00.000Z' },
      revision: 2,
      version: 2,
      historyHash: updateOf(response).hash,
      updatedAt: clock.timestamp,
    })
    const { body } = await browser('GET', `/v1/goals/${goal.id}/updates`)
    expect(body).toMatchObject({ updates: [{ revision: 1 }, updateOf(response)], nextCursor: null })
  })

  it.each([{}, { health: null }, { evaluation: null }, { health: null, evaluation: null }])(
    'keeps the current health and evaluation with %j, and has none itself',
    async (fields) => {
      const goal = await bringTo(browser, await publish(browser), {
        health: 'off_track',
        evaluation: { result: 'met', asOf: '2026-01-01T00:00:00Z' },
      })
      const response = await report(browser, goal.id, {
        expectedRevision: 2,
        idempotencyKey: 'next',
        ...fields,
      })
      expect(updateOf(response)).toMatchObject({ health: null, evaluation: null })
      const { health, currentEvaluation, revision } = await read(goal)
      expect([health, currentEvaluation?.result, revision]).toEqual(['off_track', 'met', 3])
    },
  )

  it.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
    '201s from %s to %s',
    async (from, to) => {
      const goal = await bringTo(browser, await publish(browser), { status: from })
      const response = await report(browser, goal.id, {
        status: to,
        expectedRevision: 2,
        idempotencyKey: 'next',
      })
      expect(response.status).toBe(201)
      expect(await read(goal)).toMatchObject({ status: to, revision: 3 })
    },
  )

  it.each(['completed', 'archived'])(
    'permanently clears the health on %s, and keeps the evaluation',
    async (status) => {
      const goal = await bringTo(browser, await publish(browser), {
        health: 'on_track',
        evaluation: { result: 'met', asOf: '2026-01-01T00:00:00Z' },
      })
      await report(browser, goal.id, { status, health: null, expectedRevision: 2, idempotencyKey: 'done' })
      expect(await read(goal)).toMatchObject({ status, health: null, currentEvaluation: { result: 'met' } })
      await report(browser, goal.id, { status: 'active', expectedRevision: 3, idempotencyKey: 'again' })
      expect(await read(goal)).toMatchObject({ status: 'active', health: null })
    },
  )

  it.each(['completed', 'archived'])('400s a health on %s, and nothing changes', async (status) => {
    const goal = await publish(browser)
    for (const health of ['on_track', 'at_risk', 'off_track']) {
      expect(await report(browser, goal.id, { status, health })).toMatchObject(
        refusal('invalid_request', 'health'),
      )
    }
    expect(await read(goal)).toEqual(goal)
  })

  it('does not change the description of the goal', async () => {
    const goal = await publish(browser, {
      title: 'Mine',
      ownerUserId: null,
      criteria: [{ title: 'a', description: 'b' }],
      timeframe: { kind: 'deadline', targetDate: '2027-01-31' },
    })
    await report(browser, goal.id)
    const { title, ownerUserId, criteria, timeframe, detailedDescription, createdAt } = goal
    expect(await read(goal)).toMatchObject({
      title,
      ownerUserId,
      criteria,
      timeframe,
      detailedDescription,
      createdAt,
    })
  })
})

describe('the revision', () => {
  it.each([2, 99, Number.MAX_SAFE_INTEGER])(
    '409s the expected revision %i on a goal at 1',
    async (expectedRevision) => {
      const goal = await publish(browser)
      expect(await report(browser, goal.id, { expectedRevision })).toMatchObject(
        refusal('goal_revision_conflict'),
      )
      expect(await read(goal)).toEqual(goal)
    },
  )

  it('409s an earlier revision with another key', async () => {
    const goal = await publish(browser)
    await report(browser, goal.id)
    const response = await report(browser, goal.id, { idempotencyKey: 'another' })
    expect(response).toMatchObject(refusal('goal_revision_conflict'))
    expect((await read(goal)).revision).toBe(2)
  })

  it('is not changed by PATCH, so that a report after one succeeds', async () => {
    const goal = await publish(browser)
    await browser('PATCH', `/v1/goals/${goal.id}`, { body: { title: 'x' } })
    expect(await report(browser, goal.id)).toMatchObject({ status: 201 })
  })

  it('accepts one of many reports on it', async () => {
    const goal = await publish(browser)
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => report(browser, goal.id, { idempotencyKey: `${index}` })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    const { updates } = await ada.api.listGoalUpdates({ params: { goalId: goal.id } })
    expect(updates.map(({ revision }) => revision)).toEqual([1, 2])
  })

  it.each([0, -1, 1.5, '1', null, 2 ** 53])('400s the expected revision %j', async (expectedRevision) => {
    const response = await report(browser, (await publish(browser)).id, { expectedRevision })
    expect(response).toMatchObject(refusal('invalid_request', 'expectedRevision'))
  })
})

describe('the evaluation', () => {
  it.each([
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T10:00:00.5Z', '2026-11-20T10:00:00.500Z'],
    ['2026-11-20T10:00:00.123456789Z', '2026-11-20T10:00:00.123Z'],
    ['2026-11-20T10:00Z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T10:00:00+00:00', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T00:30:00+02:00', '2026-11-19T22:30:00.000Z'],
    ['2026-12-31T23:30:00-05:45', '2027-01-01T05:15:00.000Z'],
    ['2026-11-20T10:00:00+0530', '2026-11-20T04:30:00.000Z'],
    ['2026-11-20T10:00:00+14', '2026-11-19T20:00:00.000Z'],
    ['2028-02-29T12:00:00Z', '2028-02-29T12:00:00.000Z'],
    ['1999-12-31T23:59:59.999Z', '1999-12-31T23:59:59.999Z'],
  ])('as of %s is returned as of %s', async (asOf, utc) => {
    const goal = await publish(browser)
    const response = await report(browser, goal.id, { evaluation: { result: 'unknown', asOf } })
    expect(updateOf(response).evaluation).toEqual({ result: 'unknown', asOf: utc })
    expect((await read(goal)).currentEvaluation).toEqual({ result: 'unknown', asOf: utc })
  })

  it.each([
    '2026-11-20',
    '2026-11-20T10:00:00',
    '2026-11-20 10:00:00Z',
    '2026-02-30T10:00:00Z',
    '2027-02-29T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-00-01T10:00:00Z',
    '2026-11-31T10:00:00Z',
    '2026-11-20T24:30:00Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T10:60:00Z',
    '2026-11-20T10:00:61Z',
    '2026-11-20T10:00:00+25:00',
    '2026-11-20T10:00:00+02:60',
    '2026-11-20T10:00:00 +02:00',
    '2026-11-20T10:00:00Europe/Berlin',
    'Fri, 20 Nov 2026 10:00:00 GMT',
    '+002026-11-20T10:00:00Z',
    '1763632800',
    'now',
    '',
  ])('400s as of %j', async (asOf) => {
    const response = await report(browser, (await publish(browser)).id, {
      evaluation: { result: 'met', asOf },
    })
    expect(response).toMatchObject(refusal('invalid_request', 'evaluation.asOf'))
  })

  it.each([
    [{ result: 'met' }, 'evaluation.asOf'],
    [{ asOf: '2026-11-20T10:00:00Z' }, 'evaluation.result'],
    [{ result: 'done', asOf: '2026-11-20T10:00:00Z' }, 'evaluation.result'],
    [{ result: 'met', asOf: 1_763_632_800 }, 'evaluation.asOf'],
    [{ result: 'met', asOf: '2026-11-20T10:00:00Z', note: 'x' }, 'evaluation.note'],
  ])('400s %j', async (evaluation, path) => {
    const response = await report(browser, (await publish(browser)).id, { evaluation })
    expect(response).toMatchObject(refusal('invalid_request', path))
  })
})

describe('the fields', () => {
  it.each([
    ['a summary of 500 emoji', { summary: '😀'.repeat(500) }],
    ['a summary of 500 characters between blanks', { summary: ` ${'x'.repeat(500)}\n` }],
    ['a key of 200 emoji', { idempotencyKey: '😀'.repeat(200) }],
    ['a key of one blank', { idempotencyKey: ' ' }],
    ['details of 200,000 characters', { details: 'x'.repeat(200_000) }],
  ])('201s %s', async (_, fields) => {
    expect(await report(browser, (await publish(browser)).id, fields)).toMatchObject({ status: 201 })
  })

  it.each([
    ['a summary of 501 characters', { summary: 'x'.repeat(501) }, 'summary'],
    ['a summary of 501 emoji', { summary: '😀'.repeat(501) }, 'summary'],
    ['a blank summary', { summary: ' \n' }, 'summary'],
    ['empty details', { details: '' }, 'details'],
    ['blank details', { details: ' \t\n' }, 'details'],
    ['an empty key', { idempotencyKey: '' }, 'idempotencyKey'],
    ['a key of 201 characters', { idempotencyKey: 'x'.repeat(201) }, 'idempotencyKey'],
    ['an unknown status', { status: 'done' }, 'status'],
    ['a status in another case', { status: 'Active' }, 'status'],
    ['no status', { status: null }, 'status'],
    ['an unknown health', { health: 'good' }, 'health'],
    ['an empty health', { health: '' }, 'health'],
  ])('400s %s', async (_, fields, path) => {
    const goal = await publish(browser)
    expect(await report(browser, goal.id, fields)).toMatchObject(refusal('invalid_request', path))
    expect(await read(goal)).toEqual(goal)
  })

  it.each(['revision', 'title', 'actor', 'authorityUserId', 'createdAt', 'id', 'clientInfo', 'runId'])(
    '400s the unknown field %s',
    async (field) => {
      const response = await report(browser, (await publish(browser)).id, { [field]: null })
      expect(response).toMatchObject(refusal('invalid_request', field))
    },
  )
})
