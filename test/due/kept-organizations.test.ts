import { isDeepStrictEqual } from 'node:util'
import { createClient } from '@cairn/contract/client'
import type { OperationId, operations } from '@cairn/contract/registry'
import { keyOf } from '@cairn/domain/database/keys'
import { transact } from '@cairn/domain/database/transaction'
import { newPerson, readPerson } from '@cairn/domain/notifications/person'
import { addReminders } from '@cairn/domain/notifications/reminders/add-reminders'
import { recordsOfOrganizations } from '@cairn/domain/organizations/deletion/organization-records'
import type { EntityName, StoredRecord } from '@cairn/domain/table/entities'
import { shortHash, shortId } from '@cairn/domain/table/short-id'
import { deliverWebhooks } from '@cairn/domain/webhooks/delivery/deliver-webhooks'
import { describe, expect, it } from 'vitest'
import { connect } from '../support/oauth/program.ts'
import { password } from '../support/people/accounts.ts'
import { createToken, programWith } from '../support/people/api-tokens.ts'
import { newGoal, reportOf } from '../support/people/goals.ts'
import { tokenIn } from '../support/people/invite.ts'
import { giveAccount, newcomer, sessionIdOf, sessionOf } from '../support/people/sessions.ts'
import type { Browser } from '../support/people/sign-in.ts'
import { createClock } from '../support/service/clock.ts'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { readTable } from '../support/table/read-table.ts'
import { handleChanges } from './support/deletion.ts'
import { createSweeper } from './support/sweeper.ts'
import { findingsIn } from './support/team.ts'

/**
 * Whatever is deleted, removed or revoked in an organization: every record of another one with the same people is as it was before,
 * also after the work that follows.
 */

// A Tuesday, so that no digest is due.
const clock = createClock('2099-03-03T10:00:00.000Z')
const service = stopAfterFile(
  await startTestService({
    clock: clock.read,
    background: false,
    environment: { RATE_LIMITS: 'off' },
  }),
)
const { database } = service.table

const person = async (name: string) => {
  const somebody = await newcomer(service, name, clock.read())
  await somebody.api.getOrganizationContext()
  await giveAccount(service, somebody, password)
  return somebody
}
const ada = await person('Ada')
const bob = await person('Bob')
const cem = await person('Cem')

/** Somebody's session in an organization, whichever is the active one. */
const inside = (organizationId: string, somebody: Browser): Browser => ({
  ...somebody,
  api: createClient({
    baseUrl: service.origin,
    headers: { origin: service.origin, cookie: somebody.cookie, 'organization-id': organizationId },
  }),
})

/** Lets Ada invite somebody who accepts. */
async function join(organizationId: string, guest: Browser, role: 'admin' | 'member'): Promise<void> {
  const { api } = inside(organizationId, ada)
  const { acceptUrl } = await api.createOrganizationInvitation({ body: { email: guest.email, role } })
  await guest.api.acceptOrganizationInvitation({ body: { token: tokenIn(acceptUrl) } })
}

/** A sender whose receiver is never there, so deliveries are queued. */
const failing = { send: async () => ({ statusCode: null, error: 'The receiver did not respond.' }) }

/** An organization of Ada with the admin Bob and the member Cem, who have everything that one can have. */
async function fill(name: string) {
  const { activeOrganizationId: organizationId } = await ada.api.createOrganization({ body: { name } })
  await join(organizationId, bob, 'admin')
  await join(organizationId, cem, 'member')
  const [owner, admin, member] = [ada, bob, cem].map((one) => inside(organizationId, one)) as [
    Browser,
    Browser,
    Browser,
  ]
  await owner.api.createWebhook({ body: { url: 'http://127.0.0.1:1024/' } })
  const { webhook } = await admin.api.createWebhook({ body: { url: 'http://127.0.0.1:1024/' } })
  const { label } = await owner.api.createGoalLabel({ body: { name: 'Forest' } })
  const { label: unused } = await owner.api.createGoalLabel({ body: { name: 'Lake' } })
  const goalIds = new Map<Browser, string>()
  for (const by of [admin, member]) {
    const { goal } = await by.api.createGoal({
      body: {
        ...newGoal,
        timeframe: { kind: 'deadline', targetDate: '2099-03-27' },
        labelIds: [label.id],
        cadence: { everyDays: 20 },
      },
    })
    const params = { goalId: goal.id }
    await by.api.updateGoal({ params, body: { title: `Trees of ${by.email}` } })
    await by.api.createGoalUpdate({ params, body: reportOf('Planted') })
    goalIds.set(by, goal.id)
    await waitForReminder(by, organizationId, goal.id)
    await createOnce(by, organizationId)
    for (const isShared of [true, false]) {
      await by.api.createGoalView({ body: { name: 'View', query: '', isShared } })
    }
    await connect(service.origin, by, { organizationId, scopes: ['goals:read'] })
  }
  const tokens = new Map<Browser, string>()
  for (const by of [admin, member]) {
    const { id, secret } = await createToken(by)
    await programWith(service, { secret }).createGoalLabel({ body: { name: `Label of ${by.email}` } })
    tokens.set(by, id)
  }
  const { invitation } = await owner.api.createOrganizationInvitation({
    body: { email: 'eve@example.com', role: 'member' },
  })
  await handleChanges(database, clock.read)
  const end = new AbortController()
  const email = { enabled: false, deliver: async () => undefined }
  const delivery = { database, webOrigin: service.origin, sender: failing, email, clock: clock.read }
  await deliverWebhooks({ ...delivery, signal: end.signal }, organizationId)
  return {
    name,
    organizationId,
    owner,
    admin,
    member,
    goalIds,
    tokens,
    webhookId: webhook.id,
    labelId: unused.id,
    invitationId: invitation.id,
  }
}

