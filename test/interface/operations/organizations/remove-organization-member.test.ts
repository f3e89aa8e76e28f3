import { readRemovals } from '@cairn/domain/organizations/removal/removal-record'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { afterAll, describe, expect, it } from 'vitest'
import { bearer, createToken, programWith } from '../../../support/people/api-tokens.ts'
import { newGoal, reportOf } from '../../../support/people/goals.ts'
import { invite, join, type Person, roleIn } from '../../../support/people/invite.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'
import { proxied, proxyEnvironment } from '../../../support/service/proxied.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read, environment: proxyEnvironment }))
const { database } = service.table

afterAll(async () => {
  await expectSoundTable(database)
})

let teams = 0

function person(name: string): Person {
  const id = `${name}${teams}`
  const user = { id: `proxy:${id}`, displayName: name, email: `${id}@example.com`.toLowerCase() }
  return proxied(service, user, clock.read)
}

/** An organization of its own: Ada owns it, Bob is an admin, Cem and Dora are members. */
async function startTeam() {
  teams++
  const [ada, bob, cem, dora] = [person('Ada'), person('Bob'), person('Cem'), person('Dora')]
  const { activeOrganizationId: organizationId } = await ada.api.getOrganizationContext()
  await join(ada, bob, 'admin')
  await join(ada, cem)
  await join(ada, dora)
  return { ada, bob, cem, dora, organizationId }
}

const remove = (by: Person, { userId }: Pick<Person, 'userId'>, to: Pick<Person, 'userId'> | null = null) =>
  by.api.removeOrganizationMember({ params: { userId }, body: { reassignGoalsTo: to?.userId ?? null } })
const membersOf = async ({ api }: Person) =>
  (await api.listOrganizationMembers()).members.map(({ displayName }) => displayName)
const publish = async ({ api }: Person, title: string) =>
  (await api.createGoal({ body: { ...newGoal, title } })).goal.id
const ownerOf = async ({ api }: Person, goalId: string) =>
  (await api.getGoal({ params: { goalId } })).goal.ownerUserId

/** Does what is due until nothing of a removal is left. */
async function finish() {
  await service.sweep()
  clock.advance({ milliseconds: 180_000 })
  await service.sweep()
}

/** Returns the removals left in the organization. */
const removals = (organizationId: string) =>
  readRemovals(database, { organizationKey: shortId(organizationId) })

describe('removing a member', () => {
  it('204s for owner and admin, and the list and the organizations of the member follow', async () => {
    const { ada, bob, cem, dora, organizationId } = await startTeam()
    await remove(ada, cem)
    await remove(bob, dora)
    expect(await membersOf(ada)).toEqual(['Ada', 'Bob'])
    for (const gone of [cem, dora]) {
      expect(await roleIn(gone, organizationId)).toBeUndefined()
      expect((await gone.api.getOrganizationContext()).organizations).toHaveLength(1)
    }
  })

  it('204s an admin who removes another admin', async () => {
    const { ada, bob, cem } = await startTeam()
    await ada.api.updateOrganizationMemberRole({ params: { userId: cem.userId }, body: { role: 'admin' } })
    await remove(cem, bob)
    expect(await membersOf(ada)).toEqual(['Ada', 'Cem', 'Dora'])
  })

  it('404s a second time, and whoever was never a member', async () => {
    const { ada, cem } = await startTeam()
    await remove(ada, cem)
    for (const userId of [cem.userId, 'proxy:nobody', 'x'.repeat(201)]) {
      expect(await outcomeOf(remove(ada, { userId }))).toBe('404 organization_member_not_found')
    }
  })

  it('409s the owner, by anybody, until the organization is handed over', async () => {
    const { ada, bob } = await startTeam()
    for (const by of [ada, bob]) expect(await outcomeOf(remove(by, ada))).toBe('409 sole_owner')
    await ada.api.changeOrganizationOwner({ body: { userId: bob.userId } })
    await remove(ada, ada, bob)
    expect(await membersOf(bob)).toEqual(['Bob', 'Cem', 'Dora'])
  })

  it('400s a new owner of the goals who is no other member, and changes nothing', async () => {
    const { ada, cem } = await startTeam()
    for (const to of [cem, { userId: 'proxy:nobody' }]) {
      expect(await outcomeOf(remove(ada, cem, to))).toBe('400 invalid_goal_owner')
    }
    expect(await membersOf(ada)).toContain('Cem')
  })

  it('400s without saying who gets the goals', async () => {
    const { ada, cem } = await startTeam()
    const body = {} as { reassignGoalsTo: null }
    const request = ada.api.removeOrganizationMember({ params: { userId: cem.userId }, body })
    expect(await outcomeOf(request)).toBe('400 invalid_request')
  })

  it('records who removed whom, and who left', async () => {
    const { ada, cem, dora } = await startTeam()
    await remove(ada, cem)
    await remove(dora, dora)
    const { events } = await ada.api.listEvents()
    expect(events.slice(-2)).toMatchObject([
      { type: 'member.removed', authorityUserId: ada.userId, data: { userId: cem.userId, role: 'member' } },
      { type: 'member.left', authorityUserId: dora.userId, data: { userId: dora.userId, role: 'member' } },
    ])
  })
})

