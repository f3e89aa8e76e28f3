import { type Client, createClient } from '@cairn/contract/http/client'
import { organizationIdHeader } from '@cairn/contract/http/headers/organization-header'
import { expect } from 'vitest'
import type { Person, Subject } from '../support/provider-under-test.ts'
import { refusal, type Send } from '../support/send.ts'

/** A typed client that sends its requests with `send`. */
export function clientOf(send: Send): Client {
  return createClient({
    fetch: async (path, { method = 'GET', headers, body }) => {
      const response = await send(method, path, {
        headers: headers as Record<string, string>,
        ...(typeof body === 'string' && { rawBody: body }),
      })
      return new Response(response.text === '' ? null : response.text, { status: response.status })
    },
  })
}

const ann: Person = { key: 'ann', displayName: 'Ann', email: 'ann@example.com' }
const ben: Person = { key: 'ben', displayName: 'Ben', email: 'ben@example.com' }
const eve: Person = { key: 'eve', displayName: 'Eve', email: 'eve@example.com' }

const description = {
  detailedDescription: 'TestResponse within a day.',
  timeframe: { kind: 'continuous' as const },
}

const report = {
  status: 'active' as const,
  summary: 'Down to two days',
  details: 'Two people joined.',
  idempotencyKey: 'week-47',
}

/** A behavior that needs only requests as a person. */
type ProductBehavior = { title: string; holds(subject: Pick<Subject, 'as'>): Promise<void> }

