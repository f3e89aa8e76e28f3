import type { AnyRecord, EntityName } from '@cairn/domain/storage/table/entities'

export type Corruption = {
  kind: EntityName
  /** Selects the record; by default the first of its kind. */
  which?: (record: AnyRecord) => boolean
  /** Returns the whole record to write instead. Without it, the record is deleted. */
  corrupt?: (record: AnyRecord) => object
}

export const changed =
  (changes: object) =>
  (record: AnyRecord): object => ({ ...record, ...changes })

export const without =
  (name: string) =>
  ({ [name]: _, ...record }: AnyRecord): object =>
    record

/** Changes every entry of a label directory. */
const withEntries =
  (change: (entry: string) => string) =>
  ({ labels, ...record }: AnyRecord): object => ({
    ...record,
    labels: Object.fromEntries(
      Object.entries(labels as Record<string, string>).map(([labelId, entry]) => [labelId, change(entry)]),
    ),
  })

/** A corruption of every invariant outside of goals, with a part of the message that the check must give. */
export const corruptions: [invariant: string, corruption: Corruption, message: string][] = [
  [
    'a use count that is too high',
    { kind: 'goalLabel', corrupt: changed({ useCount: 2 }) },
    'has use count 2, expected 1',
  ],
  [
    'a count of goals that is too high',
    {
      kind: 'goalCount',
      which: ({ active_none }) => Number(active_none) > 0,
      corrupt: changed({ active_none: 1_000 }),
    },
    'too many active goals with health none',
  ],
  [
    'goals that are not counted',
    { kind: 'goalCount', which: ({ active_none }) => Number(active_none) > 0 },
    'too few active goals with health none',
  ],
  ['a missing label of a goal', { kind: 'goalLabel' }, 'a goal has label'],
  ['a label without its name marker', { kind: 'goalLabelName' }, 'but 0 names'],
  [
    'a label whose name marker has another name',
    { kind: 'goalLabel', corrupt: changed({ name: 'Wood' }) },
    'does not reserve exactly its name, "Wood"',
  ],
  [
    'a name marker without a label',
    { kind: 'goalLabelName', corrupt: changed({ labelId: 'nowhere' }) },
    'a name is reserved by label',
  ],
  [
    'an organization without a label directory',
    { kind: 'goalLabelDirectory', which: ({ hasRelations }) => hasRelations === true },
    'has no label directory',
  ],
  [
    'a label directory that lacks a change of a label',
    { kind: 'goalLabel', corrupt: changed({ updatedAt: '2026-01-01T00:00:00.000Z' }) },
    ', which has other content',
  ],
  [
    'a label directory with a label that does not exist',
    {
      kind: 'goalLabelDirectory',
      corrupt: (record) => ({ ...record, labels: { nowhere: '["Nowhere"]' } }),
    },
    '/nowhere, which does not exist',
  ],
  [
    'a label directory with content of another label',
    {
      kind: 'goalLabelDirectory',
      which: ({ labels }) => Object.keys(labels ?? {}).length > 0,
      corrupt: withEntries((entry) => entry.replace('Forest', 'Desert')),
    },
    ', which has other content',
  ],
  [
    'a user without the active membership',
    { kind: 'user', corrupt: changed({ activeOrganizationId: 'nowhere' }) },
    'is not a member of the active organization nowhere',
  ],
  [
    'a user without the active membership, who has lost another one',
    { kind: 'user', corrupt: changed({ activeOrganizationId: 'nowhere', lostOrganizationId: 'elsewhere' }) },
    'is not a member of the active organization nowhere',
  ],
  [
    'a user whose list lacks a membership',
    {
      kind: 'user',
      which: ({ deletedAt }) => deletedAt === undefined,
      corrupt: changed({ organizationIds: [] }),
    },
    'does not match the memberships',
  ],
  [
    'a user whose list names a foreign organization',
    {
      kind: 'user',
      corrupt: ({ organizationIds, ...rest }) => ({
        ...rest,
        organizationIds: [organizationIds, 'x'].flat(),
      }),
    },
    'does not match the memberships',
  ],
  ['a membership without its user', { kind: 'user' }, 'who does not exist'],
  [
    "a user under another's key",
    { kind: 'user', corrupt: changed({ userId: 'email:other' }) },
    'is stored under the key of another user',
  ],
  [
    'a member at a wrong place in the list',
    { kind: 'membership', corrupt: changed({ memberSort: '9nowhere' }) },
    'has a wrong sort key in the member list',
  ],
  ['a missing organization', { kind: 'organization' }, 'which does not exist'],
  [
    'an organization without an owner',
    {
      kind: 'membership',
      which: ({ role }) => role === 'owner',
      corrupt: changed({ role: 'admin', memberSort: '1ada\u0001' }),
    },
    'has 0 owners',
  ],
  [
    'an organization with two owners',
    {
      kind: 'membership',
      which: ({ role }) => role === 'member',
      corrupt: changed({ role: 'owner', memberSort: '0bob\u0001' }),
    },
    'has 2 owners',
  ],
  [
    'a member who was told of a deletion that did not happen',
    { kind: 'membership', corrupt: changed({ toldAt: '2026-01-01T00:00:00.000Z' }) },
    'a member was told that organization',
  ],
  [
    'a pending invitation without its address marker',
    { kind: 'invitationAddress' },
    'a pending invitation does not reserve its address',
  ],
  [
    'an address marker without a pending invitation',
    { kind: 'invitation', which: ({ status }) => status === 'pending' },
    'an address is reserved without a pending invitation',
  ],
  [
    'an address marker that expires too late',
    {
      kind: 'invitationAddress',
      corrupt: changed({ expiresAt: '2099-01-01T00:00:00.000Z', ttl: 4_070_908_800 }),
    },
    'do not expire at the same time',
  ],
  [
    'an address marker of another inviter',
    { kind: 'invitationAddress', corrupt: changed({ invitedByUserId: 'email:nobody' }) },
    'do not have the same inviter',
  ],
  [
    'an address marker with another creation time',
    { kind: 'invitationAddress', corrupt: changed({ createdAt: '2026-01-01T00:00:00.000Z' }) },
    'do not have the same inviter and creation time',
  ],
  [
    'a session without its user',
    {
      kind: 'session',
      which: ({ begunBy }) => begunBy === undefined,
      corrupt: changed({ userId: 'email:nobody' }),
    },
    'a session of user email:nobody, who does not exist',
  ],
  [
    "a session under another's key",
    { kind: 'session', corrupt: changed({ userId: 'email:nobody' }) },
    'a session of user email:nobody is stored under the key of another user',
  ],
  [
    'an API token without its user',
    { kind: 'apiToken', corrupt: changed({ userId: 'email:nobody' }) },
    'an API token of user email:nobody, who does not exist',
  ],
  [
    'a grant without its user',
    { kind: 'oauthGrant', corrupt: changed({ userId: 'email:nobody' }) },
    'a grant of user email:nobody, who does not exist',
  ],
  [
    'a revoked API token in the list of its organization',
    { kind: 'apiToken', corrupt: changed({ revokedAt: '2026-01-01T00:00:00.000Z' }) },
    'is still in the list of its organization',
  ],
  [
    'an API token for no goals',
    { kind: 'apiToken', corrupt: changed({ goalIds: [] }) },
    'is not for 1 to 50 goals, each named once',
  ],
  [
    'an API token for the same goal twice',
    { kind: 'apiToken', corrupt: changed({ goalIds: ['a', 'a'] }) },
    'is not for 1 to 50 goals, each named once',
  ],
  [
    'an API token of another kind',
    { kind: 'apiToken', corrupt: changed({ kind: 'user' }) },
    'is of the unknown kind user',
  ],
  [
    'an account under another address',
    { kind: 'principal', corrupt: changed({ email: 'eve@example.com' }) },
    'is stored under the key of another address',
  ],
  [
    'a verified account with an expiry',
    { kind: 'principal', corrupt: changed({ ttl: 1_800_000_000 }) },
    'principal has time to live 2027-01-15T08:00:00.000Z, but expires never',
  ],
  [
    'a verified account that still has a verification link',
    {
      kind: 'principal',
      corrupt: changed({ verificationExpiresAt: '2027-01-15T08:00:00.000Z', ttl: 1_800_000_000 }),
    },
    'still has a verification link',
  ],
  [
    'an account whose sessions have another number than its user',
    { kind: 'principal', corrupt: changed({ sessionGeneration: 7 }) },
    'have number 0, the account 7',
  ],
  [
    'a session without an expiry',
    { kind: 'session', corrupt: without('ttl') },
    'session has time to live none',
  ],
  [
    'an accepted invitation that is still listed',
    {
      kind: 'invitation',
      which: ({ status }) => status === 'accepted',
      corrupt: changed({ gsi1pk: 'here', gsi1sk: 'now' }),
    },
    'has gsi1pk here, expected undefined',
  ],
  [
    'an entry of an audit log that says something unknown',
    { kind: 'auditEntry', corrupt: changed({ a: 'member.promoted' }) },
    'an entry of an audit log is not valid',
  ],
  [
    'an entry of an audit log with another time',
    { kind: 'auditEntry', corrupt: changed({ createdAt: '2026-01-01T00:00:00.000Z' }) },
    'has the id of another time',
  ],
  [
    'an entry of an audit log of somebody else',
    { kind: 'auditEntry', corrupt: changed({ u: 'email:eve' }) },
    'is under the key of another user',
  ],
  [
    'an entry of an audit log of another kind',
    {
      kind: 'auditEntry',
      which: ({ a }) => a === 'organization.created',
      corrupt: changed({ a: 'member.left' }),
    },
    'of the kind organization says member.left',
  ],
  [
    'an entry of an audit log that is kept too long',
    {
      kind: 'auditEntry',
      corrupt: changed({ expiresAt: '2999-01-01T00:00:00.000Z', ttl: Date.parse('2999-01-01') / 1000 }),
    },
    'is not kept for a year',
  ],
  [
    'a record without its content',
    { kind: 'organization', corrupt: without('name') },
    'lacks a required attribute',
  ],
  [
    'a record of an unknown kind',
    { kind: 'session', corrupt: changed({ __edb_e__: 'ghost' }) },
    'a record of an unknown entity, "ghost"',
  ],
]

/** One key of every index and every kind of record in it. */
export const indexKeys: [kind: EntityName, key: string][] = [
  ['goalRow', 'gsi1pk'],
  ['goalRow', 'gsi1sk'],
  ['goalRow', 'gsi2pk'],
  ['goalRow', 'gsi2sk'],
  ['goalLabel', 'gsi1sk'],
  ['goalLabelRow', 'gsi2pk'],
  ['goalLabelRow', 'gsi2sk'],
  ['membership', 'gsi1pk'],
  ['apiToken', 'gsi1sk'],
  ['oauthGrant', 'gsi1sk'],
  ['apiToken', 'gsi2pk'],
  ['invitation', 'gsi1sk'],
  ['invitation', 'gsi2pk'],
  ['auditEntry', 'gsi1pk'],
  ['auditEntry', 'gsi2sk'],
  ['auditEntry', 'gsi3pk'],
  ['goalAlarm', 'gsi3sk'],
  ['personAlarm', 'gsi3pk'],
]
