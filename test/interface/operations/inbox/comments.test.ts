import { afterAll, describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { inboxOf, shape, startInbox } from './support/start.ts'

const { owner, admin, member, colleague, service, database, clock, goal, params } = await startInbox()

const later = () => clock.advance({ milliseconds: 60_000 })
const newest = async (person: typeof member) => (await inboxOf(person)).items[0]

afterAll(async () => {
  await expectSoundTable(database)
})

describe('a comment', () => {
  it('is one item: a mention for who is mentioned, otherwise a comment for who watches the goal', async () => {
    const { comment, notifiedUserIds } = await owner.api.createGoalComment({
      params,
      body: { text: 'Well done, Dora.', mentionedUserIds: [colleague.userId] },
    })
    expect(notifiedUserIds).toEqual([colleague.userId, member.userId])
    const expected = {
      goal: 'Plant trees',
      text: 'Well done, Dora.',
      ref: { commentId: comment.id },
      by: 'Ada',
    }
    const [mention, watched] = [await newest(colleague), await newest(member)]
    expect(mention && shape(mention)).toEqual({ kind: 'mentioned', ...expected })
    expect(watched && shape(watched)).toEqual({ kind: 'commented', ...expected })
    expect((await inboxOf(owner)).items).toEqual([])
    expect((await inboxOf(admin)).items).toEqual([])
  })

  it('mentions more people with an edit, and tells nobody twice', async () => {
    later()
    const { comment } = await owner.api.createGoalComment({
      params,
      body: { text: 'First', reportRevision: 1, mentionedUserIds: [colleague.userId] },
    })
    const before = await inboxOf(colleague)
    later()
    const commentParams = { ...params, commentId: comment.id }
    const mentionedUserIds = [colleague.userId, admin.userId]
    await owner.api.updateGoalComment({ params: commentParams, body: { text: 'Second', mentionedUserIds } })
    const item = await newest(admin)
    expect(item && shape(item)).toMatchObject({
      kind: 'mentioned',
      text: 'Second',
      ref: { commentId: comment.id, revision: 1 },
    })
    const after = await inboxOf(colleague)
    expect(after.items.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id))
    expect(after.unread).toBe(before.unread)
    await owner.api.deleteGoalComment({ params: commentParams })
    expect((await newest(admin))?.text).toBe('')
  })

  it('tells watchers until they say no, and whoever has commented', async () => {
    later()
    await colleague.api.unwatchGoal({ params })
    await admin.api.createGoalComment({ params, body: { text: 'I watch now.' } })
    const items = (await inboxOf(colleague)).items.length
    later()
    await owner.api.createGoalComment({ params, body: { text: 'To everybody.' } })
    expect((await newest(admin))?.text).toBe('To everybody.')
    expect((await inboxOf(colleague)).items).toHaveLength(items)
  })
})

describe('the mentions of a brief', () => {
  it('are unread ones, for sessions and tokens with the scope inbox', async () => {
    const { mentions } = await colleague.api.getBrief()
    expect(mentions).toEqual(
      (await inboxOf(colleague, { state: 'unread' })).items.filter(({ kind }) => kind === 'mentioned'),
    )
    expect(mentions.length).toBeGreaterThan(0)
    const program = programWith(service, await createToken(colleague, ['goals:read', 'inbox']))
    expect((await program.getBrief()).mentions).toEqual(mentions)
    const without = programWith(service, await createToken(colleague, ['goals:read']))
    expect((await without.getBrief()).mentions).toEqual([])
    await colleague.api.updateInbox({ body: { readUntil: mentions[0]?.id ?? '' } })
    expect((await colleague.api.getBrief()).mentions).toEqual([])
    expect((await member.api.getBrief()).mentions).toEqual([])
    expect(goal.id).toBe(params.goalId)
  })
})
