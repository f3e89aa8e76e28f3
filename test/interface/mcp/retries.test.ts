import { beforeEach, describe, expect, test } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { callerWith, codeOf } from './support/call-tools.ts'

/** A call whose response was lost is called again with the same arguments. Nothing is written twice. */

const { service, ada } = await startWithAda()
const { api } = ada
const agent = callerWith(service, await createToken(ada))
const other = callerWith(service, await createToken(ada))

let goalId: string
let number = 0
beforeEach(async () => {
  const { goal } = await api.createGoal({
    body: {
      title: `Goal ${++number}`,
      detailedDescription: 'Before',
      timeframe: { kind: 'continuous' },
      criteria: [{ title: 'First', description: 'The first.' }],
    },
  })
  goalId = goal.id
})

type Result = { structuredContent: object }
/** A result that says that an earlier call did it. */
const expectRepeated = (again: Result, { structuredContent }: Result) =>
  expect(again.structuredContent).toEqual({ ...structuredContent, repeated: true })

const report = (fields: object = {}) => ({
  goalId,
  expectedRevision: 1,
  status: 'active',
  summary: 'All fine',
  details: 'Nothing happened.',
  ...fields,
})
const versions = async () => {
  const { goal } = await api.getGoal({ params: { goalId } })
  return [goal.revision, goal.version]
}
const countGoals = async () => (await api.listGoals()).goals.length

describe('publish_goal', () => {
  const body = () => ({
    title: `Published ${number}`,
    detailedDescription: 'Once',
    timeframe: { kind: 'deadline', targetDate: '2027-06-30' },
  })

  test('returns the same goal again, whatever the order of its arguments', async () => {
    const before = await countGoals()
    const first = await agent.call('publish_goal', body())
    const { timeframe, ...rest } = body()
    const reordered = { timeframe: { targetDate: timeframe.targetDate, kind: timeframe.kind }, ...rest }
    expectRepeated(await agent.call('publish_goal', reordered), first)
    expect(await countGoals()).toBe(before + 1)
  })

  test('publishes a goal again that somebody has deleted, once, but not with a key of its own', async () => {
    const first = (await agent.call('publish_goal', body())).structuredContent
    await api.deleteGoal({ params: { goalId: first.goal.id } })
    const again = await Promise.all([1, 2, 3].map(() => agent.call('publish_goal', body())))
    const ids = new Set(again.map(({ structuredContent }) => structuredContent.goal.id))
    expect(ids.size).toBe(1)
    expect(ids).not.toContain(first.goal.id)

    const keyed = { ...body(), idempotencyKey: `gone ${number}` }
    const own = await agent.call('publish_goal', keyed)
    await api.deleteGoal({ params: { goalId: own.structuredContent.goal.id } })
    expectRepeated(await agent.call('publish_goal', keyed), own)
  })

  test('makes one goal of two calls at once', async () => {
    const before = await countGoals()
    const [first, second] = await Promise.all([1, 2].map(() => agent.call('publish_goal', body())))
    expect(first?.structuredContent.goal.id).toBe(second?.structuredContent.goal.id)
    expect(await countGoals()).toBe(before + 1)
  })

  test('makes another one with another key, other arguments, or for another token', async () => {
    const calls = [
      agent.call('publish_goal', body()),
      agent.call('publish_goal', { ...body(), idempotencyKey: 'second' }),
      agent.call('publish_goal', { ...body(), title: 'Another' }),
      other.call('publish_goal', body()),
    ]
    const ids = (await Promise.all(calls)).map(({ structuredContent }) => structuredContent.goal.id)
    expect(new Set(ids).size).toBe(4)
  })

  test('refuses a key with other arguments', async () => {
    await agent.call('publish_goal', { ...body(), idempotencyKey: `key ${number}` })
    const refused = await agent.call('publish_goal', {
      ...body(),
      title: 'Other',
      idempotencyKey: `key ${number}`,
    })
    expect(codeOf(refused)).toBe('idempotency_conflict')
  })
})

