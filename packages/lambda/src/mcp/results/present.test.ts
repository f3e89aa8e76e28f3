import type { GoalConflict, GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { Goal, GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { describe, expect, test } from 'vitest'
import { beginningOf } from './beginning-of.ts'
import {
  presentChangedGoal,
  presentGoal,
  presentListedGoal,
  sourcesOfListedGoal,
  usersOfGoal,
} from './present-goal.ts'
import { presentEdit, presentListedReport, presentReport, usersOfHistory } from './present-history.ts'
import { presentConflict } from './refused-result.ts'

const names: Record<string, string> = { 'email:ada': 'Ada', 'email:bob': 'Bob' }
const nameOf = (userId: string) => names[userId]

const goal = {
  id: 'g1',
  organizationId: 'o1',
  title: 'Trees',
  ownerUserId: 'email:ada',
  labels: [{ id: 'l1', name: 'red', description: null }],
  criteria: [
    {
      id: 'c1',
      title: 'One',
      verdict: { result: 'met', asOf: 'then', revision: 2, authorityUserId: 'email:bob', evidence: 1 },
      confirmedBy: { userId: 'email:ada', at: 'later' },
    },
    {
      id: 'c2',
      title: 'Two',
      verdict: { result: 'not_met', asOf: 'now', revision: 3, authorityUserId: 'email:gone' },
      confirmedBy: null,
    },
    { id: 'c3', title: 'Three', verdict: null, confirmedBy: null },
  ],
  reviewerUserId: null,
  measures: [{ id: 'm1', title: 'Count', start: 0, target: 10 }],
  ancestors: [
    { id: 'g8', title: 'Earth' },
    { id: 'g9', title: 'Forest' },
  ],
  blockedBy: [{ id: 'g7', title: 'Buy spades', status: 'active' }],
  ready: false,
  notReady: ['blocked'],
  rollup: null,
  currentEvaluation: { result: 'met', asOf: 'then' },
  revision: 3,
  version: 5,
  createdByUserId: 'email:ada',
  updatedByUserId: 'email:bob',
} as unknown as Goal

const listed = {
  ...goal,
  status: 'active',
  timeframe: { kind: 'continuous' },
  criteriaMetCount: 1,
  criteriaConfirmedCount: 0,
  criteriaCount: 3,
  lastReport: null,
} as unknown as GoalSummary

describe('a goal', () => {
  test('is shown with names, and without what an agent does not need', () => {
    expect(presentGoal(goal, nameOf)).toEqual({
      id: 'g1',
      title: 'Trees',
      owner: { id: 'email:ada', name: 'Ada' },
      reviewer: null,
      labels: [{ id: 'l1', name: 'red' }],
      criteria: [
        {
          id: 'c1',
          title: 'One',
          verdict: { result: 'met', asOf: 'then', revision: 2, by: 'Bob' },
          confirmedBy: { at: 'later', by: 'Ada' },
        },
        {
          id: 'c2',
          title: 'Two',
          verdict: { result: 'not_met', asOf: 'now', revision: 3, by: 'Former member' },
          confirmedBy: null,
        },
        { id: 'c3', title: 'Three', verdict: null, confirmedBy: null },
      ],
      measures: goal.measures,
      ancestors: goal.ancestors,
      blockedBy: goal.blockedBy,
      ready: false,
      notReady: ['blocked'],
      rollup: null,
      evaluation: { result: 'met', asOf: 'then' },
      revision: 3,
      version: 5,
    })
    expect(usersOfGoal(goal)).toEqual(['email:ada', 'email:bob', 'email:ada', 'email:gone'])
    const reviewed = { ...goal, reviewerUserId: 'email:gone' }
    expect(presentGoal(reviewed, nameOf).reviewer).toEqual({ id: 'email:gone', name: 'Former member' })
    expect(usersOfGoal(reviewed)).toContain('email:gone')
  })

  test('without an owner, or with one who has left', () => {
    const without = { ...goal, ownerUserId: null }
    expect(presentGoal(without, nameOf).owner).toBeNull()
    expect(usersOfGoal(without)).toEqual(['email:bob', 'email:ada', 'email:gone'])
    const left = { ...goal, ownerUserId: 'email:gone' }
    expect(presentGoal(left, nameOf).owner).toEqual({ id: 'email:gone', name: 'Former member' })
  })

  test('that was changed is shown with what the next call needs', () => {
    expect(presentChangedGoal(goal)).toEqual({
      id: 'g1',
      title: 'Trees',
      revision: 3,
      version: 5,
      criteria: [
        { id: 'c1', title: 'One' },
        { id: 'c2', title: 'Two' },
        { id: 'c3', title: 'Three' },
      ],
      measures: [{ id: 'm1', title: 'Count' }],
    })
  })

  test('in a list is short', () => {
    const summary = {
      ...goal,
      status: 'active',
      health: null,
      attention: ['overdue'],
      progress: 0.5,
      criteriaMetCount: 1,
      criteriaCount: 3,
      timeframe: { kind: 'deadline', targetDate: '2027-01-01' },
      nextReportDueAt: null,
      lastReport: { revision: 3, createdAt: 'then', summary: 's'.repeat(161), authorityUserId: 'email:ada' },
      title: 't'.repeat(121),
    } as unknown as GoalSummary
    expect(presentListedGoal(summary)).toEqual({
      id: 'g1',
      title: `${'t'.repeat(119)}…`,
      status: 'active',
      health: null,
      attention: ['overdue'],
      progress: 0.5,
      criteria: '1/3',
      dueOn: '2027-01-01',
      nextReportDueAt: null,
      lastReport: { at: 'then', summary: `${'s'.repeat(159)}…` },
      revision: 3,
      version: 5,
      ready: false,
      notReady: ['blocked'],
      parent: { id: 'g9', title: 'Forest' },
      blockedBy: [{ id: 'g7', title: 'Buy spades', status: 'active' }],
    })
    const early = { ...summary, timeframe: { kind: 'continuous' }, lastReport: null } as GoalSummary
    expect(presentListedGoal(early)).toMatchObject({ dueOn: null, lastReport: null })
  })

  test('in a list says how the goals below it stand, and nothing of relations that it lacks', () => {
    const alone = { ...listed, ancestors: [], blockedBy: [], ready: true }
    for (const field of ['parent', 'blockedBy', 'rollup'])
      expect(presentListedGoal(alone)).not.toHaveProperty(field)
    expect(presentListedGoal({ ...listed, status: 'paused' })).not.toHaveProperty('notReady')
    const rollup = { children: 2, descendants: 5, byStatus: { completed: 2 }, progress: 0.4 }
    expect(presentListedGoal({ ...alone, rollup } as unknown as GoalSummary)).toMatchObject({
      ready: true,
      rollup: { goals: 5, completed: 2, progress: 0.4 },
    })
  })

  test.each([
    ['the goal', {}, false],
    ['its parent', { ancestors: [{ id: 'g9', title: 't'.repeat(121) }] }, true],
    ['a blocker', { blockedBy: [{ id: 'g7', title: 't'.repeat(121), status: 'active' }] }, true],
    [
      'none of the goals above its parent',
      {
        ancestors: [
          { id: 'g8', title: 't'.repeat(121) },
          { id: 'g9', title: 'Forest' },
        ],
      },
      false,
    ],
  ])('in a list names the call that returns the whole title of %s', (_, fields, isCut) => {
    const summary = { ...listed, ...fields } as GoalSummary
    const [[, source] = []] = sourcesOfListedGoal(summary, presentListedGoal(summary))
    expect(source).toMatchObject({ readOn: { arguments: { goalId: 'g1' } }, isCut })
  })
})

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdefg', 6, 'abcde…'],
  ['abcd😀g', 6, 'abcd\ufffd…'],
])('the beginning of %j in %i', (text, length, shown) => {
  expect(beginningOf(text, length)).toBe(shown)
})

