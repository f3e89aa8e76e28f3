import { isDeepStrictEqual } from 'node:util'
import type { OperationId, operations } from '@cairn/contract/registry/registry'
import { recordsOfOrganizations } from '@cairn/domain/organizations/deletion/organization-records'
import { keyOf } from '@cairn/domain/storage/database/keys'
import type { EntityName, StoredRecord } from '@cairn/domain/storage/table/entities'
import { shortHash, shortId } from '@cairn/domain/storage/table/short-id'
import { describe, expect, it } from 'vitest'
import { password } from '../../support/people/accounts.ts'
import { createToken } from '../../support/people/api-tokens.ts'
import { newGoal } from '../../support/people/goals.ts'
import { sessionIdOf, sessionOf } from '../../support/people/sessions.ts'
import type { Browser } from '../../support/people/sign-in.ts'
import { connect } from '../../support/requests/program.ts'
import { readTable } from '../../support/table/read-table.ts'
import { handleChanges } from './support/deletion.ts'
import { startWithEverything } from './support/everything.ts'
import { findingsIn } from './support/team.ts'

/**
 * Whatever is deleted, removed or revoked in an organization: every record of another one with the same people is as it was before,
 * also after the work that follows.
 */

const { clock, service, database, person, inside, join, fill, finish } = await startWithEverything()
const [ada, bob, cem] = [await person('Ada'), await person('Bob'), await person('Cem')]
const people = { owner: ada, admin: bob, member: cem }

const kept = await fill('Kept', people)
/** The keys of everything about the people and their organization. */
const keys = new Set((await allRecords()).keys())
const other = await fill('Other', people)
const filled = await allRecords()
const before = aboutKept(filled)

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

/** Somebody who is in the other organization only: deleting the account leaves all. */
const dora = await person('Dora')
await join(other.owner, dora, 'admin')
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
  /** The person whose records change. */
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
  deletePicture: {
    begin: asItIs(() => dora.api.deletePicture()),
    of: dora,
    touches: [],
  },
  deleteAccount: {
    begin: asItIs(() => dora.api.deleteAccount({ body: { password } })),
    of: dora,
    // Counts and labels of her own organization, which nobody else is in; and her address in that of others.
    touches: ['auditEntry', 'feedEnd', 'goalLabelDirectory', 'invitation'],
  },
  /** The claim is ended, not deleted. */
  releaseGoalClaim: {
    begin: asItIs(() => member.api.releaseGoalClaim({ params: { goalId: other.members.goalId } })),
    of: cem,
    touches: ['feedEnd'],
  },
  deleteGoal: {
    begin: asItIs(() => member.api.deleteGoal({ params: { goalId: other.members.goalId } })),
    of: cem,
    touches: [
      'claimAlarm',
      'feedEnd',
      'goalAcknowledgement',
      'goalAcknowledgementCount',
      'goalAlarm',
      'goalCount',
      'goalDeadline',
      'goalLabel',
      'goalPosting',
      'goalReportKey',
      'goalText',
      'goalTextPosting',
      'goalTextWords',
      'goalWatch',
      'goalWords',
      'inboxCount',
    ],
  },
  deleteGoalDraft: {
    begin: asItIs(() => admin.api.deleteGoalDraft({ params: { goalId: other.admins.goalId } })),
    of: bob,
    touches: [],
  },
  deleteGoalTemplate: {
    begin: asItIs(() => admin.api.deleteGoalTemplate({ params: { templateId: other.templateId } })),
    of: bob,
    touches: ['goalTemplate', 'goalViewCount'],
  },
  withdrawQuestion: {
    begin: async () => {
      const params = { goalId: other.admins.goalId }
      const { question } = await admin.api.askQuestion({ params, body: { text: 'Even more?' } })
      return () => admin.api.withdrawQuestion({ params: { ...params, questionId: question.id } })
    },
    of: bob,
    touches: ['feedEnd'],
  },
  deleteGoalComment: {
    begin: async () => {
      const params = { goalId: other.admins.goalId }
      const { comment } = await member.api.createGoalComment({ params, body: { text: 'Oh.' } })
      return () => member.api.deleteGoalComment({ params: { ...params, commentId: comment.id } })
    },
    of: cem,
    touches: ['feedEnd', 'goalTextPosting', 'goalTextWords'],
  },
  unwatchGoal: {
    begin: asItIs(() => member.api.unwatchGoal({ params: { goalId: other.admins.goalId } })),
    of: cem,
    touches: [],
  },
  deleteGoalLabel: {
    begin: asItIs(() => owner.api.deleteGoalLabel({ params: { labelId: other.labelId } })),
    touches: ['feedEnd', 'goalLabel', 'goalLabelDirectory', 'goalLabelName'],
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
    touches: ['oauthRecord'],
  },
  revokeApiToken: {
    begin: asItIs(() => admin.api.revokeApiToken({ params: { tokenId: other.admins.tokenId } })),
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
    touches: ['feedEnd', 'invitation', 'invitationAddress'],
  },
  removeOrganizationMember: {
    begin: asItIs(() => leaving(owner, member)),
    of: cem,
    touches: ['feedEnd', 'oauthRecord'],
  },
  leaving: {
    begin: async () => {
      await admin.api.createWebhook({ body: { url: 'http://127.0.0.1:1024/' } })
      await createToken(admin)
      return () => leaving(admin, admin)
    },
    of: bob,
    touches: ['feedEnd', 'goalAlarm'],
  },
  deleteOrganization: {
    begin: async () => {
      await join(owner, bob, 'admin')
      await join(owner, cem, 'member')
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
    const steps = ['webhooks', 'views', 'goals', 'counts', 'members', 'base', 'logs']
    const wanted = Object.entries(recordsOfOrganizations).filter(([, step]) => steps.includes(step))
    const missing = wanted.filter(([name]) => !stored.has(name as EntityName))
    expect(missing).toEqual([])
  })

  it.each(Object.entries(deletions))(
    'keeps everything after %s in another one, where others keep what is theirs',
    async (_, { begin, of, touches }) => {
      const remove = await begin()
      await handleChanges(database, clock.read)
      const earlier = await allRecords()
      await remove()
      const emails = await finish()
      expect(emails.filter(({ kind }) => kind !== 'organization_deleted')).toEqual([])
      const later = await allRecords()
      expect(aboutKept(later)).toEqual(before)
      if (touches) expect(touched(earlier, later, of)).toEqual(touches)
    },
  )

  it('leaves nothing after it was deleted but what expires or is of an account', async () => {
    const all = await allRecords()
    const left = [...filled.keys()].filter((key) => !keys.has(key)).flatMap((key) => all.get(key) ?? [])
    const steps = left.map((record) => recordsOfOrganizations[record.__edb_e__ as EntityName])
    expect(new Set(steps)).toEqual(new Set(['expires']))
  })

  it('and no record contradicts another one in the end', async () => {
    expect(await findingsIn(database)).toEqual([])
  })
})
