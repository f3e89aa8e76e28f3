import { createClient } from '@cairn/contract/http/client'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { afterEach, describe, expect, it } from 'vitest'
import { createGoal, createLabel, reportOf } from '../../support/people/goals.ts'
import { newcomer } from '../../support/people/sessions.ts'
import { outcomeOf } from '../../support/requests/outcomes.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { startTearingProxy } from '../../support/table/tearing-proxy.ts'

/** A goal is three records, and DynamoDB reads them one after the other: a write can land in between. */

const proxy = stopAfterFile(await startTearingProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const direct = stopAfterFile(await startTestService({ table }))
const torn = stopAfterFile(
  await startTestService({ table, endpoint: proxy.endpoint, environment: { WEB_ORIGIN: direct.origin } }),
)
const ada = await newcomer(direct, 'Ada')
const late = createClient({ baseUrl: torn.origin, headers: { origin: direct.origin, cookie: ada.cookie } })
const labelId = await createLabel(ada, 'Forest')

afterEach(async () => {
  await expectSoundTable(table.database)
})

const publish = () =>
  createGoal(ada, {
    labelIds: [labelId],
    criteria: [{ title: 'Planted', description: 'A hundred trees.' }],
    measures: [{ title: 'Trees', start: 0, target: 100 }],
  })

type Write = (goal: Goal) => Promise<unknown>

/** Writes that change one part of the goal beside its row, several, or none. */
const writes: Record<string, Write> = {
  'a report with a verdict and a value': ({ id, revision, criteria, measures }) =>
    ada.api.createGoalUpdate({
      params: { goalId: id },
      body: reportOf(`Report ${revision}`, {
        expectedRevision: revision,
        verdicts: criteria.map((criterion) => ({ criterionId: criterion.id, result: 'met' })),
        measurements: measures.map((measure) => ({ measureId: measure.id, value: 10 })),
      }),
    }),
  'an edit of the description': ({ id }) =>
    ada.api.updateGoal({ params: { goalId: id }, body: { detailedDescription: 'Plant an oak.' } }),
  'an edit that removes the criteria': ({ id }) =>
    ada.api.updateGoal({ params: { goalId: id }, body: { criteria: [], measures: [] } }),
  'a report without a verdict': ({ id, revision }) =>
    ada.api.createGoalUpdate({
      params: { goalId: id },
      body: reportOf('Nothing new', { expectedRevision: revision }),
    }),
  'its deletion': ({ id }) => ada.api.deleteGoal({ params: { goalId: id } }),
}
const kept = Object.entries(writes).filter(([title]) => title !== 'its deletion')

/** Makes a write in the middle of the next read. */
async function during<T>(write: Write, goal: Goal, read: () => Promise<T>): Promise<T> {
  const before = proxy.tears
  proxy.setBetween(() => write(goal))
  const result = await read().finally(() => proxy.setBetween(undefined))
  expect(proxy.tears).toBe(before + 1)
  return result
}

describe('a read of a goal that a write lands in', () => {
  it.each(kept)('200s with one version of it, by %s', async (_, write) => {
    const goal = await publish()
    const params = { goalId: goal.id }
    const read = await during(write, goal, () => late.getGoal({ params }))
    const { goal: after } = await ada.api.getGoal({ params })
    expect([goal, after]).toContainEqual(read.goal)
  })

  it.each(
    kept.flatMap(([title, write]) => [[title, 'new', write] as const, [title, 'judged', write] as const]),
  )('200s with one version of it in a list, by %s on a %s goal', async (_, state, write) => {
    const published = await publish()
    if (state === 'judged') await writes['a report with a verdict and a value']?.(published)
    const { goal } = await ada.api.getGoal({ params: { goalId: published.id } })
    const { goals } = await during(write, goal, () => late.listGoals({ query: { limit: 1 } }))
    const { goal: after } = await ada.api.getGoal({ params: { goalId: goal.id } })
    expect([goal, after]).toContainEqual(goals[0])
  })

  it('is repeated until its parts agree, even if each write lands in one', async () => {
    const goal = await publish()
    const { id: goalId } = goal
    let writesLeft = 3
    const again = async (): Promise<void> => {
      writesLeft--
      await ada.api.updateGoal({ params: { goalId }, body: { detailedDescription: `Oak ${writesLeft}` } })
      if (writesLeft > 0) proxy.setBetween(again)
    }
    proxy.setBetween(again)
    const read = await late.getGoal({ params: { goalId } })
    expect(writesLeft).toBe(0)
    expect(read).toEqual(await ada.api.getGoal({ params: { goalId } }))
  })

  it('404s, by its deletion', async () => {
    const goal = await publish()
    const params = { goalId: goal.id }
    const outcome = await during(writes['its deletion'] as Write, goal, () =>
      outcomeOf(late.getGoal({ params })),
    )
    expect(outcome).toBe('404 goal_not_found')
  })
})

describe('a write whose read of the goal another write lands in', () => {
  it.each(kept)('adds its own entry after that of %s', async (_, write) => {
    const goal = await publish()
    const params = { goalId: goal.id }
    await during(write, goal, () => late.updateGoal({ params, body: { title: 'Oaks' } }))
    const { goal: after } = await ada.api.getGoal({ params })
    expect([after.title, after.version]).toEqual(['Oaks', 3])
  })

  it.each(kept)('409s a report that expected the revision or version before, by %s', async (_, write) => {
    const goal = await publish()
    const params = { goalId: goal.id }
    const edit = { title: 'Oaks', expectedVersion: 1 }
    expect(await during(write, goal, () => outcomeOf(late.updateGoal({ params, body: edit })))).toBe(
      '409 goal_version_conflict',
    )
    expect((await ada.api.getGoal({ params })).goal.version).toBe(2)
  })
})