const report = {
  id: 'r1',
  organizationId: 'o1',
  goalId: 'g1',
  revision: 3,
  goalVersion: 4,
  version: 5,
  status: 'active',
  health: 'at_risk',
  evaluation: { result: 'met', asOf: 'then' },
  summary: 'Half way',
  details: 'As planned.',
  verdicts: [
    { criterionId: 'c1', result: 'met', note: 'Yes.' },
    { criterionId: 'c2', result: 'met' },
    { criterionId: 'c3', result: 'unknown' },
  ],
  measurements: [{ measureId: 'm1', value: 5 }],
  evidence: [{ title: 'Numbers', url: 'https://example.com' }],
  acknowledgements: [
    { userId: 'email:bob', at: 'later' },
    { userId: 'email:gone', at: 'later' },
  ],
  authorityUserId: 'email:ada',
  actor: { kind: 'user', id: 'email:ada', runId: null },
  idempotencyKey: 'k1',
  createdAt: 'now',
  previousHash: 'ee',
  hash: 'ff',
} as unknown as GoalUpdate
const edit = {
  id: 'e1',
  organizationId: 'o1',
  goalId: 'g1',
  version: 6,
  createdAt: 'now',
  fields: { title: { from: 'a', to: 'b' } },
  authorityUserId: 'email:ada',
  actor: { kind: 'agent', id: 't1', runId: '4711' },
  actorName: 'Helpdesk bot',
  hash: 'dd',
} as unknown as GoalEdit
const shownReport = {
  revision: 3,
  goalVersion: 4,
  version: 5,
  at: 'now',
  by: 'Ada',
  status: 'active',
  health: 'at_risk',
  evaluation: { result: 'met', asOf: 'then' },
  summary: 'Half way',
  details: 'As planned.',
  verdicts: report.verdicts,
  measurements: report.measurements,
  evidence: report.evidence,
  acknowledgedBy: ['Bob', 'Former member'],
  idempotencyKey: 'k1',
  hash: 'ff',
}
const shownEdit = {
  version: 6,
  at: 'now',
  by: 'Helpdesk bot (agent, run 4711) for Ada',
  fields: edit.fields,
  hash: 'dd',
}