describe('leaving', () => {
  it('204s for anybody but the owner, who chooses who gets the goals', async () => {
    const { ada, bob, cem, dora } = await startTeam()
    const goalId = await publish(cem, 'Mine')
    await remove(cem, cem, dora)
    await remove(bob, bob)
    await finish()
    expect(await membersOf(ada)).toEqual(['Ada', 'Dora'])
    expect(await ownerOf(ada, goalId)).toBe(dora.userId)
  })

  it('keeps the active organization until the next request for the session', async () => {
    const { cem } = await startTeam()
    await cem.api.getOrganizationContext()
    await remove(cem, cem)
    expect(await outcomeOf(cem.api.createGoal({ body: newGoal }))).toBe('403 membership_not_found')
    const { activeOrganizationId, organizations } = await cem.api.getAuthSession()
    expect(organizations.map(({ id }) => id)).toEqual([activeOrganizationId])
    expect((await cem.api.createGoal({ body: newGoal })).goal.organizationId).toBe(activeOrganizationId)
  })
})

describe('what a removed member loses', () => {
  it('is everything in the organization, with the next request', async () => {
    const { ada, bob, organizationId } = await startTeam()
    await publish(ada, 'First')
    await publish(ada, 'Second')
    const program = programWith(service, await createToken(bob))
    const { cursor } = await bob.api.listEvents({ query: { limit: 1 } })
    const { nextCursor } = await bob.api.listGoals({ query: { limit: 1 } })
    const { invitation, acceptUrl } = await bob.api.createOrganizationInvitation({
      body: { email: 'eve@example.com', role: 'member' },
    })
    await program.listGoals()

    await remove(ada, bob)

    const bySession = [
      () => bob.api.listGoals({ query: { limit: 1, cursor: nextCursor ?? '' } }),
      () => bob.api.listEvents({ query: { after: cursor } }),
      () => bob.api.listOrganizationMembers(),
      () => bob.api.createOrganizationInvitation({ body: { email: 'f@example.com', role: 'member' } }),
      () => bob.api.createApiToken({ body: { name: 'Late', scopes: ['goals:read'] } }),
      () => bob.api.switchOrganization({ body: { organizationId } }),
    ]
    for (const request of bySession) expect(await outcomeOf(request())).toBe('403 membership_not_found')
    const byToken = [
      () => program.listGoals({ query: { cursor: nextCursor ?? '' } }),
      () => program.listEvents({ query: { after: cursor } }),
      () => program.createGoal({ body: newGoal }),
    ]
    for (const request of byToken) expect(await outcomeOf(request())).toBe('403 permission_denied')
    // The invitations of somebody who is no administrator are void.
    const eve = proxied(
      service,
      { id: `proxy:eve${teams}`, displayName: 'Eve', email: 'eve@example.com' },
      clock.read,
    )
    const token = acceptUrl.split('/').at(-1) ?? ''
    expect(await outcomeOf(eve.api.acceptOrganizationInvitation({ body: { token } }))).toBe(
      '404 invitation_not_found',
    )
    const { invitations } = await ada.api.listOrganizationInvitations()
    expect(invitations.map(({ id }) => id)).not.toContain(invitation.id)
  })

  it('includes webhooks, which are paused until an administrator resumes them', async () => {
    const { ada, bob } = await startTeam()
    const url = 'http://127.0.0.1:1024/'
    const { webhook: bobs } = await bob.api.createWebhook({ body: { url } })
    const { webhook: adas } = await ada.api.createWebhook({ body: { url } })
    await remove(ada, bob)
    const { webhooks } = await ada.api.listWebhooks()
    expect(new Map(webhooks.map(({ id, state, pausedReason }) => [id, [state, pausedReason]]))).toEqual(
      new Map([
        [bobs.id, ['paused', 'creator_left']],
        [adas.id, ['active', null]],
      ]),
    )
    const { entries } = await ada.api.listAuditEntries({ query: { kind: 'webhook' } })
    const paused = entries.filter(({ action }) => action === 'webhook.updated')
    expect(paused).toMatchObject([
      {
        actor: { userId: ada.userId },
        target: { id: bobs.id, name: '127.0.0.1:1024' },
        changes: [{ field: 'state', from: 'active', to: 'paused' }],
      },
    ])
    await ada.api.updateWebhook({ params: { webhookId: bobs.id }, body: { state: 'active' } })
    await finish()
    const { webhook } = await ada.api.getWebhook({ params: { webhookId: bobs.id } })
    expect(webhook).toMatchObject({ pausedReason: null, createdByUserId: bob.userId })
    expect(webhook.state).not.toBe('paused')
  })

  it('does not come back with a new invitation: old API tokens stay invalid, and new ones work', async () => {
    const { ada, cem } = await startTeam()
    const old = programWith(service, await createToken(cem))
    await remove(ada, cem)
    await join(ada, cem)
    const fresh = await createToken(cem)
    const outcomes = async () => [
      await outcomeOf(old.listGoals()),
      await outcomeOf(programWith(service, fresh).listGoals()),
    ]
    expect(await outcomes()).toEqual(['403 permission_denied', 'ok'])
    await finish()
    expect(await outcomes()).toEqual(['401 invalid_api_token', 'ok'])
    expect((await cem.api.listApiTokens()).tokens.map(({ id }) => id)).toEqual([fresh.id])
  })

  it('leaves other organizations of the member alone', async () => {
    const { ada, cem } = await startTeam()
    const own = await cem.api.createOrganization({ body: { name: 'Elsewhere' } })
    const goalId = await publish(cem, 'Elsewhere')
    const program = programWith(service, await createToken(cem))
    const { webhook } = await cem.api.createWebhook({ body: { url: 'http://127.0.0.1:1024/' } })
    await remove(ada, cem, ada)
    await finish()
    expect((await cem.api.getAuthSession()).activeOrganizationId).toBe(own.activeOrganizationId)
    expect((await program.getGoal({ params: { goalId } })).goal.ownerUserId).toBe(cem.userId)
    expect((await cem.api.getWebhook({ params: { webhookId: webhook.id } })).webhook.pausedReason).toBeNull()
  })
})

