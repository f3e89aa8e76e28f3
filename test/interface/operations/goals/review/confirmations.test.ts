import { afterAll, describe, expect, it } from 'vitest'
import { createLabel } from '../../../../support/people/goals.ts'
import { createWorld } from '../../../../support/people/world.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../../support/table/check-table.ts'
import { confirm, goalWithCriteria, idsOf, judge, readGoal } from './support.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))
const { owner, admin, member, colleague, stranger } = await createWorld(service)

afterAll(async () => {
  await expectSoundTable(service.table.database)
})

const confirmedBy = async (goalId: string) =>
  (await readGoal(owner, goalId)).criteria.map((criterion) => criterion.confirmedBy?.userId ?? null)

describe('a confirmation', () => {
  it('shows with the criterion, changes neither version nor history, and counts in lists', async () => {
    const label = await createLabel(owner, 'Office')
    const goal = await goalWithCriteria(member, 3, { labelIds: [label] })
    const [first = '', second = ''] = idsOf(goal)
    await judge(member, goal, ['met', 'met', 'not_met'])
    const before = await readGoal(owner, goal.id)
    clock.advance({ milliseconds: 5 })
    const { update } = await confirm(colleague, goal.id, 2, [first, second])
    expect(update.acknowledgements).toEqual([{ userId: colleague.userId, at: clock.timestamp }])
    const by = { userId: colleague.userId, at: clock.timestamp }
    const { goal: after } = await owner.api.getGoal({ params: { goalId: goal.id } })
    expect(after).toEqual({
      ...before,
      criteria: before.criteria.map((criterion) => ({
        ...criterion,
        confirmedBy: criterion.id === first || criterion.id === second ? by : null,
      })),
    })
    const query = { view: 'summary', labelId: label } as const
    expect((await owner.api.listGoals({ query })).goals).toMatchObject([
      { id: goal.id, criteriaMetCount: 2, criteriaConfirmedCount: 2, version: before.version },
    ])
  })

  it('may be repeated, and another acknowledgement confirms more; the first one counts', async () => {
    const goal = await goalWithCriteria(member, 2)
    const [first = '', second = ''] = idsOf(goal)
    await judge(member, goal, ['met', 'met'])
    const one = await confirm(colleague, goal.id, 2, [first])
    clock.advance({ days: 1 })
    expect(await confirm(colleague, goal.id, 2, [first])).toEqual(one)
    expect(await confirm(colleague, goal.id, 2, [second, first])).toEqual(one)
    await confirm(admin, goal.id, 2, [first, second])
    expect(await confirmedBy(goal.id)).toEqual([colleague.userId, colleague.userId])
    const { events } = await owner.api.listEvents({ query: { order: 'desc', limit: 3 } })
    expect(events.map(({ authorityUserId, data }) => [authorityUserId, data])).toEqual([
      [admin.userId, { revision: 2 }],
      [colleague.userId, { revision: 2, confirmedCriterionIds: [second] }],
      [colleague.userId, { revision: 2, confirmedCriterionIds: [first] }],
    ])
    expect(new Set(events.map(({ id }) => id)).size).toBe(3)
  })

  it('follows an acknowledgement without one', async () => {
    const goal = await goalWithCriteria(member, 1)
    await judge(member, goal, ['met'])
    const params = { goalId: goal.id, revision: '2' }
    const first = await colleague.api.acknowledgeGoalUpdate({ params })
    clock.advance({ days: 1 })
    expect(await confirm(colleague, goal.id, 2, idsOf(goal))).toEqual(first)
    expect(await confirmedBy(goal.id)).toEqual([colleague.userId])
  })

  it('is cleared by a later verdict, also by the same one, and by a change of the text', async () => {
    const goal = await goalWithCriteria(member, 3)
    const ids = idsOf(goal)
    await judge(member, goal, ['met', 'met', 'met'])
    await confirm(colleague, goal.id, 2, ids)
    await judge(member, goal, ['met', 'unknown'])
    expect(await confirmedBy(goal.id)).toEqual([null, null, colleague.userId])
    await member.api.updateGoal({
      params: { goalId: goal.id },
      body: {
        criteria: goal.criteria.map(({ id, title, description }) => ({
          id,
          title,
          description: id === ids[2] ? 'Half of it.' : description,
        })),
      },
    })
    const { criteria } = await readGoal(owner, goal.id)
    expect(criteria.map(({ verdict }) => verdict?.result ?? null)).toEqual(['met', 'unknown', null])
    expect(criteria.map(({ confirmedBy: by }) => by)).toEqual([null, null, null])
  })

  it('400s criteria that the report did not judge as met, or a later one judged, and writes nothing', async () => {
    const goal = await goalWithCriteria(member, 3)
    const [first = '', second = '', third = ''] = idsOf(goal)
    await judge(member, goal, ['met', 'met'])
    await judge(member, goal, ['met'])
    await judge(member, goal, [undefined, undefined, 'not_met'])
    for (const [revision, ids] of [
      [2, [second, first]],
      [4, [third]],
      [3, [second]],
      [2, ['10000000-0000-4000-8000-000000000001']],
    ] as const) {
      await expect(confirm(colleague, goal.id, revision, [...ids])).rejects.toMatchObject({
        code: 'invalid_goal_criteria',
      })
    }
    expect(await confirmedBy(goal.id)).toEqual([null, null, null])
    const { updates } = await owner.api.listGoalUpdates({ params: { goalId: goal.id } })
    expect(updates.flatMap(({ acknowledgements }) => acknowledgements)).toEqual([])
    await confirm(colleague, goal.id, 3, [first])
    await confirm(colleague, goal.id, 2, [second])
    expect(await confirmedBy(goal.id)).toEqual([colleague.userId, colleague.userId, null])
    // A retry of what was confirmed is none of what a later report says.
    await judge(member, goal, ['not_met'])
    await confirm(colleague, goal.id, 3, [first])
    expect(await confirmedBy(goal.id)).toEqual([null, colleague.userId, null])
  })

  it('403s whoever judged, and 404s strangers', async () => {
    const goal = await goalWithCriteria(member, 1)
    await judge(admin, goal, ['met'])
    await expect(confirm(admin, goal.id, 2, idsOf(goal))).rejects.toMatchObject({
      code: 'acknowledgement_own_report',
    })
    await expect(confirm(stranger, goal.id, 2, idsOf(goal))).rejects.toMatchObject({ code: 'goal_not_found' })
    await confirm(member, goal.id, 2, idsOf(goal))
    expect(await confirmedBy(goal.id)).toEqual([member.userId])
  })

  it('is for the reviewer and administrators alone, if there is a reviewer', async () => {
    const goal = await goalWithCriteria(member, 2, { reviewerUserId: colleague.userId })
    const [first = '', second = ''] = idsOf(goal)
    await judge(admin, goal, ['met', 'met'])
    await expect(confirm(member, goal.id, 2, [first])).rejects.toMatchObject({
      code: 'confirmation_not_allowed',
    })
    // Everybody acknowledges.
    await member.api.acknowledgeGoalUpdate({ params: { goalId: goal.id, revision: '2' } })
    await confirm(colleague, goal.id, 2, [first])
    await confirm(owner, goal.id, 2, [second])
    expect(await confirmedBy(goal.id)).toEqual([colleague.userId, owner.userId])
  })
})

