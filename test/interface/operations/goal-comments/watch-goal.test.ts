import { readSomeWatchers, readWatchedGoals, readWatchers } from '@cairn/domain/goals/watching/watchers'
import { goalWatchEntity } from '@cairn/domain/storage/table/entities/goals/conversation/goal-watch'
import { goalKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { shortHash } from '@cairn/domain/storage/table/short-id'
import { afterAll, describe, expect, it } from 'vitest'
import { createToken, programWith, removeMember } from '../../../support/people/api-tokens.ts'
import { createGoal, newGoal } from '../../../support/people/goals.ts'
import { createWorld } from '../../../support/people/world.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { readTable } from '../../../support/table/read-table.ts'
import { writeRecords } from '../../../support/table/write-records.ts'

const service = stopAfterFile(await startTestService())
const { owner, admin, member, colleague, stranger } = await createWorld(service)
const { database } = service.table
const { organizationId } = owner

afterAll(async () => {
  await expectSoundTable(database)
})

type Person = typeof owner
const watching = async ({ api }: Person, goalId: string) =>
  (await api.getGoal({ params: { goalId } })).goal.watching
const watchersOf = (goalId: string, ownerUserId: string | undefined) =>
  readWatchers(database, { organizationId, goalId, ownerUserId })

describe('a goal answers whether the caller watches it', () => {
  it('to a session: its owner does', async () => {
    const { id } = await createGoal(member)
    expect(await watching(member, id)).toBe(true)
    expect(await watching(admin, id)).toBe(false)
  })

  it('when it is created, edited and claimed, too', async () => {
    const { goal } = await admin.api.createGoal({
      body: { ...newGoal, ownerUserId: member.userId },
    })
    expect(goal.watching).toBe(false)
    const params = { goalId: goal.id }
    await admin.api.watchGoal({ params })
    const edited = await admin.api.updateGoal({ params, body: { title: 'Zebra' } })
    expect(edited.goal.watching).toBe(true)
    expect((await member.api.updateGoal({ params, body: { ownerUserId: null } })).goal.watching).toBe(false)
    expect((await admin.api.claimGoal({ params, body: {} })).goal.watching).toBe(true)
    await admin.api.releaseGoalClaim({ params })
    expect((await admin.api.claimNextGoal({ body: { q: 'Zebra' } })).goal).toMatchObject({ watching: true })
  })

  it('in lists of whole goals, too', async () => {
    const { id } = await createGoal(member)
    await admin.api.watchGoal({ params: { goalId: id } })
    for (const person of [member, admin, owner]) {
      const { goals } = await person.api.listGoals()
      for (const goal of goals) {
        expect(goal).toMatchObject({ watching: await watching(person, goal.id) })
      }
    }
  })

  it('not to a program, and not in summaries', async () => {
    const { id } = await createGoal(member)
    const program = programWith(service, await createToken(member, ['goals:read', 'goals:write']))
    expect((await program.getGoal({ params: { goalId: id } })).goal).not.toHaveProperty('watching')
    const edited = await program.updateGoal({ params: { goalId: id }, body: { title: 'Trees' } })
    expect(edited.goal).not.toHaveProperty('watching')
    const summaries = await member.api.listGoals({ query: { view: 'summary' } })
    for (const list of [summaries, await program.listGoals()]) {
      for (const goal of list.goals) expect(goal).not.toHaveProperty('watching')
    }
  })
})

describe('watching', () => {
  it('begins and ends, however often it is said', async () => {
    const { id } = await createGoal(owner)
    const params = { goalId: id }
    for (const _ of [1, 2]) {
      await member.api.watchGoal({ params })
      expect(await watching(member, id)).toBe(true)
    }
    for (const _ of [1, 2]) {
      await member.api.unwatchGoal({ params })
      expect(await watching(member, id)).toBe(false)
    }
  })

  it('is refused by a no of the owner, which stays with a new owner and back', async () => {
    const { id } = await createGoal(member)
    const params = { goalId: id }
    await member.api.unwatchGoal({ params })
    await admin.api.updateGoal({ params, body: { ownerUserId: colleague.userId } })
    expect(await watching(colleague, id)).toBe(true)
    await admin.api.updateGoal({ params, body: { ownerUserId: member.userId } })
    expect(await watching(member, id)).toBe(false)
    expect(await watching(colleague, id)).toBe(false)
  })

  it('stays with an owner who has said so and gives the goal away', async () => {
    const { id } = await createGoal(member)
    const params = { goalId: id }
    await member.api.watchGoal({ params })
    await member.api.updateGoal({ params, body: { ownerUserId: null } })
    expect(await watching(member, id)).toBe(true)
  })

  it('changes no version of the goal', async () => {
    const { id } = await createGoal(member)
    const before = await member.api.getGoal({ params: { goalId: id } })
    await admin.api.watchGoal({ params: { goalId: id } })
    expect(await member.api.getGoal({ params: { goalId: id } })).toEqual(before)
  })

  it('404s a goal that the caller does not see', async () => {
    const { id } = await createGoal(member)
    for (const goalId of [id, '00000000-0000-4000-8000-000000000000', 'no-id']) {
      expect(await outcomeOf(stranger.api.watchGoal({ params: { goalId } }))).toBe('404 goal_not_found')
      expect(await outcomeOf(stranger.api.unwatchGoal({ params: { goalId } }))).toBe('404 goal_not_found')
    }
  })

  it('has one last word if both are said at once', async () => {
    const { id } = await createGoal(owner)
    const params = { goalId: id }
    const said = Array.from({ length: 20 }, (_, index) =>
      index % 2 ? member.api.watchGoal({ params }) : member.api.unwatchGoal({ params }),
    )
    await Promise.all(said)
    const { goalWatch } = await readTable(database)
    const stored = goalWatch.filter(
      ({ goalKey }) => goalKey === goalKeyOf({ organizationId, goalId: id }).goalKey,
    )
    expect(stored).toHaveLength(1)
    expect(await watching(member, id)).toBe(stored[0]?.watching)
  })

  it('marks the organization once', async () => {
    const { goalLabelDirectory } = await readTable(database)
    expect(goalLabelDirectory.filter(({ hasConversation }) => hasConversation)).toHaveLength(1)
  })

  it('is deleted with the goal, also in the same moment', async () => {
    const { id } = await createGoal(owner)
    const params = { goalId: id }
    const outcomes = await Promise.all([
      ...[member, colleague, admin].map(({ api }) => outcomeOf(api.watchGoal({ params }))),
      outcomeOf(owner.api.deleteGoal({ params })),
    ])
    expect(outcomes.at(-1)).toBe('ok')
    for (const outcome of outcomes) expect(['ok', '404 goal_not_found']).toContain(outcome)
    const { goalKey } = goalKeyOf({ organizationId, goalId: id })
    await expect
      .poll(async () => (await readTable(database)).goalWatch.filter((watch) => watch.goalKey === goalKey))
      .toEqual([])
  })
})

describe('the watchers of a goal', () => {
  it('are its owner, its reviewer and who has said so, but nobody who said no', async () => {
    const { id } = await createGoal(member)
    const params = { goalId: id }
    expect(await watchersOf(id, member.userId)).toEqual([member.userId])
    expect(await watchersOf(id, undefined)).toEqual([])
    await colleague.api.watchGoal({ params })
    await admin.api.unwatchGoal({ params })
    const goal = { organizationId, goalId: id, ownerUserId: member.userId, reviewerUserId: admin.userId }
    expect(await readWatchers(database, goal)).toEqual([member.userId, colleague.userId])
    await member.api.unwatchGoal({ params })
    expect(await readWatchers(database, { ...goal, reviewerUserId: owner.userId })).toEqual([
      owner.userId,
      colleague.userId,
    ])
  })

  it('are all found among thousands, or as many as are enough', async () => {
    const { id } = await createGoal(owner)
    const key = goalKeyOf({ organizationId, goalId: id })
    const people = Array.from({ length: 2_500 }, (_, index) => ({
      userId: `email:watcher-${index}`,
      watching: index % 5 !== 0,
    }))
    await writeRecords(
      database,
      goalWatchEntity,
      people.map((person) => ({ ...key, ...person, userKey: shortHash(person.userId), at: 1 })),
    )
    const all = await watchersOf(id, owner.userId)
    expect(all).toHaveLength(2_001)
    expect(all[0]).toBe(owner.userId)
    expect(new Set(all).size).toBe(2_001)
    const goal = { organizationId, goalId: id, ownerUserId: 'email:watcher-5' }
    const some = await (await readSomeWatchers(database, goal, 100))(goal)
    expect(some.length).toBeGreaterThanOrEqual(100)
    expect(some.length).toBeLessThan(2_500)
    // Has said no, on whichever page that is.
    expect(some).not.toContain('email:watcher-5')
    await owner.api.deleteGoal({ params: { goalId: id } })
  })

  it('are listed by person, too', async () => {
    const [{ id: watched }, { id: refused }] = [await createGoal(owner), await createGoal(owner)]
    await colleague.api.watchGoal({ params: { goalId: watched } })
    await colleague.api.unwatchGoal({ params: { goalId: refused } })
    const goals = await readWatchedGoals(database, organizationId, colleague.userId)
    expect(goals.watched).toContain(watched)
    expect(goals.refused).toContain(refused)
    expect(goals.watched).not.toContain(refused)
  })

  it('lose who leaves the organization', async () => {
    const { id } = await createGoal(owner)
    await colleague.api.watchGoal({ params: { goalId: id } })
    await removeMember(service, colleague.userId, organizationId)
    expect(await outcomeOf(colleague.api.watchGoal({ params: { goalId: id } }))).toMatch(/^40[34] /)
  })
})
