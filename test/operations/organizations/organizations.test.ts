import type { ErrorCode } from '@cairn/contract/errors'
import { afterAll, describe, expect, it } from 'vitest'
import { createGoal } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import { createSend, refusal } from '../../support/requests/exchange.ts'
import { answerTo } from '../../support/requests/outcomes.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const bob = await signIn(service, { email: 'bob@example.com', displayName: 'Bob' })
const cem = await signIn(service, { email: 'cem@example.com', displayName: 'Cem' })
const send = createSend(service, ada)
/** Where Ada is the owner, Bob an admin and Cem a member. */
const acme = (await ada.api.createOrganization({ body: { name: 'Acme' } })).activeOrganizationId
await join(ada, bob, 'admin')
await join(ada, cem)

afterAll(async () => {
  await expectSoundTable(service.table.database)
})

const outcome = async (request: Promise<unknown>) => (await answerTo(request)).outcome
const switchTo = ({ api }: Browser, organizationId: string) =>
  api.switchOrganization({ body: { organizationId } })

describe('creating an organization', () => {
  it('201s with the caller as its owner, active, last in the order of joining', async () => {
    const before = await cem.api.getOrganizationContext()
    const answer = await createSend(service, cem)('POST', '/v1/organizations', {
      body: { name: '  Orchard ' },
    })
    const { activeOrganizationId } = answer.body as { activeOrganizationId: string }
    expect(answer).toMatchObject({
      status: 201,
      body: {
        activeOrganizationId,
        organizations: [
          ...before.organizations,
          { id: activeOrganizationId, name: 'Orchard', role: 'owner' },
        ],
      },
    })
    expect(before.organizations.map(({ id }) => id)).not.toContain(activeOrganizationId)
    expect(await cem.api.getOrganizationContext()).toEqual(answer.body)
    const { user: _, ...session } = await cem.api.getAuthSession()
    expect(session).toEqual(answer.body)
    await switchTo(cem, acme)
  })

  it('201s a name that another organization has, also twice at once', async () => {
    const contexts = await Promise.all(
      [1, 2, 3].map(() => cem.api.createOrganization({ body: { name: 'Acme' } })),
    )
    const made = contexts.map(({ activeOrganizationId }) => activeOrganizationId)
    expect(new Set(made).size).toBe(3)
    const { activeOrganizationId, organizations } = await cem.api.getOrganizationContext()
    expect(made).toContain(activeOrganizationId)
    expect(organizations.map(({ id }) => id)).toEqual(expect.arrayContaining(made))
    await switchTo(cem, acme)
  })

  it.each([1, 100])('201s a name of %d characters, whatever they are', async (length) => {
    const name = '\u{1F333}'.repeat(length)
    const { organizations } = await cem.api.createOrganization({ body: { name } })
    expect(organizations.at(-1)?.name).toBe(name)
    await switchTo(cem, acme)
  })

  it.each(['', '   ', '\u{1F333}'.repeat(101), 7, null, ['Acme']])('400s the name %.20j', async (name) => {
    for (const [method, path] of [
      ['POST', '/v1/organizations'],
      ['PATCH', '/v1/organizations/current'],
    ] as const) {
      expect(await send(method, path, { body: { name } })).toMatchObject(refusal('invalid_request', 'name'))
    }
  })
})

