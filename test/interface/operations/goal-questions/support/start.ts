import type { Client } from '@cairn/contract/http/client'
import type { GoalQuestion } from '@cairn/contract/schemas/goals/goal-questions'
import { createGoal } from '../../../../support/people/goals.ts'
import { createWorld } from '../../../../support/people/world.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

/** A world with a clock, and a goal of the member. */
export async function startQuestions() {
  const clock = createClock()
  const service = stopAfterFile(await startTestService({ clock: clock.read }))
  const world = await createWorld(service)
  const goal = await createGoal(world.member, { title: 'Plant trees' })
  return { ...world, clock, service, database: service.table.database, goal, params: { goalId: goal.id } }
}

type Ask = Parameters<Client['askQuestion']>[0]['body']

export async function ask(
  { api }: { api: Client },
  goalId: string,
  fields: Partial<Ask> = {},
): Promise<GoalQuestion> {
  return (await api.askQuestion({ params: { goalId }, body: { text: 'May I?', ...fields } })).question
}

export const paramsOf = ({ goalId, id }: GoalQuestion) => ({ params: { goalId, questionId: id } })
export const pathOf = ({ goalId, id }: GoalQuestion) => `/v1/goals/${goalId}/questions/${id}`