describe('an entry of the history', () => {
  test('is shown with names', () => {
    expect(presentReport(report, nameOf)).toEqual(shownReport)
    expect(presentEdit(edit, nameOf)).toEqual(shownEdit)
  })

  test('says what it does not tell', () => {
    expect(presentEdit({ ...edit, withheld: ['parentGoalId'] }, nameOf)).toEqual({
      ...shownEdit,
      withheld: ['parentGoalId'],
    })
  })

  test('of a former member says so', () => {
    const left = { authorityUserId: 'email:gone' }
    expect(presentReport({ ...report, ...left }, nameOf).by).toBe('Former member')
    expect(presentEdit({ ...edit, ...left }, nameOf).by).toBe(
      'Helpdesk bot (agent, run 4711) for Former member',
    )
  })

  test('in a list counts verdicts and evidence', () => {
    const {
      evaluation: _,
      goalVersion: __,
      evidence: ___,
      acknowledgedBy: ____,
      idempotencyKey: _____,
      hash: ______,
      ...rest
    } = shownReport
    const listed = { ...rest, evaluation: 'met', verdicts: { met: 2, unknown: 1 }, evidenceCount: 1 }
    expect(presentListedReport(report, nameOf)).toEqual(listed)
    expect(presentListedReport({ ...report, evaluation: null }, nameOf)).not.toHaveProperty('evaluation')
  })

  test('by a long run has its id whole', () => {
    const runId = 'r'.repeat(41)
    const { by, run } = presentEdit({ ...edit, actor: { ...edit.actor, runId } }, nameOf)
    expect([by, run]).toEqual([`Helpdesk bot (agent, run ${'r'.repeat(39)}…) for Ada`, runId])
  })

  test('is among those that the caller missed, with the call that returns it', () => {
    const conflict = { revision: 3, version: 6, truncated: true, updates: [report], edits: [edit] }
    const cursors = { seal: (_: unknown, position: string) => position, open: () => '' }
    const { conflict: shown, sources } = presentConflict(conflict as unknown as GoalConflict, nameOf, cursors)
    expect(shown).toEqual({ ...conflict, updates: [shownReport], edits: [shownEdit] })
    const calls = sources.map(([, source]) => ('older' in source ? source.older(1) : source.readOn).arguments)
    expect(calls).toEqual([
      { goalId: 'g1', entry: 3 },
      { goalId: 'g1', kind: 'edits', entry: 6 },
      { goalId: 'g1', cursor: expect.stringContaining('u#000000000003') },
      { goalId: 'g1', kind: 'edits', cursor: expect.stringContaining('000000000006') },
    ])
    expect(sources.map(([, { isCut }]) => isCut)).toEqual([false, undefined, true, true])
  })

  test('before the oldest that is shown is read with a cursor, and nothing is before none', () => {
    const cursors = { seal: (_: unknown, position: string) => position, open: () => '' }
    const updates = [2, 3, 4].map((revision) => ({ ...report, revision }))
    const conflict = { revision: 4, version: 4, truncated: true, updates, edits: [] }
    const { conflict: shown, sources } = presentConflict(conflict as unknown as GoalConflict, nameOf, cursors)
    const { updates: reports, edits } = shown as { updates: object; edits: object }
    const [ofReports, ofEdits] = [reports, edits].map((list) => new Map(sources).get(list))
    if (!ofReports || !('older' in ofReports)) throw new Error('The list has no source.')
    expect(ofReports.older(2).arguments).toMatchObject({ cursor: expect.stringContaining('u#000000000003') })
    expect(ofReports.older(0).arguments).toEqual({ goalId: 'g1' })
    expect([ofReports.isCut, ofEdits?.isCut]).toEqual([true, false])
  })

  test('names its author and its readers', () => {
    expect(usersOfHistory([report, edit])).toEqual(['email:ada', 'email:ada', 'email:bob', 'email:gone'])
  })
})
