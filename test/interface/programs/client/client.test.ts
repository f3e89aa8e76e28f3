import { CairnConflictError, createCairnClient, type FollowedEvent } from '@cairn/client'
import { describe, expect, it } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../../support/people/goals.ts'
import { join } from '../../../support/people/invite.ts'
import { signIn } from '../../../support/people/sign-in.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'

const { service, ada } = await startWithAda()
const { secret } = await createToken(ada)
const cairn = createCairnClient({ origin: service.origin, token: secret })

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('lists', () => {
  it('yield what is on all pages', async () => {
    const created = [await createGoal(ada), await createGoal(ada), await createGoal(ada)]
    const goals = await collect(cairn.goals({ limit: 2 }))
    expect(goals.map(({ id }) => id)).toEqual(created.map(({ id }) => id).reverse())
    const summaries = await collect(cairn.goalSummaries({ limit: 1, status: ['active', 'paused'] }))
    expect(summaries).toHaveLength(3)
    expect(summaries[0]).toHaveProperty('criteriaCount', 0)
  })

  it('yield labels, reports and edits in either order', async () => {
    const { label } = await cairn.createGoalLabel({ body: { name: 'Support' } })
    expect(await collect(cairn.labels())).toEqual([label])
    const { id: goalId } = await createGoal(ada)
    await cairn.report(goalId, { summary: 'First', details: 'Begun.' })
    await cairn.updateGoal({ params: { goalId }, body: { title: 'Renamed' } })
    const summaries = (await collect(cairn.updates(goalId, { order: 'desc' }))).map(({ summary }) => summary)
    expect(summaries[0]).toBe('First')
    expect((await collect(cairn.edits(goalId)))[0]?.fields.title?.to).toBe('Renamed')
    expect(await cairn.verify(goalId)).toMatchObject({ goal: { id: goalId }, entries: 3, problems: [] })
  })
})

describe('goals that belong together', () => {
  it('are yielded as a tree, from all its pages', async () => {
    const top = await createGoal(ada, { title: 'Top' })
    const middle = await createGoal(ada, { title: 'Middle', parentGoalId: top.id })
    await createGoal(ada, { title: 'Bottom', parentGoalId: middle.id })
    const tree = async (options: Parameters<typeof cairn.tree>[1]) =>
      (await collect(cairn.tree(top.id, options))).map(({ title, depth }) => [title, depth])
    const whole = [
      ['Top', 0],
      ['Middle', 1],
      ['Bottom', 2],
    ]
    expect(await tree({ limit: 1 })).toEqual(whole)
    expect(await tree({ depth: 1 })).toEqual(whole.slice(0, 2))
  })

  it('are verified as far as a limited token knows them', async () => {
    const above = await createGoal(ada, { title: 'Above' })
    const { id: goalId } = await createGoal(ada)
    await ada.api.updateGoal({ params: { goalId }, body: { parentGoalId: above.id } })
    await ada.api.updateGoal({ params: { goalId }, body: { title: 'Renamed' } })
    expect(await cairn.verify(goalId)).toMatchObject({ entries: 3, withheld: 0, problems: [] })
    const limited = await createToken(ada, ['goals:read'], { goalIds: [goalId] })
    const bound = createCairnClient({ origin: service.origin, token: limited.secret })
    expect(await bound.verify(goalId)).toMatchObject({ entries: 3, withheld: 1, problems: [] })
  })
})

