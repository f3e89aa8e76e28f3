import { goalWatchEntity } from '@cairn/domain/storage/table/entities/goals/conversation/goal-watch'
import { goalKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { shortHash } from '@cairn/domain/storage/table/short-id'
import { afterAll, describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../../support/people/goals.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { writeRecords } from '../../../support/table/write-records.ts'
import { paramsOf, startComments, write } from './support/start.ts'

const { owner, admin, member, colleague, stranger, service, database, clock, goal, params } =
  await startComments()
const { organizationId } = owner
const send = createSend(service, member)
const path = `/v1/goals/${goal.id}/comments`
await member.api.createGoalUpdate({ params, body: reportOf('Planted') })

afterAll(async () => {
  await expectSoundTable(database)
})

type Person = typeof owner
const isWatching = async ({ api }: Person, goalId: string) =>
  (await api.getGoal({ params: { goalId } })).goal.watching

describe('commenting', () => {
  it('201s with the comment, and tells those mentioned and the watchers', async () => {
    const { id } = await createGoal(member)
    await admin.api.watchGoal({ params: { goalId: id } })
    const body = { text: 'Well done!\n**Really**', mentionedUserIds: [owner.userId], reportRevision: 1 }
    const { comment, notifiedUserIds } = await colleague.api.createGoalComment({
      params: { goalId: id },
      body,
    })
    expect(comment).toEqual({
      id: comment.id,
      goalId: id,
      ...body,
      authorityUserId: colleague.userId,
      actor: {
        kind: 'user',
        id: colleague.userId,
        runId: null,
        displayName: comment.actor.displayName,
      },
      createdAt: clock.timestamp,
      editedAt: null,
      deletedAt: null,
    })
    expect(notifiedUserIds).toEqual([owner.userId, member.userId, admin.userId])
    expect(await admin.api.getGoalComment(paramsOf(comment))).toEqual({ comment })
  })

  it('is about the goal unless it names a report', async () => {
    expect((await write(admin, goal.id)).comment.reportRevision).toBeNull()
    expect((await write(admin, goal.id, { reportRevision: 2 })).comment.reportRevision).toBe(2)
  })

  it('never tells the author, also who mentions oneself', async () => {
    const { notifiedUserIds } = await write(member, goal.id, { mentionedUserIds: [member.userId] })
    expect(notifiedUserIds).not.toContain(member.userId)
  })

  it('lets the author and those mentioned watch the goal, unless they said no', async () => {
    const { id } = await createGoal(member)
    await admin.api.unwatchGoal({ params: { goalId: id } })
    const first = await write(colleague, id, { mentionedUserIds: [owner.userId, admin.userId] })
    // Mentioned people are told in any case.
    expect(first.notifiedUserIds).toEqual([owner.userId, admin.userId, member.userId])
    expect(await isWatching(owner, id)).toBe(true)
    expect(await isWatching(colleague, id)).toBe(true)
    expect(await isWatching(admin, id)).toBe(false)
    expect((await write(owner, id)).notifiedUserIds.toSorted()).toEqual(
      [member.userId, colleague.userId].toSorted(),
    )
    await admin.api.createGoalComment({ params: { goalId: id }, body: { text: 'No.' } })
    expect(await isWatching(admin, id)).toBe(false)
  })

  it('lets an owner who comments watch on as somebody else owns the goal', async () => {
    const { id } = await createGoal(member)
    await write(member, id)
    await admin.api.updateGoal({ params: { goalId: id }, body: { ownerUserId: null } })
    expect(await isWatching(member, id)).toBe(true)
  })

  it('changes no version, hash or index of the goal', async () => {
    const before = await member.api.getGoal({ params })
    clock.advance({ milliseconds: 60_000 })
    await write(member, goal.id)
    expect(await member.api.getGoal({ params })).toEqual(before)
  })

  it('records an event without a word of the comment', async () => {
    const { cursor } = await owner.api.listEvents()
    const mentionedUserIds = [owner.userId]
    const { comment } = await write(member, goal.id, {
      text: 'Confidential',
      reportRevision: 2,
      mentionedUserIds,
    })
    const { events } = await owner.api.listEvents({ query: { after: cursor } })
    expect(events).toMatchObject([
      {
        type: 'comment.created',
        createdAt: comment.createdAt,
        actor: { kind: 'user', id: member.userId },
        goal: { id: goal.id, title: 'Plant trees' },
        data: { commentId: comment.id, reportRevision: 2, mentionedUserIds },
      },
    ])
    expect(JSON.stringify(events)).not.toContain('Confidential')
  })

  it('names the program that comments, and in whose name', async () => {
    const program = programWith(service, await createToken(member, ['comments:write'], { name: 'Planner' }))
    const { comment } = await program.createGoalComment({ params, body: { text: 'Done.' } })
    expect(comment).toMatchObject({
      authorityUserId: member.userId,
      actor: { kind: 'client', displayName: 'Planner' },
    })
  })

  it('names the first hundred of many watchers, those mentioned first', async () => {
    const { id } = await createGoal(member)
    const key = goalKeyOf({ organizationId, goalId: id })
    const people = Array.from({ length: 1_200 }, (_, index) => `email:watcher-${index}`)
    await writeRecords(
      database,
      goalWatchEntity,
      people.map((userId) => ({ ...key, userId, userKey: shortHash(userId), watching: true, at: 1 })),
    )
    const { notifiedUserIds } = await write(admin, id, { mentionedUserIds: [owner.userId] })
    expect(notifiedUserIds).toHaveLength(100)
    expect(notifiedUserIds.slice(0, 2)).toEqual([owner.userId, member.userId])
    expect(new Set(notifiedUserIds).size).toBe(100)
    await member.api.unwatchGoal({ params: { goalId: id } })
    const later = await write(admin, id)
    expect(later.notifiedUserIds).toHaveLength(100)
    expect(later.notifiedUserIds).not.toContain(member.userId)
    await member.api.deleteGoal({ params: { goalId: id } })
  })

  it.each([
    ['text', { text: ' ' }],
    ['text', { text: 'a'.repeat(10_001) }],
    ['text', { text: '\ud800' }],
    ['reportRevision', { reportRevision: 0 }],
    ['reportRevision', { reportRevision: 1.5 }],
    ['reportRevision', { reportRevision: 99 }],
    ['reportRevision', { reportRevision: null }],
    ['mentionedUserIds', { mentionedUserIds: [member.userId, member.userId] }],
    ['mentionedUserIds', { mentionedUserIds: Array.from({ length: 21 }, (_, index) => `email:${index}`) }],
    ['deletedAt', { deletedAt: null }],
  ])('400s a wrong %s', async (field, fields) => {
    const body = { text: 'Well done.', ...fields }
    expect(await send('POST', path, { body })).toMatchObject(refusal('invalid_request', field))
  })

  it('takes 10,000 characters', async () => {
    const text = '🌲'.repeat(10_000)
    expect((await write(member, goal.id, { text })).comment.text).toBe(text)
  })

  it('400s a mention of somebody who is no member', async () => {
    const body = { text: 'Hello', mentionedUserIds: [owner.userId, stranger.userId] }
    expect(await send('POST', path, { body })).toMatchObject(refusal('invalid_mention'))
  })

  it('is for whoever sees the goal', async () => {
    const body = { text: 'Hello', mentionedUserIds: [stranger.userId] }
    expect(await outcomeOf(stranger.api.createGoalComment({ params, body }))).toBe('404 goal_not_found')
    const { id } = await createGoal(owner)
    expect(await outcomeOf(write(colleague, id))).toBe('ok')
    const own = programWith(service, await createToken(member, ['goals:read', 'comments:write']))
    expect(await outcomeOf(write({ api: own }, id))).toBe('404 goal_not_found')
    const all = programWith(service, await createToken(member, ['goals:read:all', 'comments:write']))
    expect(await outcomeOf(write({ api: all }, id))).toBe('ok')
    const bound = { goalIds: [goal.id] }
    const limited = programWith(
      service,
      await createToken(member, ['goals:read:all', 'comments:write'], bound),
    )
    expect(await outcomeOf(write({ api: limited }, id))).toBe('404 goal_not_found')
    expect(await outcomeOf(write({ api: limited }, goal.id))).toBe('ok')
    const writer = programWith(service, await createToken(member, ['goals:write', 'goals:write:all']))
    expect(await outcomeOf(write({ api: writer }, goal.id))).toBe('403 insufficient_scope')
  })
})

describe('the same idempotency key', () => {
  const body = { text: 'Once', mentionedUserIds: [owner.userId] }
  const sent = (key: string, content: object = body, to = path) =>
    send('POST', to, { body: content, headers: { 'idempotency-key': key } })

  it('comments once, however often it is sent, also at once', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => sent('key 1')))
    responses.push(await sent('key 1'))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect(responses.every(({ status }) => status === 201)).toBe(true)
    const { comments } = await member.api.listGoalComments({ params, query: { order: 'desc' } })
    expect(comments.filter(({ text }) => text === body.text)).toHaveLength(1)
  })

  it('409s with another comment, or on another goal', async () => {
    await sent('key 2')
    expect(await sent('key 2', { text: 'Twice' })).toMatchObject(refusal('idempotency_conflict'))
    const { id } = await createGoal(member)
    const other = `/v1/goals/${id}/comments`
    expect(await sent('key 2', body, other)).toMatchObject(refusal('idempotency_conflict'))
  })
})
