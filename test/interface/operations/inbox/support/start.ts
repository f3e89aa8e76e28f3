import type { Client } from '@cairn/contract/http/client'
import type { InboxItem } from '@cairn/contract/schemas/people/inbox'
import { createGoal, reportOf } from '../../../../support/people/goals.ts'
import { createWorld } from '../../../../support/people/world.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

type Report = Partial<Parameters<Client['createGoalUpdate']>[0]['body']>

/** Reports on a goal as it is. Returns the update. */
export async function report({ api }: { api: Client }, goalId: string, fields: Report = {}) {
  const params = { goalId }
  const { goal } = await api.getGoal({ params })
  const { summary = 'Done', ...rest } = fields
  const { revision, status } = goal
  const body = reportOf(summary, {
    status,
    expectedRevision: revision,
    idempotencyKey: `revision ${revision}`,
    ...rest,
  })
  return (await api.createGoalUpdate({ params, body })).update
}

/** A world with a clock, and a goal of the member. */
export async function startInbox() {
  const clock = createClock()
  const service = stopAfterFile(await startTestService({ clock: clock.read }))
  const world = await createWorld(service)
  const goal = await createGoal(world.member, { title: 'Plant trees' })
  return {
    ...world,
    clock,
    service,
    database: service.table.database,
    goal,
    params: { goalId: goal.id },
    /** The owner reports on the member's goal so often, a millisecond apart. Returns the revisions. */
    async reportOften(count: number, goalId: string = goal.id): Promise<number[]> {
      const revisions: number[] = []
      for (let made = 0; made < count; made++) {
        clock.advance({ milliseconds: 1 })
        revisions.push((await report(world.owner, goalId)).revision)
      }
      return revisions
    },
  }
}

type Query = NonNullable<NonNullable<Parameters<Client['listInbox']>[0]>['query']>

/** Returns the first page of an inbox. */
export const inboxOf = ({ api }: { api: Client }, query: Query = {}) => api.listInbox({ query })

/** An item without what every test would repeat. */
export const shape = ({ kind, goal, text, ref, actor, readAt }: InboxItem) => ({
  kind,
  goal: goal.title,
  text,
  ref,
  by: actor.displayName,
  ...(readAt !== null && { readAt }),
})
