import type { AuditEntry } from '@cairn/contract/schemas/audit'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { transact } from '@cairn/domain/storage/database/transaction'
import { userEntity } from '@cairn/domain/storage/table/entities/people/user'
import { describe, expect, it } from 'vitest'
import { removeMember } from '../../../support/people/api-tokens.ts'
import { invite, join, resend } from '../../../support/people/invite.ts'
import { sessionIdOf } from '../../../support/people/sessions.ts'
import { type Browser, signInAgain } from '../../../support/people/sign-in.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { refusal } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { collect } from '../../../support/requests/walk.ts'
import { createClock } from '../../../support/service/clock.ts'

const clock = createClock()
const { service, ada, send, signInAs } = await startWithAda({ clock: clock.read })
const [bob, cem, eve] = [await signInAs('Bob'), await signInAs('Cem'), await signInAs('Eve')]

type Query = NonNullable<Parameters<typeof ada.api.listAuditEntries>[0]>['query']
const list = (query: Query = {}, by = ada) => by.api.listAuditEntries({ query })
const actionsOf = ({ entries }: { entries: readonly AuditEntry[] }) => entries.map(({ action }) => action)
const idsOf = ({ entries }: { entries: readonly AuditEntry[] }) => entries.map(({ id }) => id)
const browserOf = (browser: Browser) => ({
  kind: 'session',
  sessionId: sessionIdOf(browser),
  userAgent: 'node',
})
const personOf = ({ userId }: Browser, displayName: string | null) => ({ userId, displayName })

/** Entries of one millisecond are in no order. */
const tick = () => clock.advance({ milliseconds: 1 })

/** Does something a millisecond later than what was done before, and returns its entries, the newest first. */
async function entriesOf(act: () => Promise<unknown>): Promise<AuditEntry[]> {
  tick()
  const from = clock.timestamp
  await act()
  return (await list({ from })).entries
}

const organizationId = await join(ada, bob, 'admin')
await join(ada, cem, 'member')