/** Lets a reminder of a deadline wait for the next email. */
async function waitForReminder({ userId }: Browser, organizationId: string, goalId: string): Promise<void> {
  const now = clock.read()
  const known = (await readPerson(database, userId)) ?? newPerson(userId, now)
  const goal = { organizationKey: shortId(organizationId), goalKey: shortId(goalId) }
  const reminder = { kind: 'deadline', due: '2099-03-27', day: '2099-03-20' } as const
  const failed = await transact(database, addReminders(database, known, goal, [reminder], now.getTime()))
  expect(failed).toEqual([])
}

/** Uses an idempotency key. */
async function createOnce({ cookie, email }: Browser, organizationId: string): Promise<void> {
  const response = await fetch(`${service.origin}/v1/goal-labels`, {
    method: 'POST',
    headers: {
      origin: service.origin,
      cookie,
      'content-type': 'application/json',
      'organization-id': organizationId,
      'idempotency-key': 'once',
    },
    body: JSON.stringify({ name: `Once by ${email}` }),
  })
  expect(response.status).toBe(201)
}

const kept = await fill('Kept')
/** The keys of everything about the people and their organization. */
const keys = new Set((await allRecords()).keys())
const other = await fill('Other')
const before = aboutKept(await allRecords())

type Records = Map<string, Partial<StoredRecord>>

/** All records by key. Where people act is theirs, not the organization's. */
async function allRecords(): Promise<Records> {
  const records: StoredRecord[] = Object.values(await readTable(database)).flat()
  return new Map(
    records.map((record) => [
      `${record.pk} ${record.sk}`,
      record.__edb_e__ === 'user'
        ? { ...record, activeOrganizationId: '', organizationIds: [], lostOrganizationId: '' }
        : record,
    ]),
  )
}

/** Those that were there before there was another organization, and those that name this one. */
function aboutKept(records: Records): Records {
  const { organizationId } = kept
  const names = [organizationId, shortId(organizationId)]
  return new Map(
    [...records].filter(
      ([key, record]) => keys.has(key) || names.some((name) => JSON.stringify(record).includes(name)),
    ),
  )
}

/** Does everything that follows. Claims end, and last passes begin a minute after. */
async function finish(): Promise<void> {
  const sweeper = createSweeper(database)
  for (const minutes of [1, 4, 7, 10, 13]) {
    await handleChanges(database, clock.read)
    await sweeper.sweep(new Date(clock.read().getTime() + minutes * 60_000))
  }
  expect(sweeper.errors).toEqual([])
  expect(sweeper.sent.filter(({ kind }) => kind !== 'organization_deleted')).toEqual([])
  clock.advance({ milliseconds: 15 * 60_000 })
}

/** Somebody who is in the other organization only: deleting the account leaves all. */
const dora = await person('Dora')
await join(other.organizationId, dora, 'admin')
await inside(other.organizationId, dora).api.createWebhook({ body: { url: 'http://127.0.0.1:1024/' } })
await createToken(inside(other.organizationId, dora))

async function grantIn({ organizationId }: { organizationId: string }, { api }: Browser): Promise<string> {
  const { grants } = await api.listOAuthGrants()
  return grants.find((grant) => grant.organizationId === organizationId)?.id ?? ''
}

/** The own view of somebody, which nobody else sees. */
async function viewOf({ api, userId }: Browser): Promise<string> {
  const { goalViews } = await api.listGoalViews()
  return goalViews.find((view) => view.ownerUserId === userId && !view.isShared)?.id ?? ''
}

type Deletion = {
  [Id in OperationId]: (typeof operations)[Id]['method'] extends 'DELETE' ? Id : never
}[OperationId]
const { owner, admin, member } = other
const leaving = ({ api }: Browser, { userId }: Browser) =>
  api.removeOrganizationMember({ params: { userId }, body: { reassignGoalsTo: null } })

type Row = {
  /** Creates what is taken away, and returns what does that. */
  begin: () => Promise<() => Promise<unknown>>
  /** Whose records change. */
  of?: Browser
  /** The entities of other records that change, or are deleted; undefined for those of the whole organization. */
  touches: readonly EntityName[] | undefined
}
const asItIs = (remove: () => Promise<unknown>) => async () => remove

