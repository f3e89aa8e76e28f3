/** Every field of a goal that people edit, from the declaration of the fields. */

import { createHash } from 'node:crypto'
import type { Goal } from '@cairn/contract'
import { type EditableFieldName, editableFieldNames } from '@cairn/contract/goals/fields'
import { canonicalEntry } from '@cairn/contract/goals/history-chain'
import type { GoalEdit } from '@cairn/contract/schemas/goals/goal-history'
import { describe, expect, test } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { join } from '../../../support/people/invite.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { callerWith } from '../../mcp/support/call-tools.ts'

const { service, ada, signInAs } = await startWithAda()
const { api } = ada
const ben = await signInAs('Ben')
await join(ada, ben)
const basis = { title: 'A title', detailedDescription: 'A text', timeframe: { kind: 'continuous' } } as const
const agent = callerWith(service, await createToken(ada))
const { label } = await api.createGoalLabel({ body: { name: 'Office' } })

const { goal: above } = await api.createGoal({ body: { ...basis, title: 'Above' } })
// A goal that waits for it is ready.
const { goal: done } = await api.createGoal({ body: { ...basis, title: 'Done' } })
await api.createGoalUpdate({
  params: { goalId: done.id },
  body: {
    status: 'completed',
    summary: 'Done',
    details: 'Done',
    expectedRevision: 1,
    idempotencyKey: 'done',
  },
})

/** A value other than that of `publish`. Criteria and measures get ids. */
const values: Record<EditableFieldName, unknown> = {
  title: 'Another title',
  detailedDescription: 'Another text',
  timeframe: { kind: 'deadline', targetDate: '2027-06-30' },
  ownerUserId: null,
  reviewerUserId: ben.userId,
  verification: 'other_person',
  labelIds: [label.id],
  criteria: [{ title: 'Done', description: 'All of it.' }],
  measures: [{ title: 'Trees', unit: null, start: 0, target: 100 }],
  cadence: { everyDays: 7 },
  parentGoalId: above.id,
  blockedByGoalIds: [done.id],
  rollupWeight: 0,
  budget: { tokens: 1_000, costMicros: 5 },
}

async function publish(fields: object = {}): Promise<Goal> {
  const { goal } = await api.createGoal({ body: { ...basis, ...fields } })
  return goal
}

function shown(goal: Goal, field: EditableFieldName): unknown {
  if (field === 'labelIds') return goal.labels.map(({ id }) => id)
  return field === 'blockedByGoalIds' ? goal.blockedBy.map(({ id }) => id) : goal[field]
}

/** Returns what must be contained in a value that is shown: lists of rows get ids, verdicts and values. */
const like = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((row) => (typeof row === 'object' ? expect.objectContaining(row) : row))
    : value

const editsOf = async (goalId: string): Promise<GoalEdit[]> =>
  (await api.listGoalEdits({ params: { goalId } })).edits

describe.each(editableFieldNames)('%s', (field) => {
  const value = values[field]

  test('is set by a new goal, and shown by goals and lists of goals', async () => {
    const goal = await publish({ [field]: value })
    expect(shown(goal, field)).toEqual(like(value))
    const { goal: read } = await api.getGoal({ params: { goalId: goal.id } })
    expect(read).toEqual(goal)
    expect((await api.listGoals()).goals).toContainEqual(goal)
  })

  test('is edited: the history has the value before and after, in the chain, and the same again is no edit', async () => {
    const before = await publish()
    const params = { goalId: before.id }
    const { goal } = await api.updateGoal({ params, body: { [field]: value } })
    expect(shown(goal, field)).toEqual(like(value))
    const [edit, ...others] = await editsOf(before.id)
    expect(others).toEqual([])
    expect(edit?.fields).toEqual({ [field]: { from: shown(before, field), to: like(value) } })
    const { hash, ...entry } = edit as GoalEdit
    expect(hash).toBe(createHash('sha256').update(canonicalEntry(entry), 'utf8').digest('hex'))
    expect(hash).toBe(goal.historyHash)
    const same = field === 'criteria' || field === 'measures' ? edit?.fields[field]?.to : value
    expect((await api.updateGoal({ params, body: { [field]: same } })).goal.version).toBe(2)
    // On one machine, the process takes them to the feed.
    const events = async () => (await api.listEvents({ query: { order: 'desc', limit: 10 } })).events
    await expect.poll(events).toContainEqual(
      expect.objectContaining({
        type: 'goal.edited',
        goal: expect.objectContaining({ id: before.id }),
        data: { version: 2, fields: [field] },
      }),
    )
  })

  test('is in the conflict of an edit that came later', async () => {
    const { id } = await publish()
    const params = { goalId: id }
    await api.updateGoal({ params, body: { [field]: value } })
    const [edit] = await editsOf(id)
    const body = { title: 'Late', expectedVersion: 1 }
    await expect(api.updateGoal({ params, body })).rejects.toMatchObject({
      code: 'goal_version_conflict',
      addition: { conflict: { version: 2, edits: [edit] } },
    })
  })

  // Only people change budgets.
  test.skipIf(field === 'budget')(
    'is written by tools of agents, and a repeated call writes nothing',
    async () => {
      const { structuredContent } = await agent.call('publish_goal', {
        ...basis,
        title: `By an agent: ${field}`,
      })
      const { goal } = structuredContent as { goal: { id: string } }
      const call = { goalId: goal.id, expectedVersion: 1, [field]: value }
      await agent.call('edit_goal', call)
      expect(await agent.call('edit_goal', call)).toMatchObject({ structuredContent: { repeated: true } })
      const { goal: edited } = await api.getGoal({ params: { goalId: goal.id } })
      expect(shown(edited, field)).toEqual(like(value))
      expect(edited.version).toBe(2)
      const published = await agent.call('publish_goal', { ...basis, [field]: value, idempotencyKey: field })
      const { id } = (published.structuredContent as { goal: { id: string } }).goal
      expect(shown((await api.getGoal({ params: { goalId: id } })).goal, field)).toEqual(like(value))
    },
  )
})
