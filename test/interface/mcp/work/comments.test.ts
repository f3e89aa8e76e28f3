import { describe, expect, test } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createGoal } from '../../../support/people/goals.ts'
import { createWorld } from '../../../support/people/world.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { callerWith, codeOf, type ToolAnswer } from '../support/call-tools.ts'
import { readerWith } from '../support/read-on.ts'

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

describe('get_answer', () => {
  test('reads what was said on a goal, newest first, and long comments whole', async () => {
    const { id: goalId } = await createGoal(owner)
    const params = { goalId }
    const long = `Beginning ${'🌲 word '.repeat(1_400)}`
    await owner.api.createGoalComment({ params, body: { text: long, reportRevision: 1 } })
    await worker.call('comment', { goalId, text: 'The ground is frozen.' })
    const { comment: gone } = await member.api.createGoalComment({ params, body: { text: 'Gone.' } })
    await member.api.deleteGoalComment({ params: { goalId, commentId: gone.id } })
    const said = await worker.call('get_answer', { goalId, kind: 'comments', maxKiB: 8 })
    const { notice, comments, nextCursor, cut } = said.structuredContent
    expect(notice).toMatch(/data/)
    expect(nextCursor).toBeNull()
    expect(comments).toMatchObject([
      { id: gone.id, by: gone.actor.displayName, deletedAt: expect.any(String) },
      { by: expect.stringContaining('Planter'), text: 'The ground is frozen.' },
      { by: 'Ada', reportRevision: 1, text: expect.stringMatching(/^Beginning /) },
    ])
    expect(comments[0]).not.toHaveProperty('text')
    const { readOn } = cut.find(({ path }: { path: string }) => path === 'comments.2')
    const whole = await worker.call(readOn.tool, { ...readOn.arguments, maxKiB: 64 })
    expect(whole.structuredContent.comment.text).toBe(long)
    const { readWhole } = readerWith(worker)
    expect(await readWhole(readOn)).toMatchObject({ text: long })
  })

  test('reads them page by page, within the size', async () => {
    const { id: goalId } = await createGoal(owner)
    const texts = Array.from({ length: 8 }, (_, index) => `${index}${'\u0001'.repeat(2_000)}`)
    for (const text of texts) await owner.api.createGoalComment({ params: { goalId }, body: { text } })
    const found: string[] = []
    let cursor: string | undefined
    do {
      const input = { goalId, kind: 'comments', maxKiB: 4, cursor }
      const { bytes, body } = await worker.ask('tools/call', { name: 'get_answer', arguments: input })
      expect(bytes).toBeLessThanOrEqual(4 * 1024)
      const { structuredContent } = (body as { result: ToolAnswer }).result
      found.push(...structuredContent.comments.map(({ text }: { text: string }) => text.charAt(0)))
      cursor = structuredContent.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(found).toEqual(texts.map(([first]) => first).toReversed())
  })

  test('shows nothing beyond the scopes of a token, its goals and its sight', async () => {
    const { id: goalId } = await createGoal(member)
    const { comment: said } = await member.api.createGoalComment({
      params: { goalId },
      body: { text: 'Secret.' },
    })
    const { id: other } = await createGoal(owner)
    const calls = [
      { goalId, kind: 'comments' },
      { goalId, commentId: said.id },
    ]
    const refusalsOf = async (scopes: Parameters<typeof createToken>[1], goalIds?: string[]) => {
      const limited = await createToken(owner, scopes, { kind: 'agent', ...(goalIds && { goalIds }) })
      const agent = callerWith(service, limited, '/mcp/work')
      return Promise.all(calls.map(async (input) => codeOf(await agent.call('get_answer', input))))
    }
    const unknown = ['goal_not_found', 'goal_not_found']
    expect(await refusalsOf(['comments:write'])).toEqual(['insufficient_scope', 'insufficient_scope'])
    expect(await refusalsOf(['goals:read'])).toEqual(unknown)
    expect(await refusalsOf(['goals:read:all'], [other])).toEqual(unknown)
    expect(await refusalsOf(['goals:read:all'], [goalId])).toEqual([undefined, undefined])
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
