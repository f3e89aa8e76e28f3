import { afterAll, describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal } from '../../../support/people/goals.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { collect } from '../../../support/requests/walk.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { inboxOf, report, shape, startInbox } from './support/start.ts'

const { owner, admin, member, colleague, stranger, service, database, clock, goal, params, reportOften } =
  await startInbox()

afterAll(async () => {
  await expectSoundTable(database)
})

describe('the inbox', () => {
  it('is empty where nothing has happened', async () => {
    expect(await inboxOf(colleague)).toEqual({ items: [], unread: 0, nextCursor: null })
    expect(await inboxOf(colleague, { state: 'unread' })).toEqual({ items: [], unread: 0, nextCursor: null })
  })

  it('has reports of others on an own goal, but not the own ones, alone or with a program', async () => {
    await report(member, goal.id)
    const own = programWith(service, await createToken(member, ['goals:write', 'goals:read']))
    await report({ api: own }, goal.id)
    const { revision } = await report(owner, goal.id, { summary: 'Ten trees stand.' })
    const { items, unread } = await inboxOf(member)
    expect(items.map(shape)).toEqual([
      { kind: 'reported', goal: 'Plant trees', text: 'Ten trees stand.', ref: { revision }, by: 'Ada' },
    ])
    expect(unread).toBe(1)
    expect(items[0]).toMatchObject({ goal: { id: goal.id }, readAt: null })
  })

  it('has goals that were handed over, by publication or by an edit, once', async () => {
    const given = await createGoal(owner, { title: 'Given', ownerUserId: colleague.userId })
    const kept = await createGoal(owner, { title: 'Kept' })
    clock.advance({ milliseconds: 1 })
    await owner.api.updateGoal({ params: { goalId: kept.id }, body: { ownerUserId: colleague.userId } })
    await owner.api.updateGoal({ params: { goalId: kept.id }, body: { title: 'Renamed' } })
    const { items } = await inboxOf(colleague)
    expect(items.map(shape)).toEqual([
      { kind: 'handed_over', goal: 'Renamed', text: '', ref: { version: 2 }, by: 'Ada' },
      { kind: 'handed_over', goal: 'Given', text: '', ref: { version: given.version }, by: 'Ada' },
    ])
    expect(await inboxOf(owner)).toMatchObject({ items: [] })
  })

  it('has questions and their answers, also those of an own program', async () => {
    const program = programWith(service, await createToken(member, ['goals:write'], { name: 'Planner' }))
    const { question } = await program.askQuestion({ params, body: { text: 'May I order spades?' } })
    const [asked] = (await inboxOf(member)).items
    expect(asked && shape(asked)).toEqual({
      kind: 'question',
      goal: 'Plant trees',
      text: 'May I order spades?',
      ref: { questionId: question.id },
      by: 'Planner',
    })
    clock.advance({ milliseconds: 1 })
    await owner.api.answerQuestion({
      params: { ...params, questionId: question.id },
      body: { text: 'Yes, two.' },
    })
    const [answered] = (await inboxOf(member)).items
    expect(answered && shape(answered)).toMatchObject({ kind: 'answered', text: 'Yes, two.', by: 'Ada' })
    expect((await inboxOf(owner)).items).toEqual([])
  })

  it('shows no words of a question that was withdrawn', async () => {
    const { question } = await member.api.askQuestion({
      params,
      body: { text: 'A secret?', askedUserIds: [admin.userId] },
    })
    expect((await inboxOf(admin)).items[0]?.text).toBe('A secret?')
    await member.api.withdrawQuestion({ params: { ...params, questionId: question.id } })
    expect((await inboxOf(admin)).items[0]?.text).toBe('')
  })

  it('has at most 200 characters of a text', async () => {
    clock.advance({ milliseconds: 60_000 })
    await report(owner, goal.id, { summary: '🌳'.repeat(280) })
    const [item] = (await inboxOf(member)).items
    expect([...(item?.text ?? '')]).toHaveLength(200)
    expect(item?.text.endsWith('…')).toBe(true)
  })

  it('is listed page by page, each item once, newest first', async () => {
    const { items: all } = await inboxOf(member)
    for (const state of ['all', 'unread'] as const) {
      const walked = await collect(
        (cursor) => member.api.listInbox({ query: { state, limit: 2, cursor } }),
        ({ items }) => items,
      )
      expect(walked).toEqual(all)
    }
    const times = all.map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort().reverse())
  })

  it('is another one in another organization', async () => {
    expect(await inboxOf(stranger)).toEqual({ items: [], unread: 0, nextCursor: null })
    const send = createSend(service, { cookie: member.cookie })
    const { nextCursor } = await member.api.listInbox({ query: { limit: 1 } })
    const foreign = createSend(service, { cookie: colleague.cookie })
    const query = `?limit=1&cursor=${encodeURIComponent(nextCursor ?? '')}`
    expect((await send('GET', `/v1/inbox${query}`)).status).toBe(200)
    expect(await foreign('GET', `/v1/inbox${query}`)).toMatchObject(refusal('invalid_cursor'))
  })

  it('of a token for some goals has items of these and what is below them, and counts these', async () => {
    const other = await createGoal(member, { title: 'Other' })
    const below = await createGoal(member, { title: 'Below', parentGoalId: other.id })
    await reportOften(1, other.id)
    await reportOften(1, below.id)
    const token = await createToken(member, ['inbox'], { goalIds: [other.id] })
    const limited = programWith(service, token)
    const { items, unread } = await limited.listInbox()
    expect(items.map(({ goal: { title } }) => title)).toEqual(['Below', 'Other'])
    expect(unread).toBe(2)
    expect((await limited.listInbox({ query: { state: 'unread' } })).items).toEqual(items)
    const whole = programWith(service, await createToken(member, ['inbox']))
    expect(await whole.listInbox()).toEqual(await inboxOf(member))
  })
})
