import { afterAll, describe, expect, test } from 'vitest'
import { describeCalls } from '../../budgets/support/measure.ts'
import { createBudgetWorld, warmUp } from '../../budgets/support/world.ts'
import { staleReads } from '../../support/service/engine-proxy.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { callerWith, codeOf } from './support/call-tools.ts'

/**
 * Sequential round trips of a tool, authentication included: those of its operation, and one more to name people. One less if the
 * process remembers the caller.
 */

const world = stopAfterFile(await createBudgetWorld())
await warmUp(world)
const { owner, counted, callers, recorder, secrets } = world
const agent = callerWith(counted, { secret: secrets.all })

afterAll(() => expectSoundTable(world.service.table.database))

async function newGoal() {
  const { label } = await owner.api.createGoalLabel({ body: { name: `Label ${world.next()}` } })
  const { goal } = await owner.api.createGoal({
    body: {
      title: `Goal ${world.next()}`,
      detailedDescription: 'Text',
      timeframe: { kind: 'continuous' },
      criteria: [{ title: 'One', description: 'The one.' }],
    },
  })
  const { goal: edited } = await owner.api.updateGoal({
    params: { goalId: goal.id },
    body: { title: 'Edited' },
  })
  return { goalId: edited.id, labelId: label.id }
}
type Ids = Awaited<ReturnType<typeof newGoal>>

const report = { status: 'active', summary: 'S', details: 'D' }
const conflicts = ['goal_revision_conflict', 'goal_version_conflict']

const rows: [tool: string, title: string, trips: number, input: (ids: Ids) => object][] = [
  ['brief', '', 3, () => ({})],
  ['find_goals', '', 3, () => ({ status: ['active'] })],
  ['get_goal', '', 3, ({ goalId }) => ({ goalId })],
  ['get_history', 'reports', 3, ({ goalId }) => ({ goalId })],
  ['get_history', 'edits', 4, ({ goalId }) => ({ goalId, kind: 'edits' })],
  ['get_history', 'one report', 3, ({ goalId }) => ({ goalId, entry: 1 })],
  ['manage_labels', 'list', 2, () => ({ action: 'list' })],
  ['manage_labels', 'one', 2, ({ labelId }) => ({ action: 'list', labelId })],
  [
    'publish_goal',
    '',
    3,
    () => ({ detailedDescription: `${world.next()}`, timeframe: { kind: 'continuous' } }),
  ],
  ['edit_goal', '', 3, ({ goalId }) => ({ goalId, expectedVersion: 2, title: 'Again' })],
  ['edit_goal', 'a conflict', 4, ({ goalId }) => ({ goalId, expectedVersion: 1, title: 'Again' })],
  ['report_progress', '', 3, ({ goalId }) => ({ goalId, expectedRevision: 1, ...report })],
  ['report_progress', 'a conflict', 4, ({ goalId }) => ({ goalId, expectedRevision: 7, ...report })],
  ['manage_labels', 'create', 3, () => ({ action: 'create', name: `Label ${world.next()}` })],
  ['manage_labels', 'update', 3, ({ labelId }) => ({ action: 'update', labelId, color: 'red' })],
  ['manage_labels', 'delete', 3, ({ labelId }) => ({ action: 'delete', labelId })],
]

describe.each([
  ['new', 0],
  ['remembered', 1],
])('of a %s caller', (caller, saved) => {
  test.each(rows)('%s %s takes at most %i round trips', async (tool, title, budget, inputOf) => {
    let least: { trips: number; calls: string[] } | undefined
    // A slow machine may split one trip in two but never merges two.
    for (const quiet of [1, 6, 30, 60]) {
      const input = inputOf(await newGoal())
      callers.recalls = caller === 'remembered'
      if (callers.recalls) await agent.tools()
      recorder.setQuiet(quiet)
      recorder.reset()
      const result = await agent.call(tool, input)
      const measured = { trips: recorder.waves, calls: describeCalls(recorder.calls) }
      expect(describeCalls(staleReads([...recorder.calls]))).toEqual([])
      if (title === 'a conflict') expect(conflicts).toContain(codeOf(result))
      else expect(result.isError, JSON.stringify(result.structuredContent.error)).toBeUndefined()
      if (!least || measured.trips < least.trips) least = measured
      if (least.trips <= budget - saved) break
    }
    expect(least?.trips, least?.calls.join(', then ')).toBeLessThanOrEqual(budget - saved)
  })

  test.each(['tools/list', 'server/discover'])('%s takes one round trip', async (method) => {
    callers.recalls = caller === 'remembered'
    recorder.setQuiet(30)
    recorder.reset()
    expect((await agent.ask(method)).status).toBe(200)
    expect(recorder.waves, describeCalls(recorder.calls).join(', then ')).toBeLessThanOrEqual(2 - saved)
  })
})
