import { shortId } from '@cairn/domain/storage/table/short-id'
import { afterAll, describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal } from '../../../support/people/goals.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { readTable } from '../../../support/table/read-table.ts'
import { paramsOf, pathOf, startComments, write } from './support/start.ts'

const { owner, admin, member, colleague, stranger, service, database, clock, goal, params } =
  await startComments()
const send = createSend(service, member)

afterAll(async () => {
  await expectSoundTable(database)
})

const eventsOf = async (cursor: string) => (await owner.api.listEvents({ query: { after: cursor } })).events

describe('editing a comment', () => {
  it('changes its text, says when, and leaves the rest', async () => {
    const { comment } = await write(member, goal.id, { mentionedUserIds: [owner.userId] })
    clock.advance({ milliseconds: 1_000 })
    const { cursor } = await owner.api.listEvents()
    const edited = await member.api.updateGoalComment({ ...paramsOf(comment), body: { text: 'Well.' } })
    expect(edited).toEqual({
      comment: { ...comment, text: 'Well.', editedAt: clock.timestamp },
      notifiedUserIds: [],
    })
    expect(await eventsOf(cursor)).toMatchObject([
      { type: 'comment.edited', data: { commentId: comment.id, mentionedUserIds: [owner.userId] } },
    ])
  })

  it('tells those who are newly mentioned, who watch the goal then', async () => {
    const { comment } = await write(member, goal.id, { mentionedUserIds: [owner.userId] })
    const body = { mentionedUserIds: [colleague.userId, owner.userId, member.userId] }
    const { notifiedUserIds } = await member.api.updateGoalComment({ ...paramsOf(comment), body })
    expect(notifiedUserIds).toEqual([colleague.userId])
    expect((await colleague.api.getGoal({ params })).goal.watching).toBe(true)
  })

  it('writes nothing if it changes nothing', async () => {
    const { comment } = await write(member, goal.id)
    const { cursor } = await owner.api.listEvents()
    const body = { text: comment.text ?? '', mentionedUserIds: [] }
    const edited = await member.api.updateGoalComment({ ...paramsOf(comment), body })
    expect(edited.comment).toEqual(comment)
    expect(await eventsOf(cursor)).toEqual([])
  })

  it('400s a wrong body, and a mention of somebody who is no member', async () => {
    const { comment } = await write(member, goal.id)
    const path = pathOf(comment)
    for (const [field, body] of [
      ['', {}],
      ['text', { text: '' }],
      ['text', { text: null }],
      ['reportRevision', { reportRevision: 1 }],
    ] as const) {
      expect(await send('PATCH', path, { body })).toMatchObject(refusal('invalid_request', field))
    }
    const body = { mentionedUserIds: [stranger.userId] }
    expect(await send('PATCH', path, { body })).toMatchObject(refusal('invalid_mention'))
  })

  it('is for its author only', async () => {
    const { comment } = await write(member, goal.id)
    const request = { ...paramsOf(comment), body: { text: 'Mine.' } }
    for (const { api } of [owner, admin, colleague]) {
      expect(await outcomeOf(api.updateGoalComment(request))).toBe('403 permission_denied')
    }
    expect(await outcomeOf(stranger.api.updateGoalComment(request))).toBe('404 goal_not_found')
    expect((await member.api.getGoalComment(paramsOf(comment))).comment).toEqual(comment)
  })

  it('404s a deleted comment', async () => {
    const { comment } = await write(member, goal.id)
    await member.api.deleteGoalComment(paramsOf(comment))
    const request = { ...paramsOf(comment), body: { text: 'Back.' } }
    expect(await outcomeOf(member.api.updateGoalComment(request))).toBe('404 comment_not_found')
    expect(await outcomeOf(admin.api.updateGoalComment(request))).toBe('403 permission_denied')
  })
})

describe('deleting a comment', () => {
  it('leaves a tombstone without a word anywhere', async () => {
    const mentionedUserIds = [owner.userId]
    const { comment } = await write(member, goal.id, { text: 'Unspeakable', mentionedUserIds })
    await member.api.updateGoalComment({ ...paramsOf(comment), body: { text: 'Unspeakable!' } })
    clock.advance({ milliseconds: 1_000 })
    const { cursor } = await owner.api.listEvents()
    await member.api.deleteGoalComment(paramsOf(comment))
    const { comment: left } = await owner.api.getGoalComment(paramsOf(comment))
    expect(left).toMatchObject({
      text: null,
      mentionedUserIds: [],
      actor: comment.actor,
      createdAt: comment.createdAt,
      deletedAt: clock.timestamp,
    })
    expect(await eventsOf(cursor)).toMatchObject([
      { type: 'comment.deleted', data: { commentId: comment.id, mentionedUserIds: [] } },
    ])
    expect(JSON.stringify(await readTable(database))).not.toContain('Unspeakable')
  })

  it('changes nothing the second time', async () => {
    const { comment } = await write(member, goal.id)
    await member.api.deleteGoalComment(paramsOf(comment))
    const before = await member.api.getGoalComment(paramsOf(comment))
    clock.advance({ milliseconds: 1_000 })
    const { cursor } = await owner.api.listEvents()
    await member.api.deleteGoalComment(paramsOf(comment))
    await admin.api.deleteGoalComment(paramsOf(comment))
    expect(await member.api.getGoalComment(paramsOf(comment))).toEqual(before)
    expect(await eventsOf(cursor)).toEqual([])
  })

  it('is for its author and administrators, not for the owner of the goal', async () => {
    const { comment } = await write(colleague, goal.id)
    const request = paramsOf(comment)
    expect(await outcomeOf(member.api.deleteGoalComment(request))).toBe('403 permission_denied')
    expect(await outcomeOf(stranger.api.deleteGoalComment(request))).toBe('404 goal_not_found')
    expect(await outcomeOf(admin.api.deleteGoalComment(request))).toBe('ok')
  })
})