/** In this order: each takes away something that the ones before have left. */
const deletions: Record<Deletion | 'leaving', Row> = {
  endSession: {
    begin: async () => {
      const params = { sessionId: sessionIdOf(await sessionOf(service, bob, clock.read())) }
      return () => bob.api.endSession({ params })
    },
    of: bob,
    touches: [],
  },
  endOtherSessions: {
    begin: async () => {
      await sessionOf(service, dora, clock.read())
      return () => dora.api.endOtherSessions()
    },
    of: dora,
    touches: [],
  },
  deleteAccount: {
    begin: asItIs(() => dora.api.deleteAccount({ body: { password } })),
    of: dora,
    // That of her own organization, which nobody else is in.
    touches: ['goalLabelDirectory'],
  },
  deleteGoal: {
    begin: asItIs(() => member.api.deleteGoal({ params: { goalId: other.goalIds.get(member) ?? '' } })),
    of: cem,
    touches: [
      'feedPage',
      'goalAlarm',
      'goalLabel',
      'goalPosting',
      'goalReportKey',
      'goalStanding',
      'goalText',
      'goalWords',
    ],
  },
  deleteGoalLabel: {
    begin: asItIs(() => owner.api.deleteGoalLabel({ params: { labelId: other.labelId } })),
    touches: ['feedPage', 'goalLabel', 'goalLabelDirectory', 'goalLabelName'],
  },
  deleteGoalView: {
    begin: async () => {
      const params = { goalViewId: await viewOf(member) }
      return () => member.api.deleteGoalView({ params })
    },
    of: cem,
    touches: [],
  },
  deleteWebhook: {
    begin: asItIs(() => owner.api.deleteWebhook({ params: { webhookId: other.webhookId } })),
    touches: ['webhook', 'webhookCount'],
  },
  endOAuthGrant: {
    begin: async () => {
      const params = { grantId: await grantIn(other, admin) }
      return () => admin.api.endOAuthGrant({ params })
    },
    of: bob,
    touches: [],
  },
  revokeApiToken: {
    begin: asItIs(() => admin.api.revokeApiToken({ params: { tokenId: other.tokens.get(admin) ?? '' } })),
    of: bob,
    touches: [],
  },
  revokeOrganizationApiToken: {
    begin: async () => {
      const { id } = await createToken(admin)
      return () => owner.api.revokeOrganizationApiToken({ params: { apiTokenId: id } })
    },
    of: bob,
    touches: [],
  },
  revokeOrganizationInvitation: {
    begin: asItIs(() =>
      owner.api.revokeOrganizationInvitation({ params: { invitationId: other.invitationId } }),
    ),
    touches: ['feedPage', 'invitation', 'invitationAddress'],
  },
  removeOrganizationMember: {
    begin: asItIs(() => leaving(owner, member)),
    of: cem,
    touches: ['feedPage'],
  },
  leaving: {
    begin: async () => {
      await admin.api.createWebhook({ body: { url: 'http://127.0.0.1:1024/' } })
      await createToken(admin)
      return () => leaving(admin, admin)
    },
    of: bob,
    touches: ['feedPage', 'goalAlarm'],
  },
  deleteOrganization: {
    begin: async () => {
      await join(other.organizationId, bob, 'admin')
      await join(other.organizationId, cem, 'member')
      await connect(service.origin, cem, { organizationId: other.organizationId, scopes: ['goals:read'] })
      await createToken(member)
      await member.api.createGoal({ body: newGoal })
      return () => owner.api.deleteOrganization({ body: { name: other.name } })
    },
    touches: undefined,
  },
}

/** The entities of the records that differ, but for those that name somebody. */
function touched(earlier: Records, later: Records, somebody: Browser | undefined): EntityName[] {
  const names = somebody ? [somebody.userId, keyOf(somebody.userId), shortHash(somebody.userId)] : []
  const changed = [...earlier].filter(([key, record]) => !isDeepStrictEqual(record, later.get(key)))
  const others = changed.filter(([, record]) => {
    const text = JSON.stringify(record)
    return !names.some((name) => text.includes(name))
  })
  return [...new Set(others.map(([, record]) => record.__edb_e__ as EntityName))].toSorted()
}

describe('an organization', () => {
  it('has a record of every entity that an organization can have', () => {
    const stored = new Set([...before.values()].map((record) => record.__edb_e__))
    const steps = ['webhooks', 'views', 'goals', 'members', 'base', 'logs']
    const wanted = Object.entries(recordsOfOrganizations).filter(([, step]) => steps.includes(step))
    // Only where the table has a stream.
    const missing = wanted.filter(([name]) => name !== 'event' && !stored.has(name as EntityName))
    expect(missing).toEqual([])
  })

  it.each(Object.entries(deletions))(
    'keeps everything after %s in another one, where others keep what is theirs',
    async (_, { begin, of, touches }) => {
      const remove = await begin()
      await handleChanges(database, clock.read)
      const earlier = await allRecords()
      await remove()
      await finish()
      const later = await allRecords()
      expect(aboutKept(later)).toEqual(before)
      if (touches) expect(touched(earlier, later, of)).toEqual(touches)
    },
  )

  it('and no record contradicts another one in the end', async () => {
    expect(await findingsIn(database)).toEqual([])
  })
})
