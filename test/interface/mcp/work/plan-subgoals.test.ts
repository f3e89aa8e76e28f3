import { describe, expect, test } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { callerWith, codeOf } from '../support/call-tools.ts'

const { service, ada } = await startWithAda({ environment: { RATE_LIMITS: 'off' } })
const agent = callerWith(service, await createToken(ada), '/mcp/work')

const publish = async (fields: object = {}) => {
  const { goal } = await ada.api.createGoal({
    body: { detailedDescription: 'Text', timeframe: { kind: 'continuous' }, ...fields },
  })
  return goal.id
}
const subgoal = (key: string, fields: object = {}) => ({
  key,
  title: `Part ${key}`,
  detailedDescription: 'Text',
  ...fields,
})
const plan = (goalId: string, subgoals: object[]) => agent.call('plan_subgoals', { goalId, subgoals })
const below = async (parentGoalId: string) =>
  (await ada.api.listGoals({ query: { parentGoalId, limit: '100' } as never })).goals

describe('a plan', () => {
  test('becomes sub-goals that wait for each other and for goals that exist, in any order', async () => {
    const [goalId, existing] = [await publish(), await publish()]
    const { structuredContent } = await plan(goalId, [
      subgoal('last', { blockedBy: ['first', 'second', existing], targetDate: '2027-06-30' }),
      subgoal('second', { blockedBy: ['first'] }),
      subgoal('first', {
        criteria: [{ title: 'Holes', description: 'There are twenty.' }],
        measures: [{ title: 'Holes', start: 0, target: 20 }],
      }),
    ])
    expect(structuredContent).toMatchObject({
      created: [{ key: 'first' }, { key: 'second' }, { key: 'last' }],
      failed: [],
      whatToDo: expect.stringContaining('next_goal with `parentGoalId`'),
    })
    const [first, second, last] = structuredContent.created.map(({ id }: { id: string }) => id)
    const { goal } = await ada.api.getGoal({ params: { goalId: last } })
    expect(goal).toMatchObject({ timeframe: { kind: 'deadline', targetDate: '2027-06-30' } })
    expect(goal.ancestors.map(({ id }) => id)).toEqual([goalId])
    expect(goal.blockedBy.map(({ id }) => id).toSorted()).toEqual([first, second, existing].toSorted())
    expect((await ada.api.getGoal({ params: { goalId: first } })).goal).toMatchObject({
      criteria: [{ title: 'Holes' }],
      measures: [{ target: 20 }],
      ready: true,
    })
  })

  test('says what failed and why; the corrected plan completes it and doubles nothing', async () => {
    const goalId = await publish()
    const parts = (targetDate: string) => [
      subgoal('a'),
      subgoal('b', { targetDate }),
      subgoal('c', { blockedBy: ['b'] }),
      subgoal('d', { blockedBy: ['a'] }),
    ]
    const first = (await plan(goalId, parts('tomorrow'))).structuredContent
    expect(first).toMatchObject({
      created: [{ key: 'a' }, { key: 'd' }],
      failed: [
        { key: 'b', code: 'invalid_request', details: [{ path: 'timeframe.targetDate' }] },
        { key: 'c', code: 'not_tried' },
      ],
      whatToDo: expect.stringContaining('call again with the whole plan'),
    })
    const second = (await plan(goalId, parts('2027-06-30'))).structuredContent
    expect(second).toMatchObject({
      created: [
        { ...first.created[0], repeated: true },
        { key: 'b' },
        { key: 'c' },
        { ...first.created[1], repeated: true },
      ],
      failed: [],
    })
    expect(await below(goalId)).toHaveLength(4)
  })

  test('that is sent again, or twice at once, creates nothing more', async () => {
    const goalId = await publish()
    const parts = Array.from({ length: 20 }, (_, index) =>
      subgoal(`k${index}`, index > 0 ? { blockedBy: [`k${index - 1}`] } : {}),
    )
    const answers = [...(await Promise.all([1, 2].map(() => plan(goalId, parts)))), await plan(goalId, parts)]
    const ids = answers.map(({ structuredContent }) =>
      structuredContent.created.map(({ id }: { id: string }) => id),
    )
    expect(ids[0]).toHaveLength(20)
    expect(ids[1]).toEqual(ids[0])
    expect(ids[2]).toEqual(ids[0])
    expect(answers[2]?.structuredContent.created.every(({ repeated }: { repeated?: true }) => repeated)).toBe(
      true,
    )
    expect(await below(goalId)).toHaveLength(20)
  })

  test('does not create a sub-goal again whose text has changed', async () => {
    const goalId = await publish()
    await plan(goalId, [subgoal('a')])
    const again = await plan(goalId, [subgoal('a', { detailedDescription: 'Another' })])
    expect(again.structuredContent).toMatchObject({
      created: [],
      failed: [{ key: 'a', code: 'idempotency_conflict', whatToDo: expect.stringContaining('another key') }],
    })
    expect(await below(goalId)).toHaveLength(1)
  })

  test.each<[string, object[], string]>([
    ['a key twice', [subgoal('a'), subgoal('a', { title: 'Other' })], 'subgoals.0.key'],
    ['an unknown blocker', [subgoal('a', { blockedBy: ['b'] })], 'subgoals.0.blockedBy.0'],
    ['itself as a blocker', [subgoal('a', { blockedBy: ['a'] })], 'subgoals.0.blockedBy'],
    [
      'blockers that wait for each other',
      [subgoal('x'), subgoal('a', { blockedBy: ['b'] }), subgoal('b', { blockedBy: ['a'] })],
      'subgoals.1.blockedBy',
    ],
    ['21 sub-goals', Array.from({ length: 21 }, (_, index) => subgoal(`${index}`)), 'subgoals'],
    ['no sub-goals', [], 'subgoals'],
    ['no title', [{ key: 'a', detailedDescription: 'Text' }], 'subgoals.0.title'],
  ])('with %s is refused before anything is created', async (_, subgoals, path) => {
    const goalId = await publish()
    const { structuredContent } = await plan(goalId, subgoals)
    expect(structuredContent.error).toMatchObject({ code: 'invalid_request', details: [{ path }] })
    expect(await below(goalId)).toEqual([])
  })

  test('is refused whole where no sub-goal can be created', async () => {
    expect(codeOf(await plan(crypto.randomUUID(), [subgoal('a'), subgoal('b')]))).toBe('invalid_goal_parent')
    const readOnly = callerWith(service, await createToken(ada, ['goals:read']), '/mcp/work')
    const refused = await readOnly.call('plan_subgoals', {
      goalId: await publish(),
      subgoals: [subgoal('a')],
    })
    expect(codeOf(refused)).toBe('insufficient_scope')
  })

  test('with a goal that waits for the parent as a blocker says which sub-goal is wrong', async () => {
    const goalId = await publish()
    const waits = await publish({ blockedByGoalIds: [goalId] })
    const { structuredContent } = await plan(goalId, [subgoal('a', { blockedBy: [waits] }), subgoal('b')])
    expect(structuredContent).toMatchObject({
      created: [{ key: 'b' }],
      failed: [{ key: 'a', code: 'goal_blocker_conflict', whatToDo: expect.stringContaining('direction') }],
    })
  })
})