describe('the goals of a removed member', () => {
  it('go to another member, whatever their status, with an edit in the name of who removed', async () => {
    const { ada, bob, cem, dora, organizationId } = await startTeam()
    const statuses = ['active', 'paused', 'completed', 'archived'] as const
    const goals = await Promise.all(
      statuses.map(async (status) => {
        const goalId = await publish(cem, status)
        await cem.api.createGoalUpdate({ params: { goalId }, body: reportOf('Report', { status }) })
        return goalId
      }),
    )
    const doras = await publish(dora, "Dora's")
    await remove(bob, cem, ada)
    expect(await ownerOf(ada, goals[0] ?? '')).toBe(cem.userId)
    await finish()
    for (const goalId of goals) {
      const { goal } = await ada.api.getGoal({ params: { goalId } })
      expect(goal).toMatchObject({ ownerUserId: ada.userId, revision: 2, updatedByUserId: bob.userId })
      const { edits } = await ada.api.listGoalEdits({ params: { goalId } })
      expect(edits).toMatchObject([
        {
          authorityUserId: bob.userId,
          actor: { kind: 'user', id: bob.userId },
          authentication: { kind: 'session', subjectId: bob.userId },
          fields: { ownerUserId: { from: cem.userId, to: ada.userId } },
          hash: goal.historyHash,
        },
      ])
    }
    expect(await ownerOf(ada, doras)).toBe(dora.userId)
    expect((await ada.api.listGoals({ query: { ownerUserId: cem.userId } })).goals).toEqual([])
    expect(await removals(organizationId)).toEqual([])
  })

  it('have no owner if nobody gets them', async () => {
    const { ada, cem } = await startTeam()
    const goalId = await publish(cem, 'Orphan')
    await remove(ada, cem)
    await finish()
    expect(await ownerOf(ada, goalId)).toBeNull()
    expect((await ada.api.listGoals({ query: { ownerUserId: 'none' } })).goals).toHaveLength(1)
  })

  it('go to whoever gets those of their receiver, if that one is removed before', async () => {
    const { ada, bob, cem, dora, organizationId } = await startTeam()
    const goalId = await publish(cem, 'Twice')
    await remove(ada, cem, dora)
    clock.advance({ milliseconds: 1_000 })
    await remove(ada, dora, bob)
    await finish()
    expect(await ownerOf(ada, goalId)).toBe(bob.userId)
    await finish()
    expect(await removals(organizationId)).toEqual([])
  })

  it('stay with a member who returns before they are given away', async () => {
    const { ada, cem, organizationId } = await startTeam()
    const goalId = await publish(cem, 'Kept')
    await remove(ada, cem, ada)
    await join(ada, cem)
    await finish()
    expect(await ownerOf(ada, goalId)).toBe(cem.userId)
    expect(await removals(organizationId)).toEqual([])
  })

  it('go to whom the last removal names if the member returns and is removed again', async () => {
    const { ada, bob, cem, organizationId } = await startTeam()
    const goalId = await publish(cem, 'Again')
    await remove(ada, cem, ada)
    await join(ada, cem)
    const later = await publish(cem, 'Later')
    clock.advance({ milliseconds: 1_000 })
    await remove(ada, cem, bob)
    await finish()
    for (const id of [goalId, later]) expect(await ownerOf(ada, id)).toBe(bob.userId)
    expect(await removals(organizationId)).toEqual([])
  })
})

describe('a removal that is not finished', () => {
  it('is not deleted within a minute, because a running request may still assign a goal', async () => {
    const { ada, cem, organizationId } = await startTeam()
    await remove(ada, cem)
    await service.sweep()
    expect(await removals(organizationId)).toHaveLength(1)
    clock.advance({ milliseconds: 59_000 })
    await service.sweep()
    expect(await removals(organizationId)).toHaveLength(1)
    clock.advance({ milliseconds: 1_000 })
    await service.sweep()
    expect(await removals(organizationId)).toEqual([])
  })
})

describe('the request', () => {
  it('401s with an API token', async () => {
    const { ada, cem } = await startTeam()
    const { secret } = await createToken(ada)
    const response = await fetch(`${service.origin}/v1/organizations/current/members/${cem.userId}`, {
      method: 'DELETE',
      headers: { ...bearer(secret), 'content-type': 'application/json' },
      body: JSON.stringify({ reassignGoalsTo: null }),
    })
    expect(response.status).toBe(401)
    expect(await invite(ada, 'still@example.com')).toBeDefined()
  })
})
