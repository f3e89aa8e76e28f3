import { noUsage } from '@cairn/contract/goals/usage'
import { createGoalUpdateRequest } from '@cairn/contract/schemas/goals/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { afterEach, expect, test, vi } from 'vitest'
import { isSameReport, newReport, type ReportValues, reportValues, withAttempt } from './report-values.ts'

const goal: Goal = {
  id: '7b0f3c8e-0000-4000-8000-000000000001',
  organizationId: '7b0f3c8e-0000-4000-8000-000000000002',
  title: 'Answer within a day',
  detailedDescription: 'Answer within a day.',
  status: 'active',
  health: 'on_track',
  timeframe: { kind: 'continuous' },
  currentEvaluation: null,
  ownerUserId: null,
  labels: [],
  criteria: [],
  measures: [],
  progress: null,
  cadence: null,
  parentGoalId: null,
  ancestors: [],
  blockedBy: [],
  ready: true,
  rollup: null,
  rollupWeight: 1,
  reviewerUserId: null,
  verification: 'none',
  budget: null,
  used: noUsage,
  claim: null,
  handoff: null,
  nextReportDueAt: null,
  attention: [],
  revision: 3,
  version: 3,
  historyHash: 'a'.repeat(64),
  createdAt: '2026-11-20T10:00:00.000Z',
  createdByUserId: 'email:1',
  updatedAt: '2026-11-20T10:00:00.000Z',
  updatedByUserId: 'email:1',
}

const typed = { ...newReport(goal), summary: 'Down to two days', details: 'Two people joined.' }

afterEach(() => vi.unstubAllEnvs())

function keysFrom(...keys: string[]) {
  return () => keys.shift() ?? 'none left'
}

test('reuses the key for the same content, and makes a new one for changed content', () => {
  const key = keysFrom('first', 'second')
  const one = withAttempt(typed, goal, key)
  const again = withAttempt(one.values, goal, key)
  const other = withAttempt({ ...again.values, summary: 'Down to one day' }, goal, key)
  expect([one, again, other].map(({ request }) => request.idempotencyKey)).toEqual([
    'first',
    'first',
    'second',
  ])
})

test('isSameReport compares only what was typed or chosen', () => {
  const blank = newReport(goal)
  const later = newReport({ ...goal, revision: 4 }, new Date('2027-01-01T00:00:00Z'))
  expect(isSameReport(blank, later)).toBe(true)
  expect(isSameReport(blank, withAttempt(blank, goal).values)).toBe(true)
  for (const changed of [
    { summary: 's' },
    { details: 'd' },
    { handoff: 'h' },
    { removesHandoff: true },
    { status: 'paused' as const },
    { health: 'at_risk' as const },
    { evaluation: 'met' as const },
    { verdicts: { c: { result: 'met' as const, note: '', evidence: [] } } },
    { verdicts: { c: { result: 'none' as const, note: 'n', evidence: [] } } },
    {
      verdicts: {
        c: { result: 'none' as const, note: '', evidence: [{ key: 'k', title: 't', url: '', text: 'q' }] },
      },
    },
    { measurements: { m: '0' } },
    { evidence: [{ key: 'k', title: 't', url: '', text: 'q' }] },
  ]) {
    expect(isSameReport(blank, { ...blank, ...changed }), JSON.stringify(changed)).toBe(false)
  }
  const untouched = {
    verdicts: { c: { result: 'none' as const, note: '', evidence: [] } },
    measurements: { m: '' },
  }
  expect(isSameReport(blank, { ...blank, ...untouched })).toBe(true)
  const met = { result: 'met' as const, note: '', evidence: [] }
  expect(
    isSameReport(
      { ...blank, verdicts: { a: met, b: met }, measurements: { a: '1', b: '2' } },
      { ...blank, verdicts: { b: met, a: met }, measurements: { b: '2', a: '1' } },
    ),
  ).toBe(true)
  const evaluated = { ...blank, evaluation: 'met' as const }
  expect(isSameReport(evaluated, { ...evaluated, evaluatedAt: '2027-01-01T00:00' })).toBe(false)
})

test('keeps the key for a newer revision, which is not part of the content', () => {
  const key = keysFrom('first', 'second')
  const one = withAttempt(typed, goal, key)
  const onTop = withAttempt({ ...one.values, expectedRevision: 4 }, goal, key)
  expect(onTop.request).toMatchObject({ expectedRevision: 4, idempotencyKey: 'first' })
})

const criterionId = '7b0f3c8e-0000-4000-8000-000000000003'
const measureId = '7b0f3c8e-0000-4000-8000-000000000004'
const judged: Goal = {
  ...goal,
  criteria: [{ id: criterionId, title: 'Median', description: 'd', verdict: null, confirmedBy: null }],
  measures: [
    { id: measureId, title: 'Median', unit: 'h', start: 100, target: 24, current: null, progress: null },
  ],
}
const link = { key: 'k', title: 'Run', url: 'https://example.com/run', text: '' }
const quote = { key: 'q', title: 'Quote', url: '', text: 'Fast.' }
const full: ReportValues = {
  ...typed,
  evaluation: 'met',
  health: 'at_risk',
  verdicts: { [criterionId]: { result: 'not_met', note: 'Still slow.', evidence: [link] } },
  measurements: { [measureId]: '62.5' },
  evidence: [quote],
}