describe('an entry', () => {
  it('tells who did what to whom, when, and from which credential', async () => {
    const params = { userId: cem.userId }
    const entries = await entriesOf(() =>
      bob.api.updateOrganizationMemberRole({ params, body: { role: 'admin' } }),
    )
    expect(entries).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        createdAt: clock.timestamp,
        kind: 'member',
        action: 'member.role_changed',
        actor: personOf(bob, 'Bob'),
        credential: browserOf(bob),
        target: { kind: 'member', id: cem.userId, name: null, person: personOf(cem, 'Cem') },
        changes: [{ field: 'role', from: 'member', to: 'admin' }],
      },
    ])
    await ada.api.updateOrganizationMemberRole({ params, body: { role: 'member' } })
  })

  it('is not there if nothing has changed', async () => {
    const params = { userId: cem.userId }
    const { organizations } = await ada.api.getOrganizationContext()
    const { name = '' } = organizations.find(({ id }) => id === organizationId) ?? {}
    const entries = await entriesOf(async () => {
      await ada.api.updateOrganizationMemberRole({ params, body: { role: 'member' } })
      await ada.api.updateOrganization({ body: { name } })
      expect(await outcomeOf(cem.api.updateOrganization({ body: { name: 'Mine' } }))).toBe(
        '403 organization_admin_required',
      )
    })
    expect(entries).toEqual([])
  })

  it('tells the names before and after', async () => {
    await ada.api.updateOrganization({ body: { name: 'Before' } })
    const [entry] = await entriesOf(() => ada.api.updateOrganization({ body: { name: 'After' } }))
    expect(entry).toMatchObject({
      action: 'organization.updated',
      target: { kind: 'organization', id: organizationId, name: 'After' },
      changes: [{ field: 'name', from: 'Before', to: 'After' }],
    })
  })

  it('tells which invitation, to whom and as what', async () => {
    const dan = await signInAs('Dan')
    const target = { kind: 'invitation', name: dan.email, person: null }
    const role = [{ field: 'role', from: null, to: 'admin' }]
    const entries = await entriesOf(async () => {
      const first = await invite(ada, dan.email, 'admin')
      await ada.api.revokeOrganizationInvitation({ params: { invitationId: first.id } })
      tick()
      const second = await resend(ada, await invite(ada, dan.email, 'admin'))
      await dan.api.acceptOrganizationInvitation({ body: { token: second.token } })
    })
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'invitation.accepted',
      'invitation.created',
      'invitation.created',
      'invitation.resent',
      'invitation.revoked',
    ])
    for (const entry of entries) expect(entry).toMatchObject({ target, changes: role })
    const accepted = entries.find(({ action }) => action === 'invitation.accepted')
    expect(accepted?.actor).toEqual(personOf(dan, 'Dan'))
    await removeMember(service, dan.userId, organizationId)
  })

  it('tells whose token it was, and no secret', async () => {
    let expiresAt = ''
    const entries = await entriesOf(async () => {
      const body = { name: 'CI', scopes: ['goals:read' as const, 'labels:read' as const], expiresInDays: 1 }
      const { token } = await cem.api.createApiToken({ body })
      expiresAt = token.expiresAt
      const params = { apiTokenId: token.id }
      tick()
      await cem.api.rotateApiToken({ params, body: { overlapHours: 2 } })
      tick()
      await bob.api.revokeOrganizationApiToken({ params })
    })
    expect(entries.map(({ action, actor, changes }) => [action, actor.displayName, changes])).toEqual([
      ['api_token.revoked', 'Bob', []],
      ['api_token.rotated', 'Cem', [{ field: 'overlapHours', from: null, to: '2' }]],
      [
        'api_token.created',
        'Cem',
        [
          { field: 'kind', from: null, to: 'client' },
          { field: 'scopes', from: null, to: 'goals:read, labels:read' },
          { field: 'expiresAt', from: null, to: expiresAt },
        ],
      ],
    ])
    for (const { target } of entries) {
      expect(target).toMatchObject({ kind: 'api_token', name: 'CI', person: personOf(cem, 'Cem') })
    }
  })

  it('tells only the host of a webhook, because its address may be a secret', async () => {
    const url = (path: string) => `http://127.0.0.1:1024/services/${path}`
    const entries = await entriesOf(async () => {
      const { webhook } = await ada.api.createWebhook({ body: { url: url('T0PSECRET') } })
      const params = { webhookId: webhook.id }
      tick()
      const body = { url: url('0THER'), description: 'hunter2', state: 'paused' as const }
      await ada.api.updateWebhook({ params, body })
      tick()
      await ada.api.rotateWebhookSecret({ params })
      tick()
      await ada.api.deleteWebhook({ params })
    })
    expect(actionsOf({ entries })).toEqual([
      'webhook.deleted',
      'webhook.secret_rotated',
      'webhook.updated',
      'webhook.created',
    ])
    expect(entries[2]?.changes).toEqual([
      { field: 'url', from: '127.0.0.1:1024', to: '127.0.0.1:1024' },
      { field: 'state', from: 'active', to: 'paused' },
      { field: 'description', from: null, to: null },
    ])
    for (const { target } of entries) expect(target).toMatchObject({ name: '127.0.0.1:1024', person: null })
    expect(JSON.stringify(entries)).not.toMatch(/PSECRET|0THER|hunter2|whsec/)
  })

  it('tells what people do with their accounts, in the organization in which they act', async () => {
    const own = await entriesOf(async () => {
      const again = await signInAgain(service, { ...cem, displayName: 'Cem' })
      tick()
      await again.api.endSession({ params: { sessionId: sessionIdOf(cem) } })
      cem.api = again.api
      cem.cookie = again.cookie
      tick()
      await again.api.updateProfile({ body: { displayName: 'Cemal', timeZone: 'Europe/Rome' } })
      tick()
      await again.api.endOtherSessions()
      tick()
      const third = await signInAgain(service, { ...cem, displayName: 'Cem' })
      tick()
      await send('POST', '/v1/auth/logout', { headers: { cookie: third.cookie } })
    })
    expect(own.map(({ action, credential }) => [action, credential.kind])).toEqual([
      ['session.signed_out', 'session'],
      ['session.signed_in', 'password'],
      ['session.others_ended', 'session'],
      ['account.profile_changed', 'session'],
      ['session.ended', 'session'],
      ['session.signed_in', 'password'],
    ])
    expect(own[5]?.credential.sessionId).toBe(sessionIdOf(cem))
    // Also what was done under the former name has the current one, which ends with the account.
    for (const { actor, target } of own.slice(0, 4)) {
      expect([actor, target]).toEqual([personOf(cem, 'Cemal'), null])
    }
    expect(own[3]?.changes).toEqual([
      { field: 'displayName', from: null, to: null },
      { field: 'timeZone', from: null, to: null },
    ])
  })

  it('names people who have left the organization, until they delete their account', async () => {
    const fay = await signInAs('Fay')
    await join(ada, fay)
    await fay.api.createApiToken({ body: { name: 'Own', scopes: ['goals:read'] } })
    await removeMember(service, fay.userId, organizationId)
    const names = async () =>
      (await list({ userId: fay.userId })).entries.map(({ actor }) => actor.displayName)
    expect(await names()).toEqual(['Fay', 'Fay'])
    await fay.api.getAuthSession()
    const before = await names()
    const { database } = service.table
    const user = { Delete: userEntity.remove({ userKey: keyOf(fay.userId) }) }
    await transact(database, { user })
    expect(await names()).toEqual(before.map(() => null))
  })

  it('of somebody who has left is not written any longer', async () => {
    const gil = await signInAs('Gil')
    await join(ada, gil)
    await removeMember(service, gil.userId, organizationId)
    const before = idsOf(await list({ userId: gil.userId }))
    const again = await signInAgain(service, { ...gil, displayName: 'Gil' })
    await again.api.endOtherSessions()
    expect(idsOf(await list({ userId: gil.userId }))).toEqual(before)
  })
})

