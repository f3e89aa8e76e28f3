import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal } from '../../../support/people/goals.ts'
import { createSend, refusal, unknownId } from '../../../support/requests/exchange.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { inboxOf, startInbox } from './support/start.ts'

const { member, colleague, stranger, service, database, clock, goal, reportOften } = await startInbox()
const { api } = member
const send = createSend(service, { cookie: member.cookie })
const put = (itemId: string, read: boolean) => api.updateInboxItem({ params: { itemId }, body: { read } })
const until = (readUntil: string) => api.updateInbox({ body: { readUntil } })
/** The revisions of unread items, and of all, newest first. */
const revisionsOf = async (state: 'unread' | 'all') =>
  (await inboxOf(member, { state })).items.map(({ ref }) => ref.revision)

beforeEach(async () => {
  const [newest] = (await inboxOf(member)).items
  if (newest) await until(newest.id)
  clock.advance({ milliseconds: 60_000 })
})

afterAll(async () => {
  await expectSoundTable(database)
})

describe('an item', () => {
  it('is read and unread again; repeating it changes nothing', async () => {
    const [first, second] = await reportOften(2)
    const [newer, older] = (await inboxOf(member, { state: 'unread' })).items
    clock.advance({ milliseconds: 60_000 })
    const readAt = clock.read().toISOString()
    const read = await put(newer?.id ?? '', true)
    expect(read).toEqual({ item: { ...newer, readAt }, unread: 1 })
    clock.advance({ milliseconds: 60_000 })
    expect(await put(newer?.id ?? '', true)).toEqual(read)
    expect(await revisionsOf('unread')).toEqual([first])
    expect(await put(newer?.id ?? '', false)).toEqual({ item: newer, unread: 2 })
    expect(await revisionsOf('unread')).toEqual([second, first])
    expect(await put(older?.id ?? '', true)).toMatchObject({ unread: 1 })
  })

  it('below the mark is kept unread, until the mark is set again', async () => {
    const [first, second, third] = await reportOften(3)
    const [newest, middle, oldest] = (await inboxOf(member, { state: 'unread' })).items
    expect(await until(newest?.id ?? '')).toEqual({ unread: 0 })
    expect(await put(oldest?.id ?? '', false)).toMatchObject({ item: { readAt: null }, unread: 1 })
    expect(await put(middle?.id ?? '', false)).toMatchObject({ unread: 2 })
    const [fourth] = await reportOften(1)
    expect(await revisionsOf('unread')).toEqual([fourth, second, first])
    const walked = await api.listInbox({ query: { state: 'unread', limit: 2 } })
    const rest = await api.listInbox({
      query: { state: 'unread', limit: 2, cursor: walked.nextCursor ?? undefined },
    })
    expect([...walked.items, ...rest.items].map(({ ref }) => ref.revision)).toEqual([fourth, second, first])
    expect(await until(oldest?.id ?? '')).toEqual({ unread: 2 })
    expect(await revisionsOf('unread')).toEqual([fourth, second])
    expect(await until(newest?.id ?? '')).toEqual({ unread: 1 })
    expect((await revisionsOf('all')).slice(0, 4)).toEqual([fourth, third, second, first])
  })

  it('of somebody else, of another organization, or that is none, is not found', async () => {
    await reportOften(1)
    const [item] = (await inboxOf(member)).items
    for (const person of [colleague, stranger]) {
      const foreign = createSend(service, { cookie: person.cookie })
      expect(await foreign('PUT', `/v1/inbox/${item?.id}`, { body: { read: true } })).toMatchObject(
        refusal('inbox_item_not_found'),
      )
      expect(await foreign('PUT', '/v1/inbox', { body: { readUntil: item?.id } })).toMatchObject(
        refusal('inbox_item_not_found'),
      )
    }
    for (const id of [unknownId, 'x']) {
      expect(await send('PUT', `/v1/inbox/${id}`, { body: { read: true } })).toMatchObject(
        refusal('inbox_item_not_found'),
      )
    }
    expect(await send('PUT', '/v1/inbox', { body: { readUntil: unknownId } })).toMatchObject(
      refusal('inbox_item_not_found'),
    )
    expect((await inboxOf(member)).unread).toBe(1)
  })
})

describe('a token for some goals', () => {
  it('marks the items of these only, alone and up to one', async () => {
    const other = await createGoal(member)
    const [, newest] = await reportOften(2)
    await reportOften(2, other.id)
    const limited = programWith(service, await createToken(member, ['inbox'], { goalIds: [other.id] }))
    const whole = (await inboxOf(member, { state: 'unread' })).items
    const [foreign] = whole.filter(({ ref, goal: { id } }) => id === goal.id && ref.revision === newest)
    const own = whole.filter(({ goal: { id } }) => id === other.id)
    const params = { itemId: foreign?.id ?? '' }
    await expect(limited.updateInboxItem({ params, body: { read: true } })).rejects.toThrow('does not exist')
    await expect(limited.updateInbox({ body: { readUntil: params.itemId } })).rejects.toThrow(
      'does not exist',
    )
    const one = { itemId: own[1]?.id ?? '' }
    expect(await limited.updateInboxItem({ params: one, body: { read: true } })).toMatchObject({ unread: 1 })
    expect(await limited.updateInbox({ body: { readUntil: own[0]?.id ?? '' } })).toEqual({ unread: 0 })
    expect((await inboxOf(member)).unread).toBe(2)
  })
})

describe('what is gone', () => {
  it('is not in the inbox: the items of a deleted goal, with their number', async () => {
    const gone = await createGoal(member)
    await reportOften(3, gone.id)
    const [read] = (await inboxOf(member)).items
    await put(read?.id ?? '', true)
    const [revision] = await reportOften(1)
    expect((await inboxOf(member)).unread).toBe(3)
    await api.deleteGoal({ params: { goalId: gone.id } })
    expect(await inboxOf(member)).toMatchObject({ unread: 1 })
    expect(await revisionsOf('unread')).toEqual([revision])
    expect(await send('PUT', `/v1/inbox/${read?.id}`, { body: { read: false } })).toMatchObject(
      refusal('inbox_item_not_found'),
    )
  })
})