describe('switching', () => {
  it('200s to every membership, and the context follows', async () => {
    const { organizations } = await cem.api.getOrganizationContext()
    expect(organizations.length).toBeGreaterThan(3)
    for (const { id } of organizations) {
      const switched = await switchTo(cem, id)
      expect(switched).toEqual({ activeOrganizationId: id, organizations })
      expect(await cem.api.getOrganizationContext()).toEqual(switched)
    }
    expect((await switchTo(cem, acme.toUpperCase())).activeOrganizationId).toBe(acme)
  })

  it('403s an organization of others and one that does not exist, and keeps the selection', async () => {
    const before = await ada.api.getOrganizationContext()
    const foreign = (await bob.api.getOrganizationContext()).organizations[0]?.id ?? ''
    for (const organizationId of [foreign, '00000000-0000-4000-8000-000000000000']) {
      const answer = await send('POST', '/v1/organizations/switch', { body: { organizationId } })
      expect(answer).toMatchObject(refusal('membership_not_found'))
      expect(await ada.api.getOrganizationContext()).toEqual(before)
    }
  })

  it.each(['', 'acme', 7, null, '00000000-0000-4000-8000-00000000000'])(
    '400s the identifier %j and keeps the selection',
    async (organizationId) => {
      const answer = await send('POST', '/v1/organizations/switch', { body: { organizationId } })
      expect(answer).toMatchObject(refusal('invalid_request', 'organizationId'))
      expect((await ada.api.getOrganizationContext()).activeOrganizationId).toBe(acme)
    },
  )

  it('is of the user, not of the session, and of nobody else', async () => {
    const home = (await bob.api.getOrganizationContext()).organizations[0]?.id ?? ''
    await switchTo(bob, home)
    expect((await ada.api.getOrganizationContext()).activeOrganizationId).toBe(acme)
    expect((await cem.api.getOrganizationContext()).activeOrganizationId).toBe(acme)
    await switchTo(bob, acme)
  })

  it('scopes goals, labels, members, invitations and tokens to the active organization', async () => {
    const { id: goalId } = await createGoal(bob)
    await bob.api.createGoalLabel({ body: { name: 'Forest' } })
    await bob.api.createOrganizationInvitation({ body: { email: 'eve@example.com', role: 'member' } })
    await bob.api.createApiToken({ body: { name: 'Helpdesk', scopes: ['goals:read'] } })
    const counts = async () => [
      (await bob.api.listGoals()).goals.length,
      (await bob.api.listGoalLabels()).labels.length,
      (await bob.api.listOrganizationMembers()).members.length,
      (await bob.api.listOrganizationInvitations()).invitations.length,
      (await bob.api.listApiTokens()).tokens.length,
    ]
    expect(await counts()).toEqual([1, 1, 3, 1, 1])
    const home = (await bob.api.getOrganizationContext()).organizations[0]?.id ?? ''
    await switchTo(bob, home)
    expect(await counts()).toEqual([0, 0, 1, 0, 0])
    expect(await outcome(bob.api.getGoal({ params: { goalId } }))).toBe('404 goal_not_found')
    await switchTo(bob, acme)
    expect(await counts()).toEqual([1, 1, 3, 1, 1])
  })
})

describe('renaming', () => {
  it.each([
    ['the owner', () => ada],
    ['an admin', () => bob],
  ])('200s for %s, and every member sees the name at once', async (who, person) => {
    const name = `Acme of ${who}`
    const { activeOrganizationId, organizations } = await person().api.updateOrganization({ body: { name } })
    expect(activeOrganizationId).toBe(acme)
    expect(organizations.find(({ id }) => id === acme)).toMatchObject({ name })
    expect(await person().api.getOrganizationContext()).toEqual({ activeOrganizationId, organizations })
    for (const { api } of [ada, bob, cem]) {
      const context = await api.getOrganizationContext()
      expect(context.organizations.filter((organization) => organization.name === name)).toMatchObject([
        { id: acme },
      ])
    }
  })

  it('200s the name that it has', async () => {
    const before = await ada.api.getOrganizationContext()
    const name = before.organizations.find(({ id }) => id === acme)?.name ?? ''
    expect(await ada.api.updateOrganization({ body: { name } })).toEqual(before)
  })

  it('403s for a member, who changes nothing', async () => {
    const before = await ada.api.getOrganizationContext()
    const refused: ErrorCode = 'organization_admin_required'
    expect(await outcome(cem.api.updateOrganization({ body: { name: 'Cem' } }))).toBe(`403 ${refused}`)
    expect(await ada.api.getOrganizationContext()).toEqual(before)
  })
})