test('builds a request that the contract’s schema accepts', () => {
  const { request } = withAttempt(full, judged)
  expect(createGoalUpdateRequest().safeParse(request).error?.issues).toBeUndefined()
  expect(request).toMatchObject({
    verdicts: [
      {
        criterionId,
        result: 'not_met',
        note: 'Still slow.',
        evidence: [{ title: 'Run', url: 'https://example.com/run' }],
      },
    ],
    measurements: [{ measureId, value: 62.5 }],
    evidence: [{ title: 'Quote', text: 'Fast.' }],
  })
})

test('a new report says nothing yet, and is kept as it is', () => {
  const now = new Date('2026-11-20T08:30:00.000Z')
  const report = newReport(goal, now)
  expect(report).toEqual({
    status: 'active',
    health: 'keep',
    evaluation: 'keep',
    evaluatedAt: expect.stringMatching(/^2026-11-\d\dT\d\d:\d\d$/),
    summary: '',
    details: '',
    verdicts: {},
    measurements: {},
    evidence: [],
    handoff: '',
    removesHandoff: false,
    expectedRevision: 3,
    attempt: null,
  })
  expect(reportValues.parse(report)).toEqual(report)
  expect(reportValues.parse(full)).toEqual(full)
  for (const wrong of [{ verdicts: { c: {} } }, { evaluation: 'never' }, { health: '' }, { summary: 7 }])
    expect(reportValues.safeParse({ ...full, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
})

test('sends the health that was chosen, and neither health nor evaluation otherwise', () => {
  expect(withAttempt({ ...typed, health: 'at_risk' }, goal).request).toMatchObject({
    health: 'at_risk',
    evaluation: null,
  })
  expect(withAttempt(typed, goal).request.health).toBeNull()
})

test('sends a verdict without a note or evidence that is not there', () => {
  const verdicts = { [criterionId]: { result: 'met' as const, note: ' ', evidence: [] } }
  const { request } = withAttempt({ ...typed, verdicts }, judged)
  expect(request.verdicts).toEqual([{ criterionId, result: 'met' }])
})

test('sends only verdicts that were given and values that were typed', () => {
  const values = {
    ...full,
    verdicts: { [criterionId]: { result: 'none' as const, note: 'Typed before.', evidence: [] } },
    measurements: { [measureId]: ' ' },
  }
  expect(withAttempt(values, judged).request).toMatchObject({ verdicts: [], measurements: [] })
  // Criteria and measures that were removed meanwhile.
  expect(withAttempt(full, goal).request).toMatchObject({ verdicts: [], measurements: [] })
})

test('sends an unfinished number, so that the schema refuses it', () => {
  const { request } = withAttempt({ ...full, measurements: { [measureId]: '1e' } }, judged)
  expect(createGoalUpdateRequest().safeParse(request).error?.issues).toMatchObject([
    { path: ['measurements', 0, 'value'] },
  ])
})

test('without details, the summary takes their place', () => {
  expect(withAttempt({ ...typed, details: ' ' }, goal).request.details).toBe(typed.summary)
})

test('sends no health with a completed goal, even if one was chosen', () => {
  const { request } = withAttempt({ ...typed, health: 'at_risk', status: 'completed' }, goal)
  expect(request.health).toBeNull()
})

test.each([
  ['Europe/Berlin', '2026-11-20T08:30', '2026-11-20T07:30:00.000Z'],
  ['America/New_York', '2026-11-20T08:30', '2026-11-20T13:30:00.000Z'],
])(
  'the time of an evaluation is proposed and read in the local time zone: %s',
  (timeZone, typedTime, time) => {
    vi.stubEnv('TZ', timeZone)
    expect(newReport(goal, new Date(time)).evaluatedAt).toBe(typedTime)
    const { request } = withAttempt({ ...typed, evaluation: 'met', evaluatedAt: typedTime }, goal)
    expect(request.evaluation).toEqual({ result: 'met', asOf: time })
  },
)

test('sends an unfinished time, so that the schema refuses it', () => {
  const { request } = withAttempt({ ...typed, evaluation: 'met', evaluatedAt: '2026-11-20T08' }, goal)
  expect(request.evaluation).toEqual({ result: 'met', asOf: '' })
  expect(createGoalUpdateRequest().safeParse(request).error?.issues).toMatchObject([
    { path: ['evaluation', 'asOf'] },
  ])
})

test.each([
  ['typed', { handoff: 'The tests hang.' }, { handoff: 'The tests hang.' }],
  ['removed', { removesHandoff: true }, { handoff: null }],
  [
    'typed instead of the one that was to be removed',
    { handoff: 'New', removesHandoff: true },
    { handoff: 'New' },
  ],
  ['left alone', { handoff: '  ' }, {}],
])('a hand-off can be %s', (_, values, expected) => {
  const { request } = withAttempt({ ...typed, ...values }, goal)
  expect('handoff' in request ? { handoff: request.handoff } : {}).toEqual(expected)
})

test('a draft from before there were hand-offs still opens', () => {
  const { handoff: _handoff, removesHandoff: _removes, ...draft } = typed
  expect(reportValues.parse(draft)).toEqual(typed)
})
