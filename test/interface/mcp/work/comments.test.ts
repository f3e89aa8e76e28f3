import { describe, expect, test } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createGoal } from '../../../support/people/goals.ts'
import { createWorld } from '../../../support/people/world.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { callerWith, codeOf } from '../support/call-tools.ts'

const service = stopAfterFile(await startTestService())
const { owner, member } = await createWorld(service)
const token = await createToken(owner, undefined, { kind: 'agent', name: 'Planter' })
const worker = callerWith(service, token, '/mcp/work')
const keeper = callerWith(service, token, '/mcp')

const commentsOn = async (goalId: string) =>
  (await owner.api.listGoalComments({ params: { goalId } })).comments

describe('comment', () => {
  test('comments on a goal or a report, and says how many are told', async () => {
    const { id: goalId } = await createGoal(member)
    const { structuredContent } = await worker.call('comment', {
      goalId,
      text: 'The **ground** is frozen.',
      reportRevision: 1,
      mentionedUserIds: [member.userId],
    })
    const [stored] = await commentsOn(goalId)
    expect(structuredContent).toEqual({
      comment: { id: stored?.id, goalId, reportRevision: 1, at: stored?.createdAt },
      toldCount: 1,
    })
    expect(stored).toMatchObject({
      text: 'The **ground** is frozen.',
      mentionedUserIds: [member.userId],
      actor: { kind: 'agent', displayName: 'Planter' },
    })
  })

  test('comments once if the call is sent again, and again with another key or after a deletion', async () => {
    const { id: goalId } = await createGoal(owner)
    const call = { goalId, text: 'Once.' }
    const { comment } = (await worker.call('comment', call)).structuredContent
    expect((await worker.call('comment', call)).structuredContent).toMatchObject({ comment, repeated: true })
    expect(await commentsOn(goalId)).toHaveLength(1)
    await worker.call('comment', { ...call, idempotencyKey: 'again' })
    expect(await commentsOn(goalId)).toHaveLength(2)
    await owner.api.deleteGoalComment({ params: { goalId, commentId: comment.id } })
    await worker.call('comment', call)
    expect((await commentsOn(goalId)).filter(({ text }) => text === 'Once.')).toHaveLength(2)
  })

  test('says what is wrong', async () => {
    const { id: goalId } = await createGoal(owner)
    expect(codeOf(await worker.call('comment', { goalId, text: ' ' }))).toBe('invalid_request')
    expect(codeOf(await worker.call('comment', { goalId, text: 'a', reportRevision: 9 }))).toBe(
      'invalid_request',
    )
    const mention = { goalId, text: 'a', mentionedUserIds: ['email:nobody'] }
    const refused = await worker.call('comment', mention)
    expect(codeOf(refused)).toBe('invalid_mention')
    expect(refused.structuredContent.error.whatToDo).toContain('mentionedUserIds')
    const other = callerWith(service, await createToken(owner, ['goals:write', 'goals:read']), '/mcp/work')
    expect(codeOf(await other.call('comment', { goalId, text: 'a' }))).toBe('insufficient_scope')
  })
})

describe('get_history', () => {
  test('carries comments, newest first, and long ones whole in parts', async () => {
    const { id: goalId } = await createGoal(owner)
    const long = `Beginning ${'🌲 word '.repeat(1_400)}`
    await owner.api.createGoalComment({ params: { goalId }, body: { text: long } })
    const { comment: gone } = await owner.api.createGoalComment({
      params: { goalId },
      body: { text: 'Gone.' },
    })
    await owner.api.deleteGoalComment({ params: { goalId, commentId: gone.id } })
    for (const index of Array(6).keys()) {
      await worker.call('comment', { goalId, text: `${index} ${long}`.slice(0, 9_999) })
    }
    const { entries, nextCursor, cut } = (
      await keeper.call('get_history', { goalId, kind: 'comments', limit: 40 })
    ).structuredContent
    expect(nextCursor).toBeNull()
    expect(entries).toHaveLength(8)
    expect(entries.map(({ text }: { text?: string }) => text?.slice(0, 5))).toEqual([
      ...[5, 4, 3, 2, 1, 0].map((index) => `${index} Beg`),
      undefined,
      'Begin',
    ])
    expect(entries[6]).toEqual({
      id: gone.id,
      at: gone.createdAt,
      by: gone.actor.displayName,
      deletedAt: expect.any(String),
    })
    // An agent that follows what is cut gets everything.
    const { readOn } = cut.find(({ path }: { path: string }) => path === 'entries.7')
    const whole = await keeper.call(readOn.tool, { ...readOn.arguments, maxKiB: 64 })
    expect(whole.structuredContent.entry.text).toBe(long)
  })

  test('pages through comments', async () => {
    const { id: goalId } = await createGoal(owner)
    for (const text of ['a', 'b', 'c'])
      await owner.api.createGoalComment({ params: { goalId }, body: { text } })
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await keeper.call('get_history', {
        goalId,
        kind: 'comments',
        order: 'asc',
        limit: 2,
        cursor,
      })
      found.push(...page.structuredContent.entries.map(({ text }: { text: string }) => text))
      cursor = page.structuredContent.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(found).toEqual(['a', 'b', 'c'])
  })
})
