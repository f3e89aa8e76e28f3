/** A conflict is a catch-up: it carries what the caller missed since the revision or version that it named. */
import type { Goal } from '@cairn/contract'
import type { GoalConflict } from '@cairn/contract/schemas/goals/goal-history'
import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { type HttpResponse, refusal } from '../../../../support/requests/exchange.ts'
import { goalOf, publish, report, updateOf } from '../../../../support/requests/goals.ts'

const { ada, send: browser } = await startWithAda()

const edit = ({ id }: Goal, body: object) => browser('PATCH', `/v1/goals/${id}`, { body })
const conflictOf = ({ body }: HttpResponse) => (body as { conflict: GoalConflict }).conflict

/** Writes versions 2 to `version`, one after the other. */
async function bring(
  goal: Goal,
  version: number,
  kindAt: (version: number) => 'report' | 'edit',
): Promise<void> {
  let expectedRevision = 1
  for (let next = 2; next <= version; next++) {
    const response =
      kindAt(next) === 'edit'
        ? await edit(goal, { title: `Title ${next}` })
        : await report(browser, goal.id, {
            expectedRevision: expectedRevision++,
            idempotencyKey: `key ${next}`,
          })
    expect(response.status).toBeLessThan(300)
  }
}

/** The whole history as the lists return it. */
async function historyOf(goal: Goal) {
  const params = { goalId: goal.id }
  const [{ updates }, { edits }] = await Promise.all([
    ada.api.listGoalUpdates({ params }),
    ada.api.listGoalEdits({ params }),
  ])
  return { updates, edits }
}

const lateReport = (goal: Goal, expectedRevision = 1) =>
  report(browser, goal.id, { expectedRevision, idempotencyKey: 'late' })
const lateEdit = (goal: Goal, expectedVersion = 1) => edit(goal, { title: 'Late', expectedVersion })

describe('expectedVersion', () => {
  it('200s the current version, and its edit advances it', async () => {
    const goal = await publish(browser)
    const changed = goalOf(await edit(goal, { title: 'x', expectedVersion: 1 }))
    expect(changed).toMatchObject({ title: 'x', version: 2, revision: 1 })
    expect(goalOf(await edit(goal, { title: 'y', expectedVersion: 2 })).version).toBe(3)
  })

  it('is checked even if the edit changes nothing', async () => {
    const goal = await publish(browser)
    expect(goalOf(await edit(goal, { title: goal.title, expectedVersion: 1 })).version).toBe(1)
    expect(await edit(goal, { title: goal.title, expectedVersion: 2 })).toMatchObject(
      refusal('goal_version_conflict'),
    )
  })

  it('409s after a report and after an edit, and nothing is written', async () => {
    const goal = await publish(browser)
    await report(browser, goal.id)
    const reported = goalOf(await browser('GET', `/v1/goals/${goal.id}`))
    expect(await lateEdit(goal)).toMatchObject(refusal('goal_version_conflict'))
    expect(goalOf(await browser('GET', `/v1/goals/${goal.id}`))).toEqual(reported)
    await edit(goal, { title: 'First' })
    expect(await lateEdit(goal, 2)).toMatchObject(refusal('goal_version_conflict'))
    expect(goalOf(await browser('GET', `/v1/goals/${goal.id}`))).toMatchObject({ title: 'First', version: 3 })
  })

  it('is checked before the owner, the labels and the ids of the edit', async () => {
    const goal = await publish(browser)
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const fields of [
      { ownerUserId: 'nobody' },
      { labelIds: [unknown] },
      { criteria: [{ id: unknown, title: 'x', description: 'x' }] },
    ]) {
      const response = await edit(goal, { ...fields, expectedVersion: 7 })
      expect(response).toMatchObject(refusal('goal_version_conflict'))
    }
  })

  it.each([0, -1, 1.5, '1', null, 2 ** 53, 1e300])('400s %j', async (expectedVersion) => {
    const response = await edit(await publish(browser), { title: 'x', expectedVersion })
    expect(response).toMatchObject(refusal('invalid_request', 'expectedVersion'))
  })

  it('400s an edit of nothing else', async () => {
    expect(await edit(await publish(browser), { expectedVersion: 1 })).toMatchObject(
      refusal('invalid_request'),
    )
  })
})

