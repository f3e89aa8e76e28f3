import { afterAll, describe, expect, it } from 'vitest'
import { createToken, programWith, removeMember } from '../../../../support/people/api-tokens.ts'
import { createGoal } from '../../../../support/people/goals.ts'
import { createWorld } from '../../../../support/people/world.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../../support/table/check-table.ts'
import { complete, confirm, goalWithCriteria, idsOf, judge, readGoal } from './support.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))
const { owner, member, stranger } = await createWorld(service)

afterAll(async () => {
  await expectSoundTable(service.table.database)
})

const refused = { code: 'invalid_goal_reviewer' }
const edit = (by: typeof owner, goalId: string, body: Parameters<typeof by.api.updateGoal>[0]['body']) =>
  by.api.updateGoal({ params: { goalId }, body })

describe('a reviewer', () => {
  it('is a member other than the owner, also if the owner changes', async () => {
    for (const reviewerUserId of [owner.userId, stranger.userId, 'email:nobody']) {
      await expect(createGoal(owner, { reviewerUserId })).rejects.toMatchObject(refused)
    }
    const goal = await createGoal(owner, { reviewerUserId: member.userId })
    expect(goal.reviewerUserId).toBe(member.userId)
    for (const reviewerUserId of [owner.userId, stranger.userId]) {
      await expect(edit(owner, goal.id, { reviewerUserId })).rejects.toMatchObject(refused)
    }
    await expect(edit(owner, goal.id, { ownerUserId: member.userId })).rejects.toMatchObject(refused)
    const { goal: swapped } = await edit(owner, goal.id, {
      ownerUserId: member.userId,
      reviewerUserId: owner.userId,
    })
    expect([swapped.ownerUserId, swapped.reviewerUserId]).toEqual([member.userId, owner.userId])
    const { goal: unowned } = await edit(owner, goal.id, { ownerUserId: null })
    expect(unowned.reviewerUserId).toBe(owner.userId)
  })

  it('becomes the owner of goals that a removed member leaves, and is their reviewer no longer', async () => {
    const people = await createWorld(await startedService())
    const goal = await goalWithCriteria(people.member, 1, {
      reviewerUserId: people.colleague.userId,
      verification: 'other_person',
    })
    await judge(people.member, goal, ['met'])
    await people.owner.api.removeOrganizationMember({
      params: { userId: people.member.userId },
      body: { reassignGoalsTo: people.colleague.userId },
    })
    await people.service.sweep()
    expect((await readGoal(people.owner, goal.id)).ownerUserId).toBe(people.colleague.userId)
    const given = await readGoal(people.owner, goal.id)
    expect([given.reviewerUserId, given.verification]).toEqual([null, 'other_person'])
    await confirm(people.colleague, goal.id, 2, idsOf(goal))
    await complete(people.colleague, goal)
  })

  it('may leave: then administrators confirm or replace them', async () => {
    const people = await createWorld(await startedService())
    const goal = await goalWithCriteria(people.member, 1, {
      reviewerUserId: people.colleague.userId,
      verification: 'other_person',
    })
    await judge(people.member, goal, ['met'])
    await removeMember(people.service, people.colleague.userId, people.owner.organizationId)
    expect((await readGoal(people.owner, goal.id)).reviewerUserId).toBe(people.colleague.userId)
    // An edit of something else leaves them, and the owner cannot name a friend.
    await edit(people.member, goal.id, { title: 'Another title' })
    await expect(edit(people.member, goal.id, { reviewerUserId: null })).rejects.toMatchObject({
      code: 'permission_denied',
    })
    expect((await people.admin.api.getBrief()).toReview).toHaveLength(1)
    await confirm(people.admin, goal.id, 2, idsOf(goal))
    await complete(people.member, goal)
    const { goal: replaced } = await edit(people.admin, goal.id, { reviewerUserId: people.admin.userId })
    expect(replaced.reviewerUserId).toBe(people.admin.userId)
  })
})

describe('the default of an organization', () => {
  it('is the verification of new goals that name none, and an entry of the audit log', async () => {
    const people = await createWorld(await startedService())
    const standard = async () =>
      (await people.member.api.getOrganizationContext()).organizations.find(
        ({ id }) => id === people.owner.organizationId,
      )?.defaultVerification
    expect(await standard()).toBeUndefined()
    const before = await createGoal(people.member)
    await expect(
      people.member.api.updateOrganization({ body: { defaultVerification: 'other_person' } }),
    ).rejects.toMatchObject({ code: 'organization_admin_required' })
    await people.admin.api.updateOrganization({ body: { defaultVerification: 'other_person' } })
    expect(await standard()).toBe('other_person')
    expect((await createGoal(people.member)).verification).toBe('other_person')
    expect((await createGoal(people.member, { verification: 'none' })).verification).toBe('none')
    expect((await readGoal(people.member, before.id)).verification).toBe('none')
    const renamed = await people.owner.api.updateOrganization({ body: { name: 'Renamed' } })
    expect(renamed.organizations).toContainEqual(
      expect.objectContaining({ name: 'Renamed', defaultVerification: 'other_person' }),
    )
    const { entries } = await people.owner.api.listAuditEntries({ query: { limit: 2 } })
    expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
      ['organization.updated', [expect.objectContaining({ field: 'name', to: 'Renamed' })]],
      ['organization.updated', [{ field: 'defaultVerification', from: 'none', to: 'other_person' }]],
    ])
  })

  it('is not weakened by programs', async () => {
    const people = await createWorld(await startedService())
    await people.owner.api.updateOrganization({ body: { defaultVerification: 'other_person' } })
    const token = await createToken(people.owner)
    const program = { ...people.owner, api: programWith(people.service, token) }
    expect((await createGoal(program)).verification).toBe('other_person')
    await expect(createGoal(program, { verification: 'none' })).rejects.toMatchObject({
      code: 'permission_denied',
    })
    await people.owner.api.updateOrganization({ body: { defaultVerification: 'none' } })
    expect((await createGoal(program, { verification: 'none' })).verification).toBe('none')
  })
})

async function startedService() {
  return stopAfterFile(await startTestService())
}