export const productBehaviors: ProductBehavior[] = [
  {
    title: 'the product works: organizations, invitations to a verified address, roles, goals, reports',
    holds: async (subject) => {
      const api = {
        ann: clientOf(subject.as(ann)),
        ben: clientOf(subject.as(ben)),
        eve: clientOf(subject.as(eve)),
      }
      await api.ann.getAuthSession()
      const { user } = await api.ben.getAuthSession()

      const { activeOrganizationId: acme } = await api.ann.createOrganization({ body: { name: 'Acme' } })
      await api.ann.updateOrganization({ body: { name: 'Acme Inc' } })
      const { acceptUrl } = await api.ann.createOrganizationInvitation({
        body: { email: ben.email, role: 'member' },
      })
      const token = acceptUrl.split('/').at(-1) ?? ''
      await expect(api.eve.acceptOrganizationInvitation({ body: { token } })).rejects.toMatchObject({
        code: 'invitation_email_mismatch',
      })
      expect(await api.ben.acceptOrganizationInvitation({ body: { token } })).toMatchObject({
        organizationId: acme,
        role: 'member',
        activeOrganizationId: acme,
        organizations: [{ name: 'Ben' }, { id: acme, name: 'Acme Inc', role: 'member' }],
      })

      // The user id is part of a path here; providers choose its characters.
      const changed = await api.ann.updateOrganizationMemberRole({
        params: { userId: user.id },
        body: { role: 'admin' },
      })
      expect(changed.member).toEqual({ userId: user.id, displayName: 'Ben', email: ben.email, role: 'admin' })
      const { members } = await api.ben.listOrganizationMembers()
      expect(members.map(({ displayName, role }) => [displayName, role])).toEqual([
        ['Ann', 'owner'],
        ['Ben', 'admin'],
      ])

      const { label } = await api.ann.createGoalLabel({ body: { name: 'Support' } })
      const { goal } = await api.ben.createGoal({ body: { ...description, labelIds: [label.id] } })
      expect(goal).toMatchObject({
        organizationId: acme,
        ownerUserId: user.id,
        labels: [{ name: 'Support' }],
      })
      const params = { goalId: goal.id }
      const { update } = await api.ann.createGoalUpdate({ params, body: { ...report, expectedRevision: 1 } })
      expect(update).toMatchObject({
        revision: 2,
        actor: { kind: 'user' },
        authentication: { kind: 'session' },
      })
      const { goals } = await api.ben.listGoals({
        query: { ownerUserId: user.id, labelId: label.id, limit: 5 },
      })
      expect(goals.map(({ id, revision }) => [id, revision])).toEqual([[goal.id, 2]])

      await api.ben.switchOrganization({ body: { organizationId: (await ownOrganization(api.ben)) ?? '' } })
      await expect(api.ben.getGoal({ params })).rejects.toMatchObject({ code: 'goal_not_found' })
    },
  },
  {
    title: 'a person whose first request accepts an invitation gets no organization of their own',
    holds: async (subject) => {
      const host = clientOf(subject.as({ key: 'jan', displayName: 'Jan', email: 'jan@example.com' }))
      const guest = { key: 'kai', displayName: 'Kai', email: 'kai@example.com' }
      const { activeOrganizationId } = await host.getAuthSession()
      const { acceptUrl } = await host.createOrganizationInvitation({
        body: { email: guest.email, role: 'member' },
      })
      const api = clientOf(subject.as(guest))
      const context = {
        activeOrganizationId,
        organizations: [{ id: activeOrganizationId, name: 'Jan', role: 'member' }],
      }
      const token = acceptUrl.split('/').at(-1) ?? ''
      expect(await api.acceptOrganizationInvitation({ body: { token } })).toMatchObject(context)
      expect(await api.getAuthSession()).toMatchObject(context)
    },
  },
  {
    title: 'a request acts in the organization that its header names; two names 400',
    holds: async (subject) => {
      const send = subject.as({ key: 'ivy', displayName: 'Ivy', email: 'ivy@example.com' })
      const api = clientOf(send)
      const { activeOrganizationId: first } = await api.getAuthSession()
      const { activeOrganizationId: second } = await api.createOrganization({ body: { name: 'Second' } })
      for (const organizationId of [first, second]) {
        const headers = { [organizationIdHeader]: organizationId }
        const published = await send('POST', '/v1/goals', { headers, body: description })
        expect(published).toMatchObject({ status: 201, body: { goal: { organizationId } } })
        const session = await send('GET', '/v1/auth/session', { headers })
        expect(session.body).toMatchObject({ activeOrganizationId: organizationId })
      }
      const both = { [organizationIdHeader]: [first, second] }
      expect(await send('GET', '/v1/goals', { headers: both })).toMatchObject(refusal('invalid_request'))
      expect(await api.getAuthSession()).toMatchObject({ activeOrganizationId: second })
    },
  },
  {
    title: 'an API token reports in its own name without an Origin, and is not a session',
    holds: async (subject) => {
      const send = subject.as({ key: 'hal', displayName: 'Hal', email: 'hal@example.com' })
      const api = clientOf(send)
      const { goal } = await api.createGoal({ body: description })
      const { secret, token } = await api.createApiToken({
        body: { name: 'Robot', scopes: ['goals:read', 'goals:write'] },
      })
      /** Keeps the session's headers if they do not include Authorization. */
      const asToken: Send = (method, path, exchange = {}) =>
        send(method, path, {
          ...exchange,
          headers: { ...exchange.headers, authorization: `Bearer ${secret}`, origin: undefined },
        })
      const { update } = await clientOf(asToken).createGoalUpdate({
        params: { goalId: goal.id },
        body: { ...report, expectedRevision: 1 },
      })
      expect(update.authentication).toEqual({ kind: 'api_token', subjectId: token.id })
      expect(await asToken('GET', '/v1/auth/session')).toMatchObject(refusal('unauthorized'))

      await api.revokeApiToken({ params: { tokenId: token.id } })
      expect(await asToken('GET', '/v1/goals')).toMatchObject(refusal('invalid_api_token'))
      expect(await send('GET', '/v1/goals')).toMatchObject({ status: 200 })
    },
  },
]

/** The id of the organization that the user owns. */
async function ownOrganization(api: Client): Promise<string | undefined> {
  const { organizations } = await api.getOrganizationContext()
  return organizations.find(({ role }) => role === 'owner')?.id
}
