import { afterAll, describe, expect, it } from 'vitest'
import { createToken, programWith, removeMember } from '../../../support/people/api-tokens.ts'
import { createGoal } from '../../../support/people/goals.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { readTable } from '../../../support/table/read-table.ts'
import { ask, paramsOf, startQuestions } from './support/start.ts'

const { owner, admin, member, colleague, stranger, service, database, clock, goal, params } =
  await startQuestions()
const send = createSend(service, member)
const path = `/v1/goals/${goal.id}/questions`

afterAll(async () => {
  await expectSoundTable(database)
})

describe('asking', () => {
  it('201s with the open question, which goes to the owner of the goal', async () => {
    const body = { text: 'May I order the printers?\n**Soon**', options: ['Yes', 'No'] }
    const { question, pollAfterSeconds } = await admin.api.askQuestion({ params, body })
    expect(question).toEqual({
      id: question.id,
      goalId: goal.id,
      ...body,
      state: 'open',
      askedUserIds: [member.userId],
      askedBy: { kind: 'user', id: admin.userId, runId: null, displayName: 'Bob' },
      authorityUserId: admin.userId,
      createdAt: clock.timestamp,
      expiresAt: '2099-03-08T10:00:00.000Z',
      answer: null,
    })
    expect(pollAfterSeconds).toBe(10)
    expect(await colleague.api.getQuestion(paramsOf(question))).toEqual({ question, pollAfterSeconds })
  })

  it('names the program that asks, and in whose name', async () => {
    const program = programWith(service, await createToken(member, ['goals:write'], { name: 'Planner' }))
    const { question } = await program.askQuestion({ params, body: { text: 'May I?' } })
    expect(question).toMatchObject({
      askedBy: { kind: 'client', runId: null, displayName: 'Planner' },
      authorityUserId: member.userId,
      options: [],
    })
  })

  it('goes to the owners and admins if the goal has no owner', async () => {
    const { id } = await createGoal(owner, { ownerUserId: null })
    expect((await ask(admin, id)).askedUserIds).toEqual([owner.userId, admin.userId])
  })

  it('goes to the owners and admins if the owner of the goal is no longer a member', async () => {
    const { id } = await createGoal(owner, { ownerUserId: colleague.userId })
    await removeMember(service, colleague.userId, owner.organizationId)
    expect((await ask(admin, id)).askedUserIds).toEqual([owner.userId, admin.userId])
  })

  it('goes to those named, in this order, for as long as asked', async () => {
    const askedUserIds = [owner.userId, member.userId]
    const question = await ask(member, goal.id, { askedUserIds, expiresInHours: 1 })
    expect(question).toMatchObject({ askedUserIds, expiresAt: '2099-03-01T11:00:00.000Z' })
  })

  it('changes no version of the goal', async () => {
    const before = await member.api.getGoal({ params })
    await ask(member, goal.id)
    const { goal: after } = await member.api.getGoal({ params })
    expect(after).toEqual({ ...before.goal, attention: after.attention })
    expect(after.attention[0]).toBe('question_open')
  })

  it('records an event with at most 200 characters, cut where a visible character ends', async () => {
    const family = '👨‍👩‍👧‍👦'
    const { cursor } = await owner.api.listEvents()
    const question = await ask(member, goal.id, { text: `${'a'.repeat(195)}${family.repeat(3)}` })
    const { events } = await owner.api.listEvents({ query: { after: cursor } })
    expect(events).toMatchObject([
      {
        type: 'question.asked',
        createdAt: question.createdAt,
        actor: { kind: 'user', id: member.userId },
        goal: { id: goal.id, title: 'Plant trees' },
        data: { questionId: question.id, text: `${'a'.repeat(195)}…` },
      },
    ])
  })

  it.each([
    ['text', { text: ' ' }],
    ['text', { text: 'a'.repeat(4_001) }],
    ['options', { options: ['Yes'] }],
    ['options', { options: ['Yes', 'Yes'] }],
    ['options', { options: ['1', '2', '3', '4', '5', '6', '7'] }],
    ['options.0', { options: ['a'.repeat(101), 'No'] }],
    ['askedUserIds', { askedUserIds: [] }],
    ['askedUserIds', { askedUserIds: [member.userId, member.userId] }],
    ['askedUserIds', { askedUserIds: Array.from({ length: 11 }, (_, index) => `email:${index}`) }],
    ['expiresInHours', { expiresInHours: 0 }],
    ['expiresInHours', { expiresInHours: 721 }],
    ['expiresInHours', { expiresInHours: 1.5 }],
    ['answer', { answer: null }],
  ])('400s a wrong %s', async (field, fields) => {
    const body = { text: 'May I?', ...fields }
    expect(await send('POST', path, { body })).toMatchObject(refusal('invalid_request', field))
  })

  it('400s if somebody asked is no member', async () => {
    const body = { text: 'May I?', askedUserIds: [owner.userId, stranger.userId] }
    expect(await send('POST', path, { body })).toMatchObject(refusal('member_not_found'))
  })

  it('is for those who may change the goal', async () => {
    const { id } = await createGoal(owner)
    expect(await outcomeOf(ask(member, id))).toBe('403 permission_denied')
    expect(await outcomeOf(ask(stranger, id))).toBe('404 goal_not_found')
    const reader = programWith(service, await createToken(member, ['goals:read', 'goals:read:all']))
    expect(await outcomeOf(ask({ api: reader }, goal.id))).toBe('403 insufficient_scope')
  })

  it('marks the organization once', async () => {
    const { goalLabelDirectory } = await readTable(database)
    expect(goalLabelDirectory.filter(({ hasWork }) => hasWork)).toHaveLength(1)
  })
})

describe('the same idempotency key', () => {
  const body = { text: 'Once?', options: ['Yes', 'No'] }
  const asked = async (key: string, sent: object = body, to = path) =>
    send('POST', to, { body: sent, headers: { 'idempotency-key': key } })

  it('asks once, however often it is sent, also at once', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => asked('key 1')))
    responses.push(await asked('key 1'))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect(responses.every(({ status }) => status === 201)).toBe(true)
    const { questions } = await member.api.listGoalQuestions({ params })
    expect(questions.filter(({ text }) => text === body.text)).toHaveLength(1)
  })

  it('409s with another question, or about another goal', async () => {
    await asked('key 2')
    expect(await asked('key 2', { text: 'Twice?' })).toMatchObject(refusal('idempotency_conflict'))
    const { id } = await createGoal(member)
    const other = `/v1/goals/${id}/questions`
    expect(await asked('key 2', body, other)).toMatchObject(refusal('idempotency_conflict'))
  })
})
