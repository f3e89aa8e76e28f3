import type { Client } from '@cairn/contract/http/client'
import type { GoalComment } from '@cairn/contract/schemas/goals/goal-comments'
import { createGoal } from '../../../../support/people/goals.ts'
import { createWorld } from '../../../../support/people/world.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

/** A world with a clock, and a goal of the member with two reports. */
export async function startComments() {
  const clock = createClock()
  const service = stopAfterFile(await startTestService({ clock: clock.read }))
  const world = await createWorld(service)
  const goal = await createGoal(world.member, { title: 'Plant trees' })
  return { ...world, clock, service, database: service.table.database, goal, params: { goalId: goal.id } }
}

type Write = Parameters<Client['createGoalComment']>[0]['body']

export const write = (
  { api }: { api: Client },
  goalId: string,
  fields: Partial<Write> = {},
): Promise<{ comment: GoalComment; notifiedUserIds: string[] }> =>
  api.createGoalComment({ params: { goalId }, body: { text: 'Well done.', ...fields } })

export const paramsOf = ({ goalId, id }: GoalComment) => ({ params: { goalId, commentId: id } })
export const pathOf = ({ goalId, id }: GoalComment) => `/v1/goals/${goalId}/comments/${id}`