describe('attention and the brief', () => {
  it('name what waits for somebody to confirm it, exactly as long as it does', async () => {
    const attention = async (goalId: string) => (await readGoal(owner, goalId)).attention
    const listed = async (goalId: string) => {
      const query = { attention: 'review_requested', view: 'summary' } as const
      return (await owner.api.listGoals({ query })).goals.some(({ id }) => id === goalId)
    }
    const goal = await goalWithCriteria(member, 2, { reviewerUserId: colleague.userId })
    const params = { goalId: goal.id }
    const ids = idsOf(goal)
    expect(await attention(goal.id)).toEqual([])
    await judge(member, goal, ['met', 'not_met'])
    expect(await attention(goal.id)).toEqual(['review_requested', 'criteria_not_met'])
    expect(await listed(goal.id)).toBe(true)
    await confirm(colleague, goal.id, 2, [ids[0] ?? ''])
    expect(await attention(goal.id)).toEqual(['criteria_not_met'])
    expect(await listed(goal.id)).toBe(false)
    await judge(member, goal, [undefined, 'met'])
    expect(await attention(goal.id)).toEqual(['review_requested'])
    await member.api.updateGoal({ params, body: { reviewerUserId: null } })
    expect(await attention(goal.id)).toEqual([])
    await member.api.updateGoal({ params, body: { verification: 'other_person' } })
    expect(await attention(goal.id)).toEqual(['review_requested'])
    await judge(member, goal, [], { status: 'paused' })
    expect(await attention(goal.id)).toEqual([])
  })

  it('return the reports of a goal to those who may confirm, the own reviews first', async () => {
    const reviews = async (who: typeof owner) => {
      const { toReview } = await who.api.getBrief()
      return toReview.filter(({ goal }) => goal.title.startsWith('Brief'))
    }
    const open = await goalWithCriteria(member, 3, { title: 'Brief: open', verification: 'other_person' })
    await judge(member, open, ['met', 'met'])
    await judge(admin, open, [undefined, undefined, 'met'])
    clock.advance({ milliseconds: 5 })
    const mine = await goalWithCriteria(member, 1, {
      title: 'Brief: mine',
      reviewerUserId: colleague.userId,
    })
    await judge(member, mine, ['met'])
    const openReview = (revision: number, criteriaCount: number) => ({
      goal: { id: open.id, title: 'Brief: open' },
      revision,
      criteriaCount,
    })
    const mineReview = { goal: { id: mine.id, title: 'Brief: mine' }, revision: 2, criteriaCount: 1 }
    expect(await reviews(colleague)).toEqual([mineReview, openReview(2, 2), openReview(3, 1)])
    expect(await reviews(owner)).toEqual([openReview(2, 2), openReview(3, 1), mineReview])
    expect(await reviews(admin)).toEqual([openReview(2, 2), mineReview])
    expect(await reviews(member)).toEqual([openReview(3, 1)])
    expect(await reviews(stranger)).toEqual([])
    await member.api.updateGoal({ params: { goalId: mine.id }, body: { title: 'Brief: renamed' } })
    await confirm(owner, open.id, 2, idsOf(open).slice(0, 1))
    expect(await reviews(colleague)).toEqual([
      { ...mineReview, goal: { id: mine.id, title: 'Brief: renamed' } },
      openReview(2, 1),
      openReview(3, 1),
    ])
    await member.api.deleteGoal({ params: { goalId: mine.id } })
    await judge(member, open, [], { status: 'archived' })
    expect(await reviews(colleague)).toEqual([])
  })
})
