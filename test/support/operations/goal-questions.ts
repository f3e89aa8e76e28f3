import { shortHash, shortId } from '@cairn/domain/storage/table/short-id'
import { expect } from 'vitest'
import { createGoal } from '../people/goals.ts'
import { readTable } from '../table/read-table.ts'
import { type ExamplesOf, fieldsOf, type Scene } from './example.ts'

async function goalParams({ world, whose }: Scene): Promise<{ goalId: string }> {
  const create = async () => (await createGoal(whose)).id
  return { goalId: await world.once(`goal of ${whose.userId}`, create) }
}

/** A question that the owner of the goal has asked, and that is open unless a request before has closed it. */
async function questionParams(scene: Scene): Promise<{ goalId: string; questionId: string }> {
  const { world, whose } = scene
  const params = await goalParams(scene)
  const ask = async () =>
    (await whose.api.askQuestion({ params, body: { text: 'More trees?', options: ['Yes', 'No'] } })).question
      .id
  return { ...params, questionId: await world.once(`question of ${whose.userId}`, ask) }
}

const questionOf = (scene: { request: { params?: Record<string, string> } }) => ({
  params: { goalId: '', questionId: '', ...scene.request.params },
})

/** Somebody else's goal: nobody asks for a report on their own. A new one each time: each person asks once a day. */
async function foreignGoal({ world, caller }: Scene): Promise<{ goalId: string }> {
  const others = [world.owner, world.admin, world.colleague].filter(({ userId }) => userId !== caller.userId)
  // Some tests remove one of them first.
  const goals = await Promise.allSettled(others.map((other) => createGoal(other)))
  const goal = goals.find((created) => created.status === 'fulfilled')
  if (!goal) throw new Error('Nobody else is a member.')
  return { goalId: goal.value.id }
}

export const goalQuestions: ExamplesOf<'goal-questions'> = {
  listQuestions: { access: 'list-goals', request: () => ({ query: { state: 'open' } }) },
  listGoalQuestions: {
    access: 'read-goal',
    request: async (scene) => ({ params: await goalParams(scene) }),
  },
  askQuestion: {
    access: 'change-goal',
    request: async (scene) => ({
      params: await goalParams(scene),
      body: { text: 'How many trees?' },
    }),
    effect: async (done) => {
      const { world, request } = done
      const { questions } = await world.owner.api.listGoalQuestions({
        params: { goalId: request.params?.goalId ?? '' },
      })
      const asked = questions.filter(({ text }) => text === fieldsOf(done).text)
      // Without a key, a repeated request asks again if the first response was lost.
      expect(asked.length).toBeGreaterThanOrEqual(1)
      expect(asked.length).toBeLessThanOrEqual(request.headers?.['idempotency-key'] ? 1 : 2)
      expect(asked).toContainEqual(done.body?.question)
    },
  },
  getQuestion: { access: 'read-goal', request: async (scene) => ({ params: await questionParams(scene) }) },
  answerQuestion: {
    access: 'answer-question',
    request: async (scene) => ({
      params: await questionParams(scene),
      body: { option: 'Yes', text: 'Ten.' },
    }),
    effect: async (done) => {
      const answered = await done.world.owner.api.getQuestion(questionOf(done))
      expect(answered).toEqual(done.body)
      expect(answered.question).toMatchObject({
        state: 'answered',
        answer: { ...fieldsOf(done), answeredBy: { id: done.world.owner.userId } },
      })
    },
  },
  withdrawQuestion: {
    access: 'change-goal',
    request: async (scene) => ({ params: await questionParams(scene) }),
    effect: async (done) => {
      const { question } = await done.world.owner.api.getQuestion(questionOf(done))
      expect(question.state).toBe('withdrawn')
    },
  },
  requestReport: {
    access: 'request-report',
    request: async (scene) => ({ params: await foreignGoal(scene) }),
    effect: async ({ world, request }) => {
      const goalKey = shortId(request.params?.goalId ?? '')
      const { goalReportRequest } = await readTable(world.service.table.database)
      const requests = goalReportRequest.filter((record) => record.goalKey === goalKey)
      expect(requests).toMatchObject([{ userKey: shortHash(world.owner.userId) }])
    },
    // Without a key, a repeated request asks again if the first response was lost.
    alreadyDone: ['report_already_requested'],
  },
}
