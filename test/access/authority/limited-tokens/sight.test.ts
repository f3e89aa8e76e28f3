import type { ApiError } from '@cairn/contract/http/client'
import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../../support/people/goals.ts'
import { createWorld } from '../../../support/people/world.ts'
import { collect } from '../../../support/requests/walk.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

/** A token limited to some goals sees these, in every list, and nothing of any other. */

const world = await createWorld(stopAfterFile(await startTestService()))
const { service, owner, admin, member } = world
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

const forest = await createLabel(owner, 'Forest')
await createGoal(owner, { title: 'Secret forest', labelIds: [forest] })
const own = await createGoal(owner, { title: 'Plant trees', labelIds: [forest] })
const foreign = await createGoal(member, { title: 'Water trees' })
const closed = await createGoal(owner, { title: 'Old trees' })
await owner.api.createGoalUpdate({
  params: { goalId: closed.id },
  body: reportOf('Done', { status: 'completed' }),
})
const deleted = await createGoal(owner, { title: 'Felled trees' })
const goalIds = ids([own, foreign, closed, deleted])
const limited = programWith(service, await createToken(owner, undefined, { goalIds }))
const ownOnly = programWith(service, await createToken(owner, ['goals:read'], { goalIds }))
await owner.api.deleteGoal({ params: { goalId: deleted.id } })

describe('a list of goals', () => {
  it.each([
    ['everything', {}, [closed, foreign, own]],
    ['summaries', { view: 'summary' }, [closed, foreign, own]],
    ['a status', { status: 'active' }, [foreign, own]],
    ['an owner', { ownerUserId: member.userId }, [foreign]],
    ['nobody', { ownerUserId: 'none' }, []],
    ['a label', { labelId: forest }, [own]],
    ['no health', { health: 'none', status: 'active' }, [foreign, own]],
    ['the future', { updatedSince: '2999-01-01T00:00:00Z' }, []],
    ['words of a title', { q: 'tree' }, [closed, foreign, own]],
    ['words of titles and texts, as summaries', { q: 'tree plant', view: 'summary' }, [closed, foreign, own]],
    ['a word of a label', { q: 'fores' }, [own]],
    ['words of a hidden goal', { q: 'secret' }, []],
  ])('has only the goals of the token: %s', async (_, query, expected) => {
    const { goals, nextCursor } = await limited.listGoals({ query: query as object })
    expect(ids(goals)).toEqual(ids(expected))
    expect(nextCursor).toBeNull()
  })

  it('shows each goal as any other list does', async () => {
    const { goals } = await owner.api.listGoals()
    // Only people watch goals.
    const seen = goals.map((goal) => ({ ...goal, watching: undefined }))
    expect((await limited.listGoals()).goals).toEqual(seen.filter(({ id }) => goalIds.includes(id)))
  })

  it('has each goal once over pages of any size', async () => {
    for (const limit of [1, 2, 3]) {
      const walked = await collect(
        (cursor) => limited.listGoals({ query: { limit, cursor } }),
        ({ goals }) => goals,
      )
      expect(ids(walked)).toEqual(ids([closed, foreign, own]))
    }
  })

  it('has only those of its owner without goals:read:all', async () => {
    expect(ids((await ownOnly.listGoals()).goals)).toEqual(ids([closed, own]))
    expect(ids((await ownOnly.listGoals({ query: { ownerUserId: member.userId } })).goals)).toEqual([])
  })
})

it('a brief has only the goals and the events of the token', async () => {
  const brief = await limited.getBrief({ query: { limit: 100 } })
  expect(ids(brief.goals)).toEqual([own.id])
  expect(brief.moreGoals).toBe(false)
  expect([...new Set(brief.events.map(({ goal }) => goal?.id))].toSorted()).toEqual(goalIds.toSorted())
  expect(JSON.stringify(brief)).not.toContain('Secret')
  expect(ids((await limited.getBrief({ query: { limit: 1 } })).goals)).toEqual([own.id])

  const few = await ownOnly.getBrief({ query: { limit: 100 } })
  expect([...new Set(few.events.map(({ goal }) => goal?.id))].toSorted()).toEqual(
    ids([own, closed, deleted]).toSorted(),
  )
})

it('events are those of its goals, also for an administrator, and following them misses none', async () => {
  const events = await collect(
    (after) => limited.listEvents({ query: { after, limit: 2 } }),
    (page) => page.events,
  )
  const all = await collect(
    (after) => owner.api.listEvents({ query: { after } }),
    (page) => page.events,
  )
  expect(events).toEqual(all.filter(({ goal }) => goal !== null && goalIds.includes(goal.id)))
  expect(events.map(({ type }) => type)).toContain('goal.deleted')
})

it('me names the goals of the token, deleted ones included', async () => {
  expect((await limited.getMe()).credential).toMatchObject({ goalIds })
})

it('the labels are those of the organization', async () => {
  expect(ids((await limited.listGoalLabels()).labels)).toEqual([forest])
})

describe('a conflict', () => {
  const reportBy = async (scopes: ApiTokenScope[], limit: string, goalId: string) => {
    const token = await createToken(admin, scopes, { goalIds: [limit] })
    return programWith(service, token)
      .createGoalUpdate({ params: { goalId }, body: reportOf('Second') })
      .then(
        () => undefined,
        (error: ApiError) => error,
      )
  }
  const reportedOn = async () => {
    const { id: goalId } = await createGoal(admin)
    await admin.api.createGoalUpdate({ params: { goalId }, body: reportOf('First') })
    return goalId
  }

  it('tells a token what it missed of its goal', async () => {
    const goalId = await reportedOn()
    expect(await reportBy(['goals:read', 'goals:write'], goalId, goalId)).toMatchObject({
      code: 'goal_revision_conflict',
      addition: { conflict: { revision: 2, updates: [{ summary: 'First' }] } },
    })
  })

  it('tells nothing to a token that may only write it', async () => {
    const goalId = await reportedOn()
    expect(await reportBy(['goals:write'], goalId, goalId)).toMatchObject({
      addition: { conflict: { updates: [], edits: [], truncated: true } },
    })
  })

  it('does not exist for a token for another goal', async () => {
    const refused = await reportBy(['goals:read:all', 'goals:write:all'], own.id, await reportedOn())
    expect(refused?.addition).toEqual({ error: 'goal_not_found', message: expect.any(String) })
  })
})
