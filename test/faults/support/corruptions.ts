import { keyOf } from '@cairn/domain/database/keys'
import type { AnyRecord, EntityName } from '@cairn/domain/table/entities'

export type Damage = {
  kind: EntityName
  /** Which record of the kind; the first one where it is not said. */
  which?: (record: AnyRecord) => boolean
  /** What to write over the record, whole; nothing deletes it. */
  damage?: (record: AnyRecord) => object
}

export const changed =
  (changes: object) =>
  (record: AnyRecord): object => ({ ...record, ...changes })

/** The record of a goal with three revisions and a label. */
const isReported = ({ revision }: AnyRecord) => revision === 3
const without =
  (name: string) =>
  ({ [name]: _, ...record }: AnyRecord): object =>
    record

/** Every invariant, broken on purpose once, and what is said of it. */
export const broken: [invariant: string, damage: Damage, message: string][] = [
  [
    'a gap in a history',
    { kind: 'goalUpdate', which: ({ revision }) => revision === 2 },
    'is at revision 3, its history has 1,3',
  ],
  ['a history that ends early', { kind: 'goalUpdate', which: isReported }, 'its history has 1,2'],
  [
    'a revision without its entry',
    { kind: 'goal', damage: changed({ revision: 9 }) },
    'is at revision 9, its history has',
  ],
  [
    'another status than reported',
    { kind: 'goal', which: isReported, damage: changed({ status: 'paused' }) },
    'is paused, its last report says active',
  ],
  [
    'a health that no report gave',
    { kind: 'goal', which: isReported, damage: changed({ health: 'off_track' }) },
    'has health off_track, by its history at_risk',
  ],
  [
    'an evaluation that no report gave',
    { kind: 'goal', which: isReported, damage: without('currentEvaluation') },
    'has evaluation none, by its history not_met as of 2026-11-20T10:00:00.000Z',
  ],
  [
    'a used key that points nowhere',
    { kind: 'goalUpdateKey', damage: changed({ revision: 7 }) },
    'points at no entry of its history',
  ],
  [
    "a used key that points at another key's entry",
    { kind: 'goalUpdate', which: isReported, damage: changed({ idempotencyKey: 'another' }) },
    'points at no entry of its history',
  ],
  ['a report whose key is not remembered', { kind: 'goalUpdateKey' }, 'has 2 reports and 1 used keys'],
  ['a label without its assignment', { kind: 'goalLabelAssignment' }, 'its assignments'],
  [
    'an assignment without its label',
    { kind: 'goal', which: isReported, damage: changed({ labelIds: [] }) },
    'names labels , its assignments',
  ],
  [
    "an assignment of another time than its goal's",
    { kind: 'goalLabelAssignment', damage: changed({ updatedAt: '2026-01-01T00:00:00.000Z' }) },
    'in label',
  ],
  [
    "a goal under another owner's key",
    { kind: 'goal', damage: changed({ ownerKey: keyOf('email:nobody') }) },
    'is listed under another owner than its own',
  ],
  [
    'a use count that is too high',
    { kind: 'goalLabel', damage: changed({ useCount: 2 }) },
    'counts 2 goals, 1 carry it',
  ],
  ['a label that a goal carries and that is gone', { kind: 'goalLabel' }, 'a goal carries label'],
  ['a label without its name', { kind: 'goalLabelName' }, 'has 0 name markers'],
  [
    "a label with another label's name",
    { kind: 'goalLabel', damage: changed({ name: 'Wood' }) },
    "name markers or another's",
  ],
  [
    'a name that is taken by no label',
    { kind: 'goalLabelName', damage: changed({ labelId: 'nowhere' }) },
    'a name is taken by label',
  ],
  [
    'a user without the active membership',
    { kind: 'user', damage: changed({ activeOrganizationId: 'nowhere' }) },
    'is no member of its active organization nowhere',
  ],
  [
    'a user whose list lacks a membership',
    { kind: 'user', damage: changed({ organizationIds: [] }) },
    'lists other organizations than the memberships',
  ],
  [
    'a user whose list names an organization of others',
    {
      kind: 'user',
      damage: ({ organizationIds, ...rest }) => ({ ...rest, organizationIds: [organizationIds, 'x'].flat() }),
    },
    'lists other organizations than the memberships',
  ],
  ['a membership of no user', { kind: 'user' }, 'who does not exist'],
  [
    "a user under another's key",
    { kind: 'user', damage: changed({ userId: 'email:other' }) },
    "stands under another's key",
  ],
  [
    'a member at a wrong place of the list',
    { kind: 'membership', damage: changed({ memberSort: '9nowhere' }) },
    'stands at another place of the members',
  ],
  ['an organization that is gone', { kind: 'organization' }, 'which does not exist'],
  [
    'an organization without owner',
    {
      kind: 'membership',
      which: ({ role }) => role === 'owner',
      damage: changed({ role: 'admin', memberSort: '1ada\u0001' }),
    },
    'has 0 owners',
  ],
  [
    'an organization with two owners',
    {
      kind: 'membership',
      which: ({ role }) => role === 'member',
      damage: changed({ role: 'owner', memberSort: '0bob\u0001' }),
    },
    'has 2 owners',
  ],
  [
    'an invitation that does not hold its address',
    { kind: 'invitationAddress' },
    'a pending invitation does not hold its address',
  ],
  [
    'an address that is held for nobody',
    { kind: 'invitation', which: ({ status }) => status === 'pending' },
    'an address is held without a pending invitation',
  ],
  [
    'an address that is held too long',
    {
      kind: 'invitationAddress',
      damage: changed({ expiresAt: '2099-01-01T00:00:00.000Z', ttl: 4_070_908_800 }),
    },
    'an address is held longer or shorter',
  ],
  [
    'an address that is held in the name of another inviter',
    { kind: 'invitationAddress', damage: changed({ invitedByUserId: 'email:nobody' }) },
    'an address is held by an invitation of another inviter',
  ],
  [
    'an address that is held since another moment',
    { kind: 'invitationAddress', damage: changed({ createdAt: '2026-01-01T00:00:00.000Z' }) },
    'an address is held by an invitation of another inviter or moment',
  ],
  [
    'a session of no user',
    { kind: 'session', damage: changed({ userId: 'email:nobody' }) },
    'a session of user email:nobody, who does not exist',
  ],
  [
    "a session under another's key",
    { kind: 'session', damage: changed({ userId: 'email:nobody' }) },
    "a session of user email:nobody stands under another's key",
  ],
  [
    'an API token of no user',
    { kind: 'apiToken', damage: changed({ userId: 'email:nobody' }) },
    'an API token of user email:nobody, who does not exist',
  ],
  [
    'an account under another address',
    { kind: 'principal', damage: changed({ email: 'eve@example.com' }) },
    'stands under another address',
  ],
  [
    'a verified account that the table would remove',
    { kind: 'principal', damage: changed({ ttl: 1_800_000_000 }) },
    'principal is removed 2027-01-15T08:00:00.000Z, its time is over never',
  ],
  [
    'a verified account whose link was kept',
    {
      kind: 'principal',
      damage: changed({ verificationExpiresAt: '2027-01-15T08:00:00.000Z', ttl: 1_800_000_000 }),
    },
    'still has a link to verify it',
  ],
  [
    'a session that the table would keep',
    { kind: 'session', damage: without('ttl') },
    'session is removed never',
  ],
  [
    'an ended invitation that is still listed',
    {
      kind: 'invitation',
      which: ({ status }) => status === 'accepted',
      damage: changed({ gsi1pk: 'here', gsi1sk: 'now' }),
    },
    'has gsi1pk here, not undefined',
  ],
  ['a record without its content', { kind: 'organization', damage: without('name') }, 'lacks what its kind'],
  [
    'a record of an unknown kind',
    { kind: 'session', damage: changed({ __edb_e__: 'ghost' }) },
    'a record of an unknown kind, "ghost"',
  ],
]

/** A key in every index of every kind of record that it lists. */
export const listed: [kind: EntityName, key: string][] = [
  ['goal', 'gsi1sk'],
  ['goal', 'gsi2pk'],
  ['goal', 'gsi3sk'],
  ['goalLabel', 'gsi1sk'],
  ['goalLabelAssignment', 'gsi2sk'],
  ['membership', 'gsi1pk'],
  ['apiToken', 'gsi1sk'],
  ['invitation', 'gsi1sk'],
]
