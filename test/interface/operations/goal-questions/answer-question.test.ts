import { auditAction } from '@cairn/contract/schemas/audit'
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
const yes = { option: 'Yes' }
const options = ['Yes', 'No']

afterAll(async () => {
  await expectSoundTable(database)
})

describe('answering', () => {
  it('200s with the answered question, which no longer waits', async () => {
    const question = await ask(admin, goal.id, { options })
    clock.advance({ milliseconds: 1_000 })
    const answered = await member.api.answerQuestion({
      ...paramsOf(question),
      body: { ...yes, text: 'But only two.' },
    })
    expect(answered).toEqual({
      question: {
        ...question,
        state: 'answered',
        answer: {
          option: 'Yes',
          text: 'But only two.',
          answeredBy: { kind: 'user', id: member.userId, runId: null, displayName: 'Cem' },
          answeredAt: clock.timestamp,
        },
      },
      pollAfterSeconds: null,
    })
    expect(await admin.api.getQuestion(paramsOf(question))).toEqual(answered)
    expect((await readTable(database)).openQuestion).toEqual([])
    expect((await member.api.getGoal({ params })).goal.attention).not.toContain('question_open')
  })

  it.each([
    ['an option', yes],
    ['a text', { text: 'Ask again in **May**.' }],
  ])('takes %s alone', async (_, body) => {
    const question = await ask(member, goal.id, { options })
    const answered = await member.api.answerQuestion({ ...paramsOf(question), body })
    expect(answered.question.answer).toMatchObject({ option: null, text: null, ...body })
  })

  it.each([
    ['option', { option: 'Maybe' }],
    ['option', { option: 'yes' }],
    ['option', { option: '' }],
    ['text', { text: ' ' }],
    ['text', { text: 'a'.repeat(4_001) }],
    ['', {}],
    ['option', { option: null }],
  ])('400s a wrong %s: %j', async (field, body) => {
    const question = await ask(member, goal.id, { options })
    const response = await send('POST', `${pathOf(question)}/answer`, { body })
    expect(response).toMatchObject(refusal('invalid_request', field))
  })

  it('400s an option where none was offered', async () => {
    const question = await ask(member, goal.id)
    const response = await send('POST', `${pathOf(question)}/answer`, { body: yes })
    expect(response.body).toMatchObject({
      error: 'invalid_request',
      details: [{ path: 'option', code: 'invalid_value' }],
    })
  })

  it('is for those asked, the owner of the goal, owners and admins', async () => {
    const { id } = await createGoal(owner)
    const askedUserIds = [colleague.userId]
    for (const person of [colleague, owner, admin]) {
      const question = await ask(owner, id, { askedUserIds, options })
      expect(await outcomeOf(member.api.answerQuestion({ ...paramsOf(question), body: yes }))).toBe(
        '403 permission_denied',
      )
      const { question: answered } = await person.api.answerQuestion({ ...paramsOf(question), body: yes })
      expect(answered.answer?.answeredBy.id).toBe(person.userId)
    }
  })

  it('404s in another organization, on an unknown goal or question', async () => {
    const question = await ask(member, goal.id)
    const body = { text: 'Yes' }
    expect(await outcomeOf(stranger.api.answerQuestion({ ...paramsOf(question), body }))).toBe(
      '404 goal_not_found',
    )
    const { id } = await createGoal(member)
    expect(
      await outcomeOf(member.api.answerQuestion({ ...paramsOf({ ...question, goalId: id }), body })),
    ).toBe('404 question_not_found')
    for (const [questionId, code] of [
      [unknownId, 'question_not_found'],
      ['x', 'question_not_found'],
    ] as const) {
      const response = await send('POST', `/v1/goals/${goal.id}/questions/${questionId}/answer`, { body })
      expect(response).toMatchObject(refusal(code))
    }
  })

  it('401s a program, also the one that asked', async () => {
    const program = programWith(service, await createToken(member))
    const { question } = await program.askQuestion({ params, body: { text: 'May I?' } })
    const answer = program.answerQuestion({ ...paramsOf(question), body: { text: 'Yes' } })
    expect(await outcomeOf(answer)).toBe('401 unauthorized')
  })

  it('is in the feed and in the audit log, with the question', async () => {
    const { cursor } = await owner.api.listEvents()
    const question = await ask(member, goal.id, { text: 'Really?' })
    await owner.api.answerQuestion({ ...paramsOf(question), body: { text: 'Yes' } })
    const { events } = await owner.api.listEvents({ query: { after: cursor } })
    expect(events.map(({ type, actor, data }) => [type, actor.id, data])).toEqual([
      ['question.asked', member.userId, { questionId: question.id, text: 'Really?' }],
      ['question.answered', owner.userId, { questionId: question.id, text: 'Really?' }],
    ])
    const { entries } = await owner.api.listAuditEntries({ query: { kind: 'question' } })
    expect(entries.filter(({ target }) => target?.id === question.id)).toMatchObject([
      {
        action: auditAction().enum['question.answered'],
        kind: 'question',
        actor: { userId: owner.userId },
        target: { kind: 'question', id: question.id, name: 'Really?' },
      },
    ])
  })
})

describe('a question that is closed', () => {
  it('409s another answer with the one that won, and 200s the same one again', async () => {
    const question = await ask(member, goal.id, { options })
    const first = await member.api.answerQuestion({ ...paramsOf(question), body: yes })
    clock.advance({ hours: 24 * 8 })
    expect(await member.api.answerQuestion({ ...paramsOf(question), body: yes })).toEqual(first)
    for (const [person, body] of [
      [member, { option: 'No' }],
      [member, { ...yes, text: 'Really.' }],
      [owner, yes],
    ] as const) {
      const response = await createSend(service, person)('POST', `${pathOf(question)}/answer`, { body })
      expect(response).toMatchObject(refusal('question_closed'))
      expect(response.body).toMatchObject({ question: first.question })
    }
  })

  it('409s an answer after it was withdrawn', async () => {
    const question = await ask(member, goal.id)
    await member.api.withdrawQuestion(paramsOf(question))
    const response = await send('POST', `${pathOf(question)}/answer`, { body: { text: 'Yes' } })
    expect(response).toMatchObject(refusal('question_closed'))
    expect(response.body).toMatchObject({ question: { ...question, state: 'withdrawn' } })
  })

  it('expires by the clock: open to the last millisecond, then 409', async () => {
    const question = await ask(member, goal.id, { expiresInHours: 1 })
    clock.advance({ milliseconds: 3_600_000 - 1 })
    expect((await member.api.getQuestion(paramsOf(question))).question.state).toBe('open')
    clock.advance({ milliseconds: 1 })
    const response = await send('POST', `${pathOf(question)}/answer`, { body: { text: 'Yes' } })
    expect(response).toMatchObject(refusal('question_closed'))
    expect(response.body).toMatchObject({ question: { ...question, state: 'expired' } })
    const { pollAfterSeconds } = await member.api.getQuestion(paramsOf(question))
    expect(pollAfterSeconds).toBeNull()
    expect((await member.api.getGoal({ params })).goal.attention).not.toContain('question_open')
  })
})
