import { randomUUID } from 'node:crypto'
import { readChanges } from '@cairn/domain/background/changes/handle-queue'
import { createWalker, maximumReads, TooMany } from '@cairn/domain/goals/tree/deciding/walk'
import { followRelations, recount, refreshChild } from '@cairn/domain/goals/tree/following/follow-relations'
import type { RelationChange } from '@cairn/domain/goals/tree/following/relation-change'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { transact } from '@cairn/domain/storage/database/transaction'
import { goalKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { goalDependentEntity, goalTreeEntity } from '@cairn/domain/storage/table/entities/goals/goal-tree'
import { expect, it } from 'vitest'
import { createGoal, reportOf } from '../support/people/goals.ts'
import { signIn } from '../support/people/sign-in.ts'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'

/** What follows from changes of goals for goals around them, if it is interrupted or late. */

// Changes wait until a test follows them.
const service = stopAfterFile(await startTestService({ background: false }))
const { database } = service.table
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const { activeOrganizationId: organizationId } = await ada.api.getOrganizationContext()

let seen = 0
/** What the changes since the last call mean. */
async function relations(): Promise<RelationChange[]> {
  const { changes } = await readChanges(database, { limit: 1_000 })
  const unseen = changes.slice(seen)
  seen = changes.length
  return unseen.flatMap(({ content }) => content.relations ?? [])
}
const follow = async () => followRelations(database, organizationId, await relations())

async function chain() {
  const top = await createGoal(ada)
  const middle = await createGoal(ada, { parentGoalId: top.id })
  const leaf = await createGoal(ada, { parentGoalId: middle.id })
  await follow()
  return { top, middle, leaf }
}
const rollupOf = async ({ id }: { id: string }) =>
  (await ada.api.getGoal({ params: { goalId: id } })).goal.rollup

it('goes on above a roll-up after which it was interrupted', async () => {
  const { top, middle, leaf } = await chain()
  await ada.api.createGoalUpdate({
    params: { goalId: leaf.id },
    body: reportOf('Done', { status: 'completed' }),
  })
  // It crashes when it has recounted the parent.
  await refreshChild(database, { organizationId, goalId: leaf.id })
  expect(await recount(database, { organizationId, goalId: middle.id })).toBe(true)
  expect(await rollupOf(top)).toMatchObject({ byStatus: { active: 2 } })
  await follow()
  expect(await rollupOf(top)).toMatchObject({ byStatus: { active: 1, completed: 1 } })
})

it('counts what is below a sub-goal that left and came back before anybody followed', async () => {
  const { top, middle, leaf } = await chain()
  const move = (parentGoalId: string | null) =>
    ada.api.updateGoal({ params: { goalId: leaf.id }, body: { parentGoalId } })
  await move(null)
  await refreshChild(database, { organizationId, goalId: middle.id })
  await move(middle.id)
  await follow()
  expect(await rollupOf(top)).toMatchObject({ children: 1, descendants: 2 })
})

it('leaves nothing below a goal that was deleted while another one began to wait for it', async () => {
  const blocker = await createGoal(ada)
  const waiting = await createGoal(ada, { blockedByGoalIds: [blocker.id] })
  await ada.api.deleteGoal({ params: { goalId: blocker.id } })
  await follow()
  const key = {
    ...goalKeyOf({ organizationId, goalId: blocker.id }),
    dependentKey: goalKeyOf({ organizationId, goalId: waiting.id }).goalKey,
  }
  await transact(database, { late: { Put: goalDependentEntity.put({ ...key, version: 2 }) } })
  await followRelations(database, organizationId, [{ goalId: waiting.id, version: 2, isPlaced: true }])
  expect(await readRecord(database, goalDependentEntity, key)).toBeNull()
})

it('walks along the places that the conditions of a move name, whatever rows say', async () => {
  const { middle, leaf } = await chain()
  const other = await createGoal(ada)
  const key = goalKeyOf({ organizationId, goalId: middle.id })
  const { goalKey: parentKey } = goalKeyOf({ organizationId, goalId: other.id })
  // As if the row had been read before a move, and the place after it.
  await transact(database, { place: { Update: goalTreeEntity.update(key).set({ parentKey }) } })
  const above = await createWalker(database, organizationId).above(middle.id)
  expect(above.map(({ row }) => row.goalId)).toEqual([middle.id, other.id])
  expect(leaf.parentGoalId).toBe(middle.id)
})

it('reads at most a thousand goals for the check of one write', async () => {
  const walker = createWalker(database, organizationId)
  const ids = Array.from({ length: maximumReads + 1 }, () => randomUUID())
  await Promise.all(ids.slice(1).map((id) => walker.read(id)))
  expect(maximumReads).toBe(1_000)
  expect(() => walker.read(ids[0] ?? '')).toThrow(TooMany)
})
