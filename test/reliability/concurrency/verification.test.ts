import { afterAll, describe, expect, it } from 'vitest'
import {
  complete,
  confirm,
  goalWithCriteria,
  idsOf,
  judge,
  readGoal,
} from '../../interface/operations/goals/review/support.ts'
import { createLabel, historyOf, reportOf } from '../../support/people/goals.ts'
import { createWorld } from '../../support/people/world.ts'
import { allAtOnce, tally } from '../../support/requests/outcomes.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

const service = stopAfterFile(await startTestService({ environment: { RATE_LIMITS: 'off' } }))
const { owner, admin, member, colleague } = await createWorld(service)
const others = [owner, admin, colleague]

afterAll(async () => {
  await expectSoundTable(service.table.database)
})

const guarded = (count: number) => goalWithCriteria(member, count, { verification: 'other_person' })
const all = (count: number) => Array.from({ length: count }, () => 'met' as const)

describe('many confirmations at once', () => {
  it('of one criterion have one author, and everybody acknowledges once', async () => {
    const goal = await guarded(1)
    await judge(member, goal, ['met'])
    const responses = await allAtOnce(30, (index) =>
      confirm(others[index % others.length] ?? owner, goal.id, 2, idsOf(goal)),
    )
    expect(tally(responses)).toEqual({ ok: 30 })
    const [criterion] = (await readGoal(owner, goal.id)).criteria
    expect(others.map(({ userId }) => userId)).toContain(criterion?.confirmedBy?.userId)
    const [, report] = await historyOf(owner, goal.id)
    expect(report?.acknowledgements).toHaveLength(others.length)
    const { events } = await owner.api.listEvents({ query: { order: 'desc', limit: 10 } })
    const confirmed = events.filter(
      ({ goal: about, data }) => about?.id === goal.id && 'confirmedCriterionIds' in data,
    )
    expect(confirmed).toHaveLength(1)
  })

  it('of different criteria are all kept, beside reports and edits of others, and counted exactly', async () => {
    const label = await createLabel(owner, 'Raced')
    const count = 12
    const goal = await guarded(count)
    const ids = idsOf(goal)
    await member.api.updateGoal({ params: { goalId: goal.id }, body: { labelIds: [label] } })
    await judge(member, goal, all(count))
    await Promise.all([
      ...ids.map((id, index) => confirm(others[index % others.length] ?? owner, goal.id, 2, [id])),
      ...Array.from({ length: 4 }, async (_, index) => {
        await member.api.updateGoal({ params: { goalId: goal.id }, body: { title: `Title ${index}` } })
      }),
      member.api.createGoalUpdate({
        params: { goalId: goal.id },
        body: reportOf('In between', { expectedRevision: 2 }),
      }),
    ])
    const after = await readGoal(owner, goal.id)
    expect(after.criteria.every(({ confirmedBy }) => confirmedBy !== null)).toBe(true)
    const { goals } = await owner.api.listGoals({ query: { view: 'summary', labelId: label } })
    expect(goals).toMatchObject([
      { id: goal.id, criteriaMetCount: count, criteriaConfirmedCount: count, attention: [] },
    ])
    await complete(member, goal)
  })
})

describe('a report and a confirmation at once', () => {
  it('never confirm a verdict that the confirmation has not seen', async () => {
    for (let round = 0; round < 8; round++) {
      const goal = await guarded(2)
      const ids = idsOf(goal)
      await judge(member, goal, ['met', 'met'])
      const [confirmed] = await Promise.allSettled([
        confirm(colleague, goal.id, 2, ids),
        judge(member, goal, ['met']),
      ])
      const { criteria } = await readGoal(owner, goal.id)
      const [first, second] = criteria
      expect(first?.verdict?.revision).toBe(3)
      // It came first and was cleared, or came later and was refused as a whole.
      expect(first?.confirmedBy).toBeNull()
      expect(second?.confirmedBy === null).toBe(confirmed.status === 'rejected')
      if (confirmed.status === 'rejected') {
        expect(confirmed.reason).toMatchObject({ code: 'invalid_goal_criteria' })
      }
      await expect(complete(member, goal)).rejects.toMatchObject({ code: 'verification_required' })
    }
  })

  it('complete a goal only after it', async () => {
    for (let round = 0; round < 8; round++) {
      const goal = await guarded(1)
      await judge(member, goal, ['met'])
      const [completed] = await Promise.allSettled([
        complete(member, goal),
        confirm(colleague, goal.id, 2, idsOf(goal)),
      ])
      const { status, criteria } = await readGoal(owner, goal.id)
      expect(status).toBe(completed.status === 'fulfilled' ? 'completed' : 'active')
      expect(criteria[0]?.confirmedBy?.userId).toBe(colleague.userId)
    }
  })

  it('two reports at once, of which one takes a verdict back, never complete the goal', async () => {
    for (let round = 0; round < 8; round++) {
      const goal = await guarded(1)
      await judge(member, goal, ['met'])
      await confirm(colleague, goal.id, 2, idsOf(goal))
      const [back, completed] = await Promise.allSettled([
        judge(member, goal, ['not_met']),
        complete(owner, goal),
      ])
      const { status, criteria } = await readGoal(owner, goal.id)
      // The other one names a revision that is gone.
      expect([back.status, completed.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(status === 'completed').toBe(criteria[0]?.verdict?.result === 'met')
    }
  })
})

it('an edit that clears a verdict and its confirmation at once leave nothing confirmed', async () => {
  for (let round = 0; round < 8; round++) {
    const goal = await guarded(1)
    const ids = idsOf(goal)
    await judge(member, goal, ['met'])
    const criteria = [{ id: ids[0] ?? '', title: 'Less', description: 'Less.' }]
    await Promise.allSettled([
      confirm(colleague, goal.id, 2, ids),
      member.api.updateGoal({ params: { goalId: goal.id }, body: { criteria } }),
    ])
    expect((await readGoal(owner, goal.id)).criteria).toMatchObject([{ verdict: null, confirmedBy: null }])
  }
})

it('an owner and a reviewer that change at once never become one person', async () => {
  for (let round = 0; round < 8; round++) {
    const goal = await goalWithCriteria(member, 0)
    const params = { goalId: goal.id }
    const responses = await Promise.allSettled([
      owner.api.updateGoal({ params, body: { ownerUserId: colleague.userId } }),
      admin.api.updateGoal({ params, body: { reviewerUserId: colleague.userId } }),
    ])
    expect(responses.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'invalid_goal_reviewer' } },
    ])
    const { ownerUserId, reviewerUserId } = await readGoal(owner, goal.id)
    expect(ownerUserId).not.toBe(reviewerUserId)
  }
})

it('a goal that is deleted while it is confirmed leaves nothing', async () => {
  for (let round = 0; round < 8; round++) {
    const goal = await guarded(1)
    await judge(member, goal, ['met'])
    await Promise.allSettled([
      confirm(colleague, goal.id, 2, idsOf(goal)),
      owner.api.deleteGoal({ params: { goalId: goal.id } }),
    ])
    expect((await colleague.api.getBrief()).toReview.some(({ goal: { id } }) => id === goal.id)).toBe(false)
  }
})
