import { afterAll, describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal } from '../../../support/people/goals.ts'
import { createSend, refusal, unknownId } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { readTable } from '../../../support/table/read-table.ts'
import { ask, paramsOf, pathOf, startQuestions } from './support/start.ts'

const { owner, admin, member, colleague, stranger, service, database, clock, goal, params } =
  await startQuestions()
const send = createSend(service, member)

afterAll(async () => {
  await expectSoundTable(database)
})

describe('withdrawing', () => {
  it('204s, also again, with one event', async () => {
    const { cursor } = await owner.api.listEvents()
    const question = await ask(member, goal.id)
    for (let time = 0; time < 3; time++) {
      const response = await send('DELETE', pathOf(question))
      expect([response.status, response.text]).toEqual([204, ''])
    }
    const { question: withdrawn, pollAfterSeconds } = await member.api.getQuestion(paramsOf(question))
    expect(withdrawn).toEqual({ ...question, state: 'withdrawn' })
    expect(pollAfterSeconds).toBeNull()
    const { events } = await owner.api.listEvents({ query: { after: cursor } })
    expect(events.map(({ type }) => type)).toEqual(['question.asked', 'question.withdrawn'])
    expect((await readTable(database)).openQuestion).toEqual([])
  })

  it('is for the owner of the goal, owners and admins, in a session or with a token', async () => {
    const program = programWith(service, await createToken(member, ['goals:write']))
    for (const api of [member.api, owner.api, admin.api, program]) {
      const question = await ask(owner, goal.id)
      expect(await outcomeOf(colleague.api.withdrawQuestion(paramsOf(question)))).toBe(
        '403 permission_denied',
      )
      expect(await outcomeOf(stranger.api.withdrawQuestion(paramsOf(question)))).toBe('404 goal_not_found')
      await api.withdrawQuestion(paramsOf(question))
    }
  })

  it('is for the credential that asked, also if its user has lost the goal', async () => {
    const { id } = await createGoal(member)
    const [asker, other] = [
      programWith(service, await createToken(member, ['goals:write'])),
      programWith(service, await createToken(member, ['goals:write'])),
    ]
    const question = await ask({ api: asker }, id)
    await member.api.updateGoal({ params: { goalId: id }, body: { ownerUserId: null } })
    expect(await outcomeOf(other.withdrawQuestion(paramsOf(question)))).toBe('404 goal_not_found')
    expect(await outcomeOf(member.api.withdrawQuestion(paramsOf(question)))).toBe('403 permission_denied')
    await asker.withdrawQuestion(paramsOf(question))
    expect((await member.api.getQuestion(paramsOf(question))).question.state).toBe('withdrawn')
  })

  it('409s one that is answered or expired', async () => {
    const answered = await ask(member, goal.id)
    await member.api.answerQuestion({ ...paramsOf(answered), body: { text: 'Yes' } })
    const expired = await ask(member, goal.id, { expiresInHours: 1 })
    clock.advance({ hours: 1 })
    for (const [question, state] of [
      [answered, 'answered'],
      [expired, 'expired'],
    ] as const) {
      const response = await send('DELETE', pathOf(question))
      expect(response).toMatchObject(refusal('question_closed'))
      expect(response.body).toMatchObject({ question: { id: question.id, state } })
    }
  })

  it('404s an unknown question or goal', async () => {
    const question = await ask(member, goal.id)
    const path = (goalId: string, questionId: string) => `/v1/goals/${goalId}/questions/${questionId}`
    expect(await send('DELETE', path(unknownId, question.id))).toMatchObject(refusal('goal_not_found'))
    expect(await send('DELETE', path(goal.id, unknownId))).toMatchObject(refusal('question_not_found'))
    expect(await send('GET', path(unknownId, question.id))).toMatchObject(refusal('goal_not_found'))
    expect(await send('GET', path(goal.id, unknownId))).toMatchObject(refusal('question_not_found'))
    expect(await send('GET', path(goal.id, 'x'))).toMatchObject(refusal('question_not_found'))
    expect(params.goalId).toBe(goal.id)
  })
})

describe('a goal that is deleted', () => {
  it('takes its questions along', async () => {
    const { id } = await createGoal(member)
    const question = await ask(member, id)
    await ask(member, id)
    await member.api.answerQuestion({ ...paramsOf(question), body: { text: 'Yes' } })
    await member.api.deleteGoal({ params: { goalId: id } })
    const { goalQuestion, openQuestion } = await readTable(database)
    const left = [...goalQuestion, ...openQuestion].map((record) => JSON.stringify(record))
    expect(left.filter((record) => record.includes(question.id))).toEqual([])
    expect(await outcomeOf(member.api.getQuestion(paramsOf(question)))).toBe('404 goal_not_found')
    await expectSoundTable(database)
  })
})
