import { goalCommentEntity } from '@cairn/domain/storage/table/entities/goals/conversation/goal-comment'
import { goalKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { newTimeOrderedId } from '@cairn/domain/storage/table/time-ordered-id'
import { afterAll, describe, expect, it } from 'vitest'
import { createToken, programWith, removeMember } from '../../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../../support/people/goals.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { collect } from '../../../support/requests/walk.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { writeRecords } from '../../../support/table/write-records.ts'
import { paramsOf, startComments, write } from './support/start.ts'

const { owner, admin, member, colleague, stranger, service, database, clock, goal, params } =
  await startComments()
await member.api.createGoalUpdate({ params, body: reportOf('Planted') })
const ids: string[] = []
for (const index of Array.from({ length: 9 }).keys()) {
  clock.advance({ milliseconds: 1_000 })
  const reportRevision = [undefined, 1, 2][index % 3]
  const { comment } = await write(index % 2 ? admin : member, goal.id, {
    text: `Comment ${index}`,
    ...(reportRevision !== undefined && { reportRevision }),
  })
  ids.push(comment.id)
}

afterAll(async () => {
  await expectSoundTable(database)
})

describe('comments', () => {
  it.each([
    ['asc', ids],
    ['desc', ids.toReversed()],
  ] as const)('are listed in order, %s, in pages of any size', async (order, expected) => {
    for (const limit of [1, 4, 100]) {
      const found = await collect(
        (cursor) => colleague.api.listGoalComments({ params, query: { order, limit, cursor } }),
        ({ comments }) => comments,
      )
      expect(found.map(({ id }) => id)).toEqual(expected)
    }
    const { comments } = await colleague.api.listGoalComments({ params })
    expect(comments.map(({ id }) => id)).toEqual(ids)
  })

  it.each([
    [1, [1, 4, 7]],
    [2, [2, 5, 8]],
    [99, []],
  ])('of report %i are listed alone', async (reportRevision, expected) => {
    for (const limit of [1, 100]) {
      const found = await collect(
        (cursor) => colleague.api.listGoalComments({ params, query: { reportRevision, limit, cursor } }),
        ({ comments }) => comments,
      )
      expect(found.map(({ id }) => ids.indexOf(id))).toEqual(expected)
    }
  })

  it('have cursors of their own list, order and report', async () => {
    const { nextCursor } = await member.api.listGoalComments({ params, query: { limit: 1 } })
    const cursor = nextCursor ?? ''
    const { id } = await createGoal(member)
    for (const request of [
      { params, query: { cursor, order: 'desc' as const } },
      { params, query: { cursor, reportRevision: 1 } },
      { params: { goalId: id }, query: { cursor } },
    ]) {
      expect(await outcomeOf(member.api.listGoalComments(request))).toBe('400 invalid_cursor')
    }
  })

  it('are seen by whoever sees the goal', async () => {
    expect(await outcomeOf(stranger.api.listGoalComments({ params }))).toBe('404 goal_not_found')
    const comment = paramsOf({ goalId: goal.id, id: ids[0] ?? '' } as never)
    expect(await outcomeOf(stranger.api.getGoalComment(comment))).toBe('404 goal_not_found')
    const own = programWith(service, await createToken(colleague, ['goals:read']))
    expect(await outcomeOf(own.listGoalComments({ params }))).toBe('404 goal_not_found')
    const all = programWith(service, await createToken(colleague, ['goals:read:all']))
    expect((await all.listGoalComments({ params })).comments).toHaveLength(9)
  })

  it('404s a comment on another goal, and ids that are none', async () => {
    const { id } = await createGoal(member)
    for (const commentId of [ids[0] ?? '', 'no-id']) {
      const request = { params: { goalId: id, commentId } }
      expect(await outcomeOf(member.api.getGoalComment(request))).toBe('404 comment_not_found')
      expect(await outcomeOf(member.api.deleteGoalComment(request))).toBe('404 comment_not_found')
    }
  })

  it('keep the words of a former member, whose name disappears', async () => {
    const { comment } = await write(colleague, goal.id, { text: 'Goodbye.' })
    await removeMember(service, colleague.userId, owner.organizationId)
    const { comment: left } = await member.api.getGoalComment(paramsOf(comment))
    expect(left).toEqual({ ...comment, actor: { ...comment.actor, displayName: 'Former member' } })
  })
})

describe('a goal with 10,000 comments', () => {
  it('is read by as many calls and units as one without', async () => {
    const { id } = await createGoal(member)
    const key = goalKeyOf({ organizationId: owner.organizationId, goalId: id })
    await writeRecords(
      database,
      goalCommentEntity,
      Array.from({ length: 10_000 }, (_, index) => ({
        ...key,
        commentId: newTimeOrderedId(new Date(Date.parse('2026-11-20T10:00:00.000Z') + index)),
        version: 1,
        content: {
          text: `Comment ${index}`,
          mentionedUserIds: [],
          actor: { kind: 'user' as const, id: member.userId, runId: null },
          authorityUserId: member.userId,
          authorKey: `session:${member.userId}`,
          createdAt: '2026-11-20T10:00:00.000Z',
        },
      })),
    )
    expect((await member.api.getGoal({ params: { goalId: id } })).goal.id).toBe(id)
    const query = { order: 'desc' as const, limit: 2 }
    const { comments } = await member.api.listGoalComments({ params: { goalId: id }, query })
    expect(comments.map(({ text }) => text)).toEqual(['Comment 9999', 'Comment 9998'])
    await member.api.deleteGoal({ params: { goalId: id } })
    expect(await outcomeOf(member.api.listGoalComments({ params: { goalId: id } }))).toBe(
      '404 goal_not_found',
    )
  })
})