describe('report_progress', () => {
  test('returns the stored report again', async () => {
    const first = await agent.call('report_progress', report({ runId: '1' }))
    expectRepeated(await agent.call('report_progress', report({ runId: '1' })), first)
    expect(await versions()).toEqual([2, 2])
  })

  test.each([
    ['of two runs that share a token', agent, { runId: '2' }],
    ['of two tokens', other, { runId: '1' }],
  ])('the same words %s are two reports: the second is told of the first', async (_, caller, run) => {
    await agent.call('report_progress', report({ runId: '1' }))
    const second = await caller.call('report_progress', report(run))
    expect(second.structuredContent).toMatchObject({
      error: { code: 'goal_revision_conflict', conflict: { updates: [{ summary: 'All fine' }] } },
    })
    await caller.call('report_progress', report({ ...run, expectedRevision: 2 }))
    expect(await versions()).toEqual([3, 3])
  })

  test('reports the same again on a later revision', async () => {
    await agent.call('report_progress', report())
    const second = await agent.call('report_progress', report({ expectedRevision: 2 }))
    expect(second.structuredContent).toMatchObject({ update: { revision: 3 } })
  })

  test('with a key of its own, is a retry on a later revision too', async () => {
    const first = await agent.call('report_progress', report({ idempotencyKey: 'job 7' }))
    const again = await agent.call(
      'report_progress',
      report({ idempotencyKey: 'job 7', expectedRevision: 2 }),
    )
    expectRepeated(again, first)
  })

  test('tells what has the key, if it is another report', async () => {
    await agent.call('report_progress', report({ idempotencyKey: 'job 8' }))
    const refused = await agent.call('report_progress', report({ idempotencyKey: 'job 8', summary: 'Other' }))
    expect(refused.structuredContent).toMatchObject({
      error: {
        code: 'goal_update_idempotency_conflict',
        update: { summary: 'All fine', by: expect.any(String) },
      },
    })
  })

  test('two at once with the same arguments are one report', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => agent.call('report_progress', report())))
    const updates = [first, second].map((result) => result?.structuredContent.update)
    expect(updates[0]).toEqual(updates[1])
    expect([first, second].filter((result) => result?.structuredContent.repeated)).toHaveLength(1)
    expect(await versions()).toEqual([2, 2])
  })

  test('says who reports, by what the protocol tells of the client', async () => {
    await agent.call('report_progress', report({ runId: '4711' }))
    const { updates } = await api.listGoalUpdates({ params: { goalId } })
    expect(updates[1]).toMatchObject({ actor: { runId: '4711' }, clientInfo: { name: 'Raw', version: '1' } })
  })
})

describe('edit_goal', () => {
  test('returns the edited goal again', async () => {
    const { goal } = await api.getGoal({ params: { goalId } })
    const edit = {
      goalId,
      expectedVersion: 1,
      title: 'After',
      criteria: [
        { id: goal.criteria[0]?.id, title: 'First', description: 'Changed.' },
        { title: 'Second', description: 'New.' },
      ],
      measures: [{ title: 'Hours', start: 40, target: 8 }],
      cadence: { everyDays: 7 },
    }
    const first = await agent.call('edit_goal', edit)
    expect(first.structuredContent).toMatchObject({ goal: { version: 2, title: 'After' } })
    expectRepeated(await agent.call('edit_goal', edit), first)
    expect(await versions()).toEqual([1, 2])
  })

  test('returns the goal as it is now, if others have edited it since', async () => {
    const edit = { goalId, expectedVersion: 1, detailedDescription: 'After' }
    await agent.call('edit_goal', edit)
    await api.updateGoal({ params: { goalId }, body: { title: 'By a person' } })
    const again = await agent.call('edit_goal', edit)
    expect(again.structuredContent).toMatchObject({ goal: { version: 3, title: 'By a person' } })
  })

  test.each([
    ['another token', other, { detailedDescription: 'After' }],
    ['another value', agent, { detailedDescription: 'Otherwise' }],
    ['another field', agent, { title: 'Otherwise' }],
  ])('is refused for %s, with what was missed', async (_, caller, fields) => {
    await agent.call('edit_goal', { goalId, expectedVersion: 1, detailedDescription: 'After' })
    const refused = await caller.call('edit_goal', { goalId, expectedVersion: 1, ...fields })
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: {
        error: {
          code: 'goal_version_conflict',
          conflict: {
            version: 2,
            edits: [{ version: 2, fields: { detailedDescription: { from: 'Before', to: 'After' } } }],
          },
        },
      },
    })
    expect(await versions()).toEqual([1, 2])
  })
})

describe('manage_labels', () => {
  const countLabels = async () => (await api.listGoalLabels()).labels.length

  test('creates a label once', async () => {
    const before = await countLabels()
    const create = { action: 'create', name: `Label ${number}` }
    const first = await agent.call('manage_labels', create)
    expectRepeated(await agent.call('manage_labels', create), first)
    expect(await countLabels()).toBe(before + 1)
  })

  test('creates a label again that somebody has deleted', async () => {
    const create = { action: 'create', name: `Label ${number}` }
    const first = (await agent.call('manage_labels', create)).structuredContent
    await api.deleteGoalLabel({ params: { labelId: first.label.id } })
    const [again, third] = [
      await agent.call('manage_labels', create),
      await agent.call('manage_labels', create),
    ]
    expect(again.structuredContent.label.id).not.toBe(first.label.id)
    expect(again.structuredContent.repeated).toBeUndefined()
    expectRepeated(third, again)
  })

  test('an update that changes nothing writes nothing', async () => {
    const { label } = await api.createGoalLabel({ body: { name: `Label ${number}` } })
    const update = { action: 'update', labelId: label.id, color: '#0a0' }
    const first = await agent.call('manage_labels', update)
    const stored = await api.getGoalLabel({ params: { labelId: label.id } })
    expect(await agent.call('manage_labels', update)).toEqual(first)
    expect(await api.getGoalLabel({ params: { labelId: label.id } })).toEqual(stored)
  })

  test('says that a repeated delete has succeeded', async () => {
    const { label } = await api.createGoalLabel({ body: { name: `Label ${number}` } })
    const remove = { action: 'delete', labelId: label.id }
    expect((await agent.call('manage_labels', remove)).structuredContent).toMatchObject({ deleted: true })
    const again = await agent.call('manage_labels', remove)
    expect(codeOf(again)).toBe('goal_label_not_found')
    expect(again.structuredContent.error.whatToDo).toContain('repeats a delete')
  })
})