describe('the list', () => {
  it('is newest first, in pages without gaps and repetitions, filtered or not', async () => {
    const filters: Query[] = [
      {},
      { userId: ada.userId },
      { kind: 'invitation' },
      { userId: ada.userId, kind: 'invitation' },
      { kind: 'session', until: '2099-12-31T00:00:00Z' },
    ]
    for (const filter of filters) {
      const all = (await list(filter)).entries
      expect(all.length).toBeGreaterThan(2)
      expect(all.map(({ createdAt }) => createdAt)).toEqual(
        all
          .map(({ createdAt }) => createdAt)
          .toSorted()
          .toReversed(),
      )
      const paged = await collect(
        (cursor) => list({ ...filter, limit: 2, ...(cursor !== undefined && { cursor }) }),
        ({ entries }) => entries,
      )
      expect(paged).toEqual(all)
      for (const entry of all) {
        if (filter?.userId) expect(entry.actor.userId).toBe(filter.userId)
        if (filter?.kind) expect(entry.kind).toBe(filter.kind)
      }
    }
  })

  it('has what happened from a time and before another', async () => {
    const all = (await list()).entries
    const middle = all[5]?.createdAt ?? ''
    const [before, after] = [await list({ until: middle }), await list({ from: middle })]
    expect([...after.entries, ...before.entries]).toEqual(all)
    expect(after.entries.at(-1)?.createdAt).toBe(middle)
    expect(await list({ from: middle, until: middle })).toEqual({ entries: [], nextCursor: null })
    expect(await list({ from: clock.timestamp, until: '0001-01-01T00:00:00Z' })).toEqual({
      entries: [],
      nextCursor: null,
    })
  })

  it('is empty for filters that match nothing', async () => {
    expect((await list({ userId: eve.userId })).entries).toEqual([])
    expect((await list({ userId: 'a#b%€' })).entries).toEqual([])
    expect((await list({ kind: 'grant' })).entries).toEqual([])
  })

  it('400s a kind and a time that do not exist', async () => {
    for (const query of ['kind=comment', 'from=yesterday', 'until=2026-02-30T00:00:00Z']) {
      expect(await send('GET', `/v1/organizations/current/audit?${query}`)).toMatchObject(
        refusal('invalid_request'),
      )
    }
  })

  it('400s a cursor of other filters, another person and another organization', async () => {
    const { nextCursor } = await list({ limit: 1 })
    const cursor = nextCursor ?? ''
    expect((await list({ limit: 1, cursor })).entries).toHaveLength(1)
    for (const [query, by] of [
      [{ kind: 'invitation' }, ada],
      [{ userId: ada.userId }, ada],
      [{ from: '2020-01-01T00:00:00Z' }, ada],
      [{}, bob],
      [{}, eve],
    ] as const) {
      expect(await outcomeOf(list({ limit: 1, cursor, ...query }, by))).toBe('400 invalid_cursor')
    }
  })

  it('403s a member, also with a cursor from before', async () => {
    const params = { userId: bob.userId }
    const { nextCursor } = await list({ limit: 1 }, bob)
    await ada.api.updateOrganizationMemberRole({ params, body: { role: 'member' } })
    for (const query of [{}, { limit: 1, cursor: nextCursor ?? '' }]) {
      expect(await outcomeOf(list(query, bob))).toBe('403 organization_admin_required')
    }
    await ada.api.updateOrganizationMemberRole({ params, body: { role: 'admin' } })
  })

  it('shows nothing of other organizations, not even to people in both', async () => {
    await join(eve, ada, 'admin')
    const inEve = await list()
    await ada.api.switchOrganization({ body: { organizationId } })
    const here = (await list()).entries
    expect(inEve.entries.filter(({ id }) => here.some((entry) => entry.id === id))).toEqual([])
    expect(here.some(({ actor }) => actor.userId === eve.userId)).toBe(false)
  })
})

describe('after a year', () => {
  it('entries are gone, and pages go on where they were', async () => {
    const first = await list({ limit: 1 })
    const cursors = [first.nextCursor ?? '', (await list({ limit: 1, kind: 'session' })).nextCursor ?? '']
    const newest = first.entries[0]?.createdAt ?? ''
    clock.advance({ milliseconds: Date.parse(newest) - clock.read().getTime() })
    clock.advance({ days: 365, milliseconds: -1 })
    const again = await signInAgain(service, { ...ada, displayName: 'Ada' })
    expect((await list({ until: newest }, again)).entries).toEqual([])
    expect(
      (await list({ kind: 'member' }, again)).entries.every(({ createdAt }) => createdAt >= newest),
    ).toBe(true)
    expect(idsOf(await list({}, again))).toContain(first.entries[0]?.id)
    clock.advance({ milliseconds: 1 })
    expect(actionsOf(await list({}, again))).toEqual(['session.signed_in'])
    // The entries after these positions have expired meanwhile.
    expect(await list({ limit: 1, cursor: cursors[0] ?? '' }, again)).toEqual({
      entries: [],
      nextCursor: null,
    })
    expect((await list({ limit: 1, kind: 'session', cursor: cursors[1] ?? '' }, again)).entries).toEqual([])
  })
})
