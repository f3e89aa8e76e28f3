import { idempotencyKeyHeader } from '@cairn/contract/http/headers/idempotency-key'
import { recordsOfOrganizations } from '@cairn/domain/organizations/deletion/organization-records'
import { entityNames } from '@cairn/domain/storage/table/entities'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { afterAll, describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { newGoal, reportOf } from '../../../support/people/goals.ts'
import { invite, join, type Person } from '../../../support/people/invite.ts'
import { createSend } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'
import {
  assertionHeaders,
  type ProxiedUser,
  proxied,
  proxyEnvironment,
} from '../../../support/service/proxied.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable, problemsIn } from '../../../support/table/check-table.ts'
import { readTable } from '../../../support/table/read-table.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read, environment: proxyEnvironment }))
const { database } = service.table
const send = createSend(service)

afterAll(async () => {
  await expectSoundTable(database)
})

let teams = 0

function userOf(name: string): ProxiedUser {
  const id = `${name}${teams}`
  return { id: `proxy:${id}`, displayName: name, email: `${id}@example.com`.toLowerCase() }
}

const person = (name: string): Person => proxied(service, userOf(name), clock.read)

/** A request with headers of its own. */
async function requestAs(
  name: string,
  method: string,
  path: string,
  body: object,
  headers: Record<string, string>,
) {
  const { status, body: response } = await send(method, path, {
    body,
    headers: { ...assertionHeaders(userOf(name), method, path, clock.read()), ...headers },
  })
  return { status, body: response }
}

/** An organization of its own: Ada owns it, Bob is an admin, Cem is a member. */
async function startTeam() {
  teams++
  const [ada, bob, cem] = [person('Ada'), person('Bob'), person('Cem')]
  await cem.api.getOrganizationContext()
  const { activeOrganizationId: organizationId } = await ada.api.getOrganizationContext()
  await ada.api.updateOrganization({ body: { name: `Acme ${teams}` } })
  await join(ada, bob, 'admin')
  await join(ada, cem)
  return { ada, bob, cem, organizationId, name: `Acme ${teams}` }
}

const remove = ({ api }: Person, name: string) => api.deleteOrganization({ body: { name } })

/** Does what is due until nothing of a deletion is left. */
async function finish() {
  for (let pass = 0; pass < 4; pass++) {
    clock.advance({ milliseconds: 120_000 })
    await service.sweep()
  }
}

/** The records of the table in which an organization is named, by entity. */
async function recordsOf(organizationId: string) {
  const content = await readTable(database)
  const key = shortId(organizationId)
  return entityNames.filter((name) =>
    content[name].some((record) => {
      const text = JSON.stringify({ ...record, lostOrganizationId: '', activeOrganizationId: '' })
      return text.includes(organizationId) || text.includes(key)
    }),
  )
}

describe('deleting an organization', () => {
  it('204s for the owner with the exact name, and nobody has it any longer', async () => {
    const { ada, bob, cem, name } = await startTeam()
    await remove(ada, name)
    for (const { api } of [ada, bob, cem]) {
      const { organizations } = await api.getOrganizationContext()
      expect(organizations.map((organization) => organization.name)).not.toContain(name)
      expect(organizations).toHaveLength(1)
    }
    expect(await outcomeOf(remove(ada, name))).toBe('400 invalid_request')
  })

  it.each([
    ['another case', (name: string) => name.toUpperCase()],
    ['a space', (name: string) => `${name} `],
  ])('400s at the field for the name with %s', async (_, change) => {
    const { ada, name } = await startTeam()
    await expect(remove(ada, change(name))).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'name' }],
    })
    expect((await ada.api.listOrganizationMembers()).members).toHaveLength(3)
  })
})

describe('with the next request', () => {
  it('every credential and link has lost it', async () => {
    const { ada, bob, cem, organizationId, name } = await startTeam()
    await ada.api.createGoal({ body: newGoal })
    await ada.api.createGoal({ body: newGoal })
    const program = programWith(service, await createToken(bob))
    const { cursor } = await cem.api.listEvents({ query: { limit: 1 } })
    const { nextCursor } = await cem.api.listGoals({ query: { limit: 1 } })
    const eve = person('Eve')
    const { token } = await invite(bob, eve.email)
    await program.listGoals()

    await remove(ada, name)

    const bySession = [
      () => cem.api.listGoals({ query: { limit: 1, cursor: nextCursor ?? '' } }),
      () => cem.api.listEvents({ query: { after: cursor } }),
      () => bob.api.listOrganizationMembers(),
      () => ada.api.listAuditEntries(),
      () => bob.api.createGoal({ body: newGoal }),
      () => bob.api.createOrganizationInvitation({ body: { email: 'f@example.com', role: 'member' } }),
      () => bob.api.createWebhook({ body: { url: 'http://127.0.0.1:1024/' } }),
      () => bob.api.createApiToken({ body: { name: 'Late', scopes: ['goals:read'] } }),
      () => bob.api.switchOrganization({ body: { organizationId } }),
    ]
    for (const request of bySession) expect(await outcomeOf(request())).toBe('403 membership_not_found')
    const byToken = [
      () => program.listGoals(),
      () => program.listEvents({ query: { after: cursor } }),
      () => program.createGoal({ body: newGoal }),
    ]
    for (const request of byToken) expect(await outcomeOf(request())).toBe('403 permission_denied')
    for (const request of [
      () => eve.api.previewOrganizationInvitation({ body: { token } }),
      () => eve.api.acceptOrganizationInvitation({ body: { token } }),
    ]) {
      expect(await outcomeOf(request())).toBe('404 invitation_not_found')
    }
    await finish()
    expect(await outcomeOf(program.listGoals())).toBe('401 invalid_api_token')
  })

  it('its webhooks have no secret, in whatever state they were', async () => {
    const { ada, name, organizationId } = await startTeam()
    const create = async () => {
      const { webhook } = await ada.api.createWebhook({ body: { url: 'http://127.0.0.1:1024/' } })
      return { webhookId: webhook.id }
    }
    const [paused, rotated] = [await create(), await create()]
    await ada.api.updateWebhook({ params: paused, body: { state: 'paused' } })
    await ada.api.rotateWebhookSecret({ params: rotated })
    await remove(ada, name)
    const { webhook } = await readTable(database)
    const own = webhook.filter(({ organizationKey }) => organizationKey === shortId(organizationId))
    expect(own).toHaveLength(2)
    for (const one of own) {
      expect(one).toMatchObject({ state: 'deleted', secret: '' })
      expect(JSON.stringify(one)).not.toContain('whsec_')
    }
    await finish()
  })
})

