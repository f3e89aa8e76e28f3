import type { ErrorCode } from '@cairn/contract/errors/errors'
import type { ApiError } from '@cairn/contract/http/client'
import type { GoalQuestion } from '@cairn/contract/schemas/goals/goal-questions'
import { afterAll, describe, expect, it } from 'vitest'
import { createGoal, reportOf } from '../../support/people/goals.ts'
import { createWorld } from '../../support/people/world.ts'
import { allAtOnce, bodiesOf, tally } from '../../support/requests/outcomes.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { readTable } from '../../support/table/read-table.ts'

const service = stopAfterFile(await startTestService())
const { owner, admin, member } = await createWorld(service)
const { database } = service.table
const goal = await createGoal(member)
const params = { goalId: goal.id }

afterAll(async () => {
  await expectSoundTable(database)
})

const ask = async (fields = {}): Promise<GoalQuestion> =>
  (await member.api.askQuestion({ params, body: { text: 'May I?', ...fields } })).question
const paramsOf = ({ goalId, id }: GoalQuestion) => ({ params: { goalId, questionId: id } })

async function typesSince(cursor: string): Promise<string[]> {
  const { events } = await owner.api.listEvents({ query: { after: cursor } })
  return events.map(({ type }) => type).toSorted()
}

describe('20 answers at once', () => {
  it('have one winner, whom all others are told', async () => {
    const question = await ask()
    const { cursor } = await owner.api.listEvents()
    const people = [owner, admin, member]
    const seen: unknown[] = []
    const responses = await allAtOnce(20, async (index) => {
      const { api } = people[index % people.length] ?? owner
      try {
        return await api.answerQuestion({ ...paramsOf(question), body: { text: `Answer ${index}` } })
      } catch (error) {
        seen.push((error as ApiError).addition.question)
        throw error
      }
    })
    expect(tally(responses)).toEqual({ ok: 1, '409 question_closed': 19 })
    const [won] = bodiesOf(responses)
    expect(await member.api.getQuestion(paramsOf(question))).toEqual(won)
    expect(seen).toEqual(Array.from({ length: 19 }, () => won?.question))
    expect(await typesSince(cursor)).toEqual(['question.answered'])
    const { auditEntry } = await readTable(database)
    expect(auditEntry.filter(({ target }) => target?.id === question.id)).toHaveLength(1)
  })

  it('that are the same, by one person, all succeed', async () => {
    const question = await ask({ options: ['Yes', 'No'] })
    const { cursor } = await owner.api.listEvents()
    const responses = await allAtOnce(20, () =>
      member.api.answerQuestion({ ...paramsOf(question), body: { option: 'Yes' } }),
    )
    expect(tally(responses)).toEqual({ ok: 20 })
    expect(new Set(bodiesOf(responses).map((body) => JSON.stringify(body))).size).toBe(1)
    expect(await typesSince(cursor)).toEqual(['question.answered'])
  })
})

it('an answer and a withdrawal at once: one of them happens', async () => {
  for (let round = 0; round < 5; round++) {
    const question = await ask()
    const [answered, withdrawn] = await allAtOnce(
      2,
      async (index): Promise<unknown> =>
        index === 0
          ? member.api.answerQuestion({ ...paramsOf(question), body: { text: 'Yes' } })
          : owner.api.withdrawQuestion(paramsOf(question)),
    )
    const { state } = (await member.api.getQuestion(paramsOf(question))).question
    const closed = `409 ${'question_closed' satisfies ErrorCode}`
    expect([state, answered?.outcome, withdrawn?.outcome]).toEqual(
      state === 'answered' ? ['answered', 'ok', closed] : ['withdrawn', closed, 'ok'],
    )
  }
})

it('20 questions, reports and edits of one goal at once do not hinder each other', async () => {
  const { goal: before } = await member.api.getGoal({ params })
  const responses = await allAtOnce(
    21,
    async (index): Promise<unknown> =>
      index === 20
        ? member.api.createGoalUpdate({
            params,
            body: reportOf('Ten', { expectedRevision: before.revision }),
          })
        : ask({ text: `Question ${index}?` }),
  )
  expect(tally(responses)).toEqual({ ok: 21 })
  const { goal: after } = await member.api.getGoal({ params })
  expect(after.version).toBe(before.version + 1)
})

it('questions that are asked while their goal is deleted go with it', async () => {
  for (let round = 0; round < 3; round++) {
    const { id: goalId } = await createGoal(owner)
    const responses = await allAtOnce(
      8,
      async (index): Promise<unknown> =>
        index === 4
          ? owner.api.deleteGoal({ params: { goalId } })
          : owner.api.askQuestion({ params: { goalId }, body: { text: `${index}?` } }),
    )
    for (const { outcome } of responses) expect(['ok', '404 goal_not_found']).toContain(outcome)
    await owner.api.listEvents()
    const { goalQuestion, openQuestion } = await readTable(database)
    const ids = bodiesOf(responses).flatMap(
      (body) => (body as { question?: GoalQuestion })?.question?.id ?? [],
    )
    expect([...goalQuestion, ...openQuestion].filter(({ questionId }) => ids.includes(questionId))).toEqual(
      [],
    )
  }
})
