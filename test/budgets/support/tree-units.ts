import type { Client } from '@cairn/contract/http/client'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { followRelations } from '@cairn/domain/goals/tree/following/follow-relations'
import type { Database } from '@cairn/domain/storage/database/client'
import type { Meter } from '../../../infra/cost/meter.ts'
import { newGoal, reportOf } from '../../support/people/goals.ts'
import type { CallRecorder } from '../../support/service/call-recorder.ts'

/** The cost of a request about goals that belong together. */
export type TreeUnits = { request: string; trips?: number; reads: number; writes: number }

type Metered = {
  /** A session whose calls of the database pass meter and recorder. */
  session: Client
  meter: Meter
  recorder: CallRecorder
  /** Its calls pass the meter. */
  database: Database
  /** Sub-goals of the wide parent. */
  width: number
}

const atOnce = 20

/**
 * Measures a parent with many sub-goals, one of which has a chain of three below it, so that the tree has five levels. The service has no
 * background: what follows from a report is measured by itself, as a function does it on AWS.
 */
export async function measureTreeUnits({
  session,
  meter,
  recorder,
  database,
  width,
}: Metered): Promise<TreeUnits[]> {
  // As on AWS, where the stream tells what to follow.
  const following = { ...database, hasStream: true }
  const create = async (fields: object = {}): Promise<Goal> =>
    (await session.createGoal({ body: { ...newGoal, ...fields } })).goal
  const follow = (goal: Goal, version: number) =>
    followRelations(following, goal.organizationId, [{ goalId: goal.id, version }])

  const alone = await create()
  const parent = await create()
  const children: Goal[] = []
  while (children.length < width) {
    const count = Math.min(atOnce, width - children.length)
    const made = Array.from({ length: count }, () => create({ parentGoalId: parent.id }))
    children.push(...(await Promise.all(made)))
  }
  const chain = [children[0] as Goal]
  for (let level = 2; level <= 4; level++) chain.push(await create({ parentGoalId: chain.at(-1)?.id }))
  for (const goal of [...chain].reverse()) await follow(goal, 1)

  const rows: TreeUnits[] = []
  async function measure(request: string, send: () => Promise<unknown>): Promise<void> {
    recorder.reset()
    meter.take()
    await send()
    const { reads, writes } = meter.take()
    rows.push({ request, trips: recorder.waves, reads, writes })
  }
  const report = (goal: Goal, health: 'on_track' | 'at_risk', expectedRevision: number) =>
    session.createGoalUpdate({
      params: { goalId: goal.id },
      body: reportOf(`${health} ${expectedRevision}`, { health, expectedRevision }),
    })
  const params = { goalId: parent.id }
  await session.getGoal({ params })
  await measure('get a goal that belongs to no others', () =>
    session.getGoal({ params: { goalId: alone.id } }),
  )
  await measure(`get a parent of ${width}`, () => session.getGoal({ params }))
  await measure('get the goal at the fifth level', () =>
    session.getGoal({ params: { goalId: chain.at(-1)?.id ?? '' } }),
  )
  for (const depth of [1, 4]) {
    await measure(`tree of depth ${depth}, 100 goals`, () =>
      session.getGoalTree({ params, query: { depth } }),
    )
  }
  await measure('25 goals of a list, summaries', () =>
    session.listGoals({ query: { view: 'summary', status: 'active', limit: 25 } }),
  )
  await measure('report on a goal that belongs to no others', () => report(alone, 'at_risk', 1))
  await measure(`report on one of ${width}`, () => report(children[1] as Goal, 'at_risk', 1))
  meter.take()
  await follow(children[1] as Goal, 2)
  rows.push({ request: `behind it, ${width} siblings, one level`, ...unitsOf(meter) })
  await measure('report at the fifth level', () => report(chain.at(-1) as Goal, 'at_risk', 1))
  meter.take()
  await follow(chain.at(-1) as Goal, 2)
  rows.push({ request: 'behind it, four levels', ...unitsOf(meter) })
  return rows
}

function unitsOf(meter: Meter): { reads: number; writes: number } {
  const { reads, writes } = meter.take()
  return { reads, writes }
}