describe('a report', () => {
  it('yields who has acknowledged it', async () => {
    const { id: goalId } = await createGoal(ada)
    const { revision } = await cairn.report(goalId, { summary: 'Read me', details: 'Begun.' })
    expect(await collect(cairn.acknowledgements(goalId, revision))).toEqual([])
    const ben = await signIn(service, { email: 'ben@example.com', displayName: 'Ben' })
    await join(ada, ben)
    const { update } = await ben.api.acknowledgeGoalUpdate({ params: { goalId, revision: `${revision}` } })
    const found = await collect(cairn.acknowledgements(goalId, revision))
    expect(found).toEqual([{ userId: ben.userId, at: expect.any(String) }])
    expect(found).toEqual(update.acknowledgements)
  })

  it('needs no more than what happened', async () => {
    const { id } = await createGoal(ada)
    const update = await cairn.report(id, { summary: 'Going well', details: 'All of it.' })
    expect(update).toMatchObject({ revision: 2, status: 'active', summary: 'Going well' })
  })

  it('is made once under one key', async () => {
    const { id } = await createGoal(ada)
    const report = { summary: 'Once', details: 'Only.', idempotencyKey: 'job-1' }
    const first = await cairn.report(id, report)
    expect(await cairn.report(id, report)).toEqual(first)
  })

  it('throws what was missed if nobody decides', async () => {
    const { id } = await createGoal(ada)
    await ada.api.createGoalUpdate({ params: { goalId: id }, body: reportOf('Faster') })
    const late = cairn.report(id, { summary: 'Late', details: 'Too late.', expectedRevision: 1 })
    await expect(late).rejects.toBeInstanceOf(CairnConflictError)
    await expect(late).rejects.toMatchObject({
      code: 'goal_revision_conflict',
      conflict: { revision: 2, updates: [{ summary: 'Faster' }] },
    })
  })

  it.each([
    ['the same report', true as const, 'Late'],
    ['another report', { summary: 'Later', details: 'After that.' }, 'Later'],
  ])('goes on top with %s', async (_, decision, summary) => {
    const { id } = await createGoal(ada)
    await ada.api.createGoalUpdate({ params: { goalId: id }, body: reportOf('Faster') })
    const missed: string[] = []
    const update = await cairn.report(
      id,
      { summary: 'Late', details: 'Too late.', expectedRevision: 1 },
      {
        onConflict: (conflict) => {
          missed.push(...conflict.updates.map((entry) => entry.summary))
          return decision
        },
      },
    )
    expect(missed).toEqual(['Faster'])
    expect(update).toMatchObject({ revision: 3, summary })
  })

  it('gives up if so decided, and if somebody is always faster', async () => {
    const { id } = await createGoal(ada)
    let revision = 1
    const reportFaster = async () => {
      const body = reportOf(`Faster ${revision}`, { expectedRevision: revision })
      await ada.api.createGoalUpdate({ params: { goalId: id }, body })
      revision++
    }
    await reportFaster()
    const late = { summary: 'Late', details: 'Too late.', expectedRevision: 1 }
    await expect(cairn.report(id, late, { onConflict: () => false })).rejects.toBeInstanceOf(
      CairnConflictError,
    )
    const onConflict = async () => {
      await reportFaster()
      return true as const
    }
    await expect(cairn.report(id, late, { onConflict })).rejects.toBeInstanceOf(CairnConflictError)
    expect(revision).toBe(16)
  })
})

describe('events', () => {
  it('come in order, and end at the newest', async () => {
    const { cursor } = await cairn.getBrief()
    const { id } = await createGoal(ada)
    await cairn.report(id, { summary: 'News', details: 'More.' })
    const events = await collect(cairn.events({ after: cursor }))
    expect(events.map(({ event }) => event.type)).toEqual(['goal.published', 'goal.reported'])
    expect(await collect(cairn.events({ after: events[1]?.cursor }))).toEqual([])
    // The first one's cursor gives both again: none is missed.
    expect(await collect(cairn.events({ after: events[0]?.cursor }))).toHaveLength(2)
  })

  it('are followed, each once, until the signal is aborted', async () => {
    const controller = new AbortController()
    const waiting = createCairnClient({
      origin: service.origin,
      token: secret,
      pause: async (_, signal) => {
        signal?.throwIfAborted()
        await createGoal(ada)
      },
    })
    const { cursor: after } = await cairn.getBrief()
    const followed: FollowedEvent[] = []
    const follow = async () => {
      const options = { after, follow: true, pauseMilliseconds: 1, signal: controller.signal }
      for await (const next of waiting.events(options)) {
        followed.push(next)
        if (followed.length === 3) controller.abort('enough')
      }
    }
    await expect(follow()).rejects.toBe('enough')
    expect(new Set(followed.map(({ event }) => event.id)).size).toBe(3)
  })

  it('are followed without a pause where the service waits for them', async () => {
    const controller = new AbortController()
    const never = createCairnClient({
      origin: service.origin,
      token: secret,
      timeoutMilliseconds: 1_000,
      pause: () => Promise.reject(new Error('Nothing pauses.')),
    })
    const { cursor: after } = await cairn.getBrief()
    const follow = async () => {
      for await (const { event } of never.events({ after, follow: true, signal: controller.signal })) {
        expect(event.type).toBe('goal.published')
        controller.abort('seen')
      }
    }
    const following = follow()
    await createGoal(ada)
    await expect(following).rejects.toBe('seen')
  })
})