describe('a conflict', () => {
  it.each([
    ['a report', lateReport, 'goal_revision_conflict'],
    ['an edit', lateEdit, 'goal_version_conflict'],
  ] as const)('of %s has reports and edits as the lists have them, newest last', async (_, late, code) => {
    const goal = await publish(browser)
    await bring(goal, 7, (version) => (version % 2 === 0 ? 'report' : 'edit'))
    const { updates, edits } = await historyOf(goal)
    const response = await late(goal)
    expect(response).toMatchObject(refusal(code))
    expect(conflictOf(response)).toEqual({
      revision: 4,
      version: 7,
      updates: updates.slice(1),
      edits,
      truncated: false,
    })
  })

  it('of a report has only what came after the revision that it names', async () => {
    const goal = await publish(browser)
    await bring(goal, 7, (version) => (version % 2 === 0 ? 'report' : 'edit'))
    // Revision 3 is version 4; revision 4 is version 6.
    const { updates, edits } = conflictOf(await lateReport(goal, 3))
    expect(updates.map(({ version }) => version)).toEqual([6])
    expect(edits.map(({ version }) => version)).toEqual([5, 7])
  })

  it('of an edit has only what came after the version that it names', async () => {
    const goal = await publish(browser)
    await bring(goal, 7, (version) => (version % 2 === 0 ? 'report' : 'edit'))
    const { updates, edits } = conflictOf(await lateEdit(goal, 5))
    expect(updates.map(({ version }) => version)).toEqual([6])
    expect(edits.map(({ version }) => version)).toEqual([7])
  })

  it.each([
    ['report', 11, false],
    ['report', 12, true],
    ['edit', 11, false],
    ['edit', 12, true],
  ] as const)('with the %ss up to version %i, truncated: %s', async (kind, version, truncated) => {
    const goal = await publish(browser)
    await bring(goal, version, () => kind)
    const conflict = conflictOf(await lateEdit(goal))
    expect(conflict).toMatchObject({ version, truncated })
    const [shown, other] =
      kind === 'edit' ? [conflict.edits, conflict.updates] : [conflict.updates, conflict.edits]
    const newest = Array.from({ length: 10 }, (_, index) => version - 9 + index)
    expect(shown.map((entry) => entry.version)).toEqual(newest)
    expect(other).toEqual([])
  })

  it('shows up to ten of each kind', async () => {
    const goal = await publish(browser)
    await bring(goal, 21, (version) => (version % 2 === 0 ? 'report' : 'edit'))
    const conflict = conflictOf(await lateReport(goal))
    expect([conflict.updates.length, conflict.edits.length, conflict.truncated]).toEqual([10, 10, false])
  })

  it.each([3, 99, Number.MAX_SAFE_INTEGER])(
    'with a revision that does not exist yet, %i, is empty',
    async (future) => {
      const goal = await publish(browser)
      await report(browser, goal.id)
      await edit(goal, { title: 'x' })
      expect(conflictOf(await lateReport(goal, future))).toEqual({
        revision: 2,
        version: 3,
        updates: [],
        edits: [],
        truncated: false,
      })
    },
  )

  it.each([4, 99, Number.MAX_SAFE_INTEGER])(
    'with a version that does not exist yet, %i, is empty',
    async (future) => {
      const goal = await publish(browser)
      await bring(goal, 3, () => 'edit')
      expect(conflictOf(await lateEdit(goal, future))).toMatchObject({ version: 3, updates: [], edits: [] })
    },
  )

  it('lets the loser succeed at the next try', async () => {
    const goal = await publish(browser)
    await bring(goal, 4, (version) => (version === 3 ? 'edit' : 'report'))
    const { revision } = conflictOf(await lateReport(goal))
    const reported = await lateReport(goal, revision)
    expect(reported.status).toBe(201)
    const { version } = conflictOf(await lateEdit(goal, 4))
    expect(version).toBe(updateOf(reported).version)
    expect(goalOf(await lateEdit(goal, version))).toMatchObject({ title: 'Late', version: 6 })
  })
})

describe('a conflict over large texts', () => {
  /** Three bytes a character: 10 of these exceed a query of 1 MB, but not what a conflict shows. */
  const large = '€'.repeat(80_000)

  it('says that reports are missing', async () => {
    const goal = await publish(browser)
    for (let expectedRevision = 1; expectedRevision <= 9; expectedRevision++) {
      const fields = { details: large, expectedRevision, idempotencyKey: `${expectedRevision}` }
      expect((await report(browser, goal.id, fields)).status).toBe(201)
    }
    const { updates, truncated } = conflictOf(await lateReport(goal))
    expect(updates.at(-1)?.revision).toBe(10)
    expect(truncated).toBe(updates.length < 9)
  })

  it('shows the newest edit with both texts', async () => {
    const goal = await publish(browser)
    const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(250_000))
    for (const detailedDescription of texts) await edit(goal, { detailedDescription })
    const { edits, truncated } = conflictOf(await lateEdit(goal))
    const { from, to } = edits.at(-1)?.fields.detailedDescription ?? {}
    expect([from === texts[2], to === texts[3]]).toEqual([true, true])
    expect(edits.length).toBeLessThan(4)
    expect(truncated).toBe(true)
  })
})

describe('goal_update_idempotency_conflict', () => {
  it('carries the report that has the key', async () => {
    const goal = await publish(browser)
    const stored = updateOf(await report(browser, goal.id))
    await edit(goal, { title: 'x' })
    const response = await report(browser, goal.id, { summary: 'Other' })
    expect(response).toMatchObject(refusal('goal_update_idempotency_conflict'))
    expect(response.body).toMatchObject({ update: stored })
    expect(response.body).not.toHaveProperty('conflict')
  })
})
