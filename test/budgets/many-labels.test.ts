import { operations } from '@cairn/contract/registry/registry'
import { keyOf, sortableName } from '@cairn/domain/storage/database/keys'
import { goalLabelEntity } from '@cairn/domain/storage/table/entities/goal-labels/goal-label'
import { goalLabelNameEntity } from '@cairn/domain/storage/table/entities/goal-labels/goal-label-name'
import { afterAll, describe, expect, it } from 'vitest'
import type { ExampleRequest } from '../support/operations/example.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { expectSoundTable } from '../support/table/check-table.ts'
import { writeRecords } from '../support/table/write-records.ts'
import { describeCalls, type Measured, measure } from './support/measure.ts'
import { createBudgetWorld, warmUp } from './support/world.ts'

const labelCount = 250

/**
 * The labels are not in the directory, as if it were full, so reading them by key takes another trip. A change still takes
 * three: it reads its labels before or during the write.
 */
const trips = { read: 3, change: 3 }

const world = stopAfterFile(await createBudgetWorld())
const { database } = world.service.table
const { activeOrganizationId: organizationId } = await world.owner.api.getAuthSession()
const now = '2026-11-20T10:00:00.000Z'
const labels = Array.from({ length: labelCount }, (_, index) => ({
  organizationId,
  labelId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  name: `label ${index}`,
  nameSort: sortableName(`label ${index}`),
  useCount: 0,
  createdAt: now,
  createdByUserId: world.owner.userId,
  updatedAt: now,
  updatedByUserId: world.owner.userId,
}))
await writeRecords(database, goalLabelEntity, labels)
await writeRecords(
  database,
  goalLabelNameEntity,
  labels.map(({ labelId, name }) => ({ organizationId, labelId, nameKey: keyOf(name) })),
)
// The first, and the last ones in the table's order.
const labelIds = [0, 248, 249].map((index) => labels[index]?.labelId ?? '')
const { goal } = await world.owner.api.createGoal({
  body: { detailedDescription: 'Count.', timeframe: { kind: 'continuous' }, labelIds },
})
const goalId = goal.id
await warmUp(world)

afterAll(async () => {
  await expectSoundTable(world.service.table.database)
})

const headers = () => ({ origin: world.counted.origin, cookie: world.owner.cookie })

async function leastOf(tries: number, request: () => Promise<Measured>): Promise<Measured> {
  const measured = []
  for (let attempt = 1; attempt <= tries; attempt++) measured.push(await request())
  return measured.reduce((least, one) => (one.trips < least.trips ? one : least))
}

describe(`round trips in an organization of ${labelCount} labels`, () => {
  it.each<
    ['getGoal' | 'listGoals' | 'updateGoal' | 'createGoalUpdate', number, (attempt: number) => ExampleRequest]
  >([
    ['getGoal', trips.read, () => ({ params: { goalId } })],
    ['listGoals', trips.read, () => ({})],
    ['updateGoal', trips.change, (attempt) => ({ params: { goalId }, body: { title: `Title ${attempt}` } })],
    [
      'createGoalUpdate',
      trips.change,
      (attempt) => ({
        params: { goalId },
        body: {
          status: 'active',
          summary: 'Counted',
          details: 'All.',
          expectedRevision: attempt,
          idempotencyKey: `${attempt}`,
        },
      }),
    ],
  ])('%s makes at most %i and returns every label', async (id, budget, request) => {
    let attempt = 0
    const least = await leastOf(2, () => measure(world, operations[id], request(++attempt), headers()))
    expect(least.status).toBe(operations[id].success.status)
    expect(least.trips, describeCalls(least.calls).join(', then ')).toBeLessThanOrEqual(budget)
    const { goal } = await world.owner.api.getGoal({ params: { goalId } })
    expect(goal.labels.map(({ name }) => name)).toEqual(['label 0', 'label 248', 'label 249'])
  })
})
