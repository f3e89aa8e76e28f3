import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { repairTable } from '@cairn/domain/repair/repair-table'
import { goalKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import {
  goalChildEntity,
  goalNeighborsEntity,
  goalTreeEntity,
} from '@cairn/domain/storage/table/entities/goals/goal-tree'
import { expect, it } from 'vitest'
import { createGoal, reportOf } from '../../../support/people/goals.ts'
import { signIn } from '../../../support/people/sign-in.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { changeRecord, takeAwayRecord } from '../../../support/table/write-records.ts'

const service = stopAfterFile(await startTestService())
const { database } = service.table
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })

const keyOf = ({ organizationId, id }: { organizationId: string; id: string }) =>
  goalKeyOf({ organizationId, goalId: id })

/** A conflict is an outcome of two moves at once, and no other error is. */
async function settled(request: Promise<unknown>): Promise<void> {
  await request.catch((error: { code?: string }) => {
    if (!/^goal_(?:parent|blocker|revision|version)_conflict$/.test(error.code ?? '')) throw error
  })
}

it('damaged trees are repaired while others move, report and wait in them', async () => {
  const tops = await Promise.all(
    Array.from({ length: 3 }, (_, index) => createGoal(ada, { title: `Top ${index}` })),
  )
  const parentOf = (index: number) => tops[index % tops.length]?.id ?? null
  const goals = await Promise.all(
    Array.from({ length: 12 }, (_, index) => createGoal(ada, { parentGoalId: parentOf(index) })),
  )
  await ada.api.listEvents({ query: {} })
  const [one, other] = goals
  const [top] = tops
  if (!one || !other || !top) throw new Error('There are goals.')
  await takeAwayRecord(database, goalChildEntity, { ...keyOf(top), childKey: keyOf(one).goalKey })
  await takeAwayRecord(database, goalNeighborsEntity, keyOf(other))
  for (const damaged of tops)
    await changeRecord(database, goalTreeEntity, keyOf(damaged), { set: { below1: 9 } })

  const write = async (index: number) => {
    for (let round = 0; round < 6; round++) {
      const goal = goals[(index * 5 + round) % goals.length]
      const blocker = goals[(index * 7 + round * 3 + 1) % goals.length]
      if (!goal || !blocker) continue
      const params = { goalId: goal.id }
      await settled(ada.api.updateGoal({ params, body: { parentGoalId: parentOf(index + round) } }))
      await settled(ada.api.updateGoal({ params, body: { blockedByGoalIds: round % 2 ? [] : [blocker.id] } }))
      const { revision } = (await ada.api.getGoal({ params })).goal
      const report = reportOf('News', {
        expectedRevision: revision,
        health: round % 2 ? 'at_risk' : 'off_track',
      })
      await settled(
        ada.api.createGoalUpdate({ params, body: { ...report, idempotencyKey: `${index} ${round}` } }),
      )
    }
  }
  const writers = Promise.all(Array.from({ length: 4 }, (_, index) => write(index)))
  let isWriting = true
  const repairs = (async () => {
    do await repairTable(database)
    while (isWriting)
  })()
  await writers
  isWriting = false
  await repairs
  await ada.api.listEvents({ query: {} })
  await repairTable(database)

  const found: string[] = []
  for await (const { message } of checkTable(database)) found.push(message)
  expect(found).toEqual([])
  const { goals: all } = await ada.api.listGoals({ query: { limit: 100 } })
  for (const { id } of tops) {
    const { rollup } = all.find((goal) => goal.id === id) ?? {}
    expect(rollup?.children ?? 0).toBe(all.filter(({ parentGoalId }) => parentGoalId === id).length)
  }
})