describe('its data', () => {
  it('is removed without a trace, and nothing else is', async () => {
    const { ada, bob, cem, organizationId, name } = await startTeam()
    const other = await cem.api.createOrganization({ body: { name: 'Elsewhere' } })
    const { goal: kept } = await cem.api.createGoal({ body: newGoal })
    await cem.api.switchOrganization({ body: { organizationId } })
    const { label } = await ada.api.createGoalLabel({ body: { name: 'Forest' } })
    for (const owner of [ada, bob, cem]) {
      for (let number = 0; number < 4; number++) {
        const body = {
          ...newGoal,
          title: `Plant ${number} trees`,
          labelIds: [label.id],
          cadence: { everyDays: 1 },
        }
        const { goal } = await owner.api.createGoal({ body })
        await owner.api.createGoalUpdate({ params: { goalId: goal.id }, body: reportOf('Planted') })
      }
    }
    const program = programWith(service, await createToken(cem))
    await program.createGoal({ body: newGoal })
    const headers = { [idempotencyKeyHeader]: 'once' }
    expect(await requestAs('Cem', 'POST', '/v1/goals', newGoal, headers)).toMatchObject({ status: 201 })
    const keys = (await readTable(database)).creationKey.length
    await invite(ada, 'pending@example.com')
    await ada.api.createWebhook({ body: { url: 'http://127.0.0.1:1024/' } })
    await ada.api.listEvents()
    // Bob has left, with a token that is revoked.
    await createToken(bob)
    await bob.api.removeOrganizationMember({
      params: { userId: bob.userId },
      body: { reassignGoalsTo: ada.userId },
    })
    clock.advance({ milliseconds: 3 * 86_400_000 })
    await service.sweep()
    const had = await recordsOf(organizationId)
    const steps = Object.entries(recordsOfOrganizations).filter(([, step]) => !step.startsWith('of '))
    expect(had).toEqual(
      expect.arrayContaining([
        'goalPosting',
        'goalAlarm',
        'webhook',
        'apiToken',
        'auditEntry',
        'invitationAddress',
      ]),
    )
    expect(steps.map(([entity]) => entity)).toEqual(
      expect.arrayContaining(had.filter((entity) => entity !== 'user')),
    )

    await remove(ada, name)
    await expectSoundTable(database)
    const { organizationDeletion, ...rest } = await readTable(database)
    const left = problemsIn({ ...rest, organizationDeletion: [] })
    expect(left).toContain(`a goalRow in organization ${organizationId}, which does not exist`)
    expect(left).toContain(`a feedPage in organization ${organizationId}, which does not exist`)
    expect(organizationDeletion).toHaveLength(1)
    await finish()
    expect(await recordsOf(organizationId)).toEqual([])
    expect((await readTable(database)).creationKey).toHaveLength(keys - 1)
    await expectSoundTable(database)
    const { activeOrganizationId } = await cem.api.getOrganizationContext()
    await cem.api.switchOrganization({ body: { organizationId: other.activeOrganizationId } })
    expect((await cem.api.getGoal({ params: { goalId: kept.id } })).goal.id).toBe(kept.id)
    expect(activeOrganizationId).not.toBe(organizationId)
  })

  it('is removed also if somebody was invited twice', async () => {
    const { ada, bob, name, organizationId } = await startTeam()
    await bob.api.removeOrganizationMember({
      params: { userId: bob.userId },
      body: { reassignGoalsTo: null },
    })
    await join(ada, bob)
    await remove(ada, name)
    await finish()
    expect(await recordsOf(organizationId)).toEqual([])
  })
})

describe('what an organization has', () => {
  it('is decided for every entity', () => {
    expect(Object.keys(recordsOfOrganizations).toSorted()).toEqual(entityNames.toSorted())
  })
})