describe('a program', () => {
  it('changes only what it has written itself', async () => {
    const scopes = ['goals:read:all', 'goals:write:all', 'comments:write'] as const
    const [first, second, administrators] = [
      programWith(service, await createToken(member, [...scopes])),
      programWith(service, await createToken(member, [...scopes])),
      programWith(service, await createToken(admin, [...scopes])),
    ]
    const { comment: persons } = await write(member, goal.id)
    const { comment: own } = await write({ api: first }, goal.id)
    const edit = (api: typeof first, comment: typeof own) =>
      outcomeOf(api.updateGoalComment({ ...paramsOf(comment), body: { text: 'Other' } }))
    expect(await edit(first, persons)).toBe('403 permission_denied')
    expect(await edit(second, own)).toBe('403 permission_denied')
    expect(await edit(administrators, own)).toBe('403 permission_denied')
    expect(await edit(first, own)).toBe('ok')
    for (const [api, comment] of [
      [first, persons],
      [second, own],
      [administrators, own],
    ] as const) {
      expect(await outcomeOf(api.deleteGoalComment(paramsOf(comment)))).toBe('403 permission_denied')
    }
    expect(await outcomeOf(first.deleteGoalComment(paramsOf(own)))).toBe('ok')
  })

  it('has its words changed by the person in whose name it wrote them', async () => {
    const program = programWith(service, await createToken(member, ['comments:write'], { name: 'Bot' }))
    const { comment } = await write({ api: program }, goal.id)
    const edited = await member.api.updateGoalComment({ ...paramsOf(comment), body: { text: 'Better.' } })
    expect(edited.comment).toMatchObject({ text: 'Better.', actor: { displayName: 'Bot' } })
    expect(await outcomeOf(colleague.api.deleteGoalComment(paramsOf(comment)))).toBe('403 permission_denied')
    await member.api.deleteGoalComment(paramsOf(comment))
  })
})

describe('many at once', () => {
  it('50 people write, and each comment is there once', async () => {
    const { id } = await createGoal(member)
    const people = [owner, admin, member, colleague]
    const written = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        write(people[index % 4] ?? owner, id, { text: `Comment ${index}`, mentionedUserIds: [owner.userId] }),
      ),
    )
    const { comments } = await member.api.listGoalComments({ params: { goalId: id } })
    expect(new Set(comments.map(({ id: one }) => one)).size).toBe(50)
    const byId = Object.fromEntries(comments.map((comment) => [comment.id, comment]))
    for (const { comment } of written) expect(byId[comment.id]).toEqual(comment)
    const { goalWatch } = await readTable(database)
    const goalKey = shortId(id)
    expect(goalWatch.filter((watch) => watch.goalKey === goalKey)).toHaveLength(people.length)
  })

  it('an edit beside a deletion leaves no words', async () => {
    for (const round of [1, 2, 3, 4]) {
      const { comment } = await write(member, goal.id)
      const request = paramsOf(comment)
      const outcomes = await Promise.all([
        ...['a', 'b', 'c'].map((text) =>
          outcomeOf(member.api.updateGoalComment({ ...request, body: { text: `${text}${round}` } })),
        ),
        outcomeOf(admin.api.deleteGoalComment(request)),
      ])
      expect(outcomes.at(-1)).toBe('ok')
      for (const outcome of outcomes) expect(['ok', '404 comment_not_found']).toContain(outcome)
      const { comment: left } = await member.api.getGoalComment(request)
      expect(left).toMatchObject({ text: null, deletedAt: expect.any(String) })
    }
  })

  it('comments beside the deletion of the goal leave nothing', async () => {
    const { id } = await createGoal(owner)
    const outcomes = await Promise.all([
      ...[member, colleague, admin].map((person) => outcomeOf(write(person, id))),
      outcomeOf(owner.api.deleteGoal({ params: { goalId: id } })),
    ])
    expect(outcomes.at(-1)).toBe('ok')
    for (const outcome of outcomes) expect(['ok', '404 goal_not_found']).toContain(outcome)
    const goalKey = shortId(id)
    await expect
      .poll(async () => {
        const { goalComment, goalWatch } = await readTable(database)
        return [...goalComment, ...goalWatch].filter((record) => record.goalKey === goalKey)
      })
      .toEqual([])
  })
})
