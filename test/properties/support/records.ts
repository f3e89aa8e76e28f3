import { createDatabase } from '@cairn/domain/database/client'
import { keyOf, sortableName } from '@cairn/domain/database/keys'
import { ownerKeyOf } from '@cairn/domain/goals/rules'
import { memberSortOf } from '@cairn/domain/organizations/rules'
import { apiTokenEntity } from '@cairn/domain/table/entities/api-token'
import { goalEntity } from '@cairn/domain/table/entities/goal'
import { goalLabelEntity } from '@cairn/domain/table/entities/goal-labels/goal-label'
import { goalLabelAssignmentEntity } from '@cairn/domain/table/entities/goal-labels/goal-label-assignment'
import { goalLabelNameEntity } from '@cairn/domain/table/entities/goal-labels/goal-label-name'
import { goalUpdateEntity } from '@cairn/domain/table/entities/goal-update'
import { goalUpdateKeyEntity } from '@cairn/domain/table/entities/goal-update-key'
import { invitationEntity } from '@cairn/domain/table/entities/invitation'
import { invitationAddressEntity } from '@cairn/domain/table/entities/invitation-address'
import { membershipEntity } from '@cairn/domain/table/entities/membership'
import { organizationEntity } from '@cairn/domain/table/entities/organization'
import { principalEntity } from '@cairn/domain/table/entities/principal'
import { sessionEntity } from '@cairn/domain/table/entities/session'
import { userEntity } from '@cairn/domain/table/entities/user'

/** Creates keys only, without a connection; nothing listens at its endpoint. */
export const database = createDatabase({
  tableName: 'keys',
  endpoint: 'http://127.0.0.1:1',
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
})

/** The parts of all keys. The service chooses the ids; clients choose the rest. */
export type Parts = {
  organizationId: string
  otherId: string
  thirdId: string
  userId: string
  email: string
  name: string
  idempotencyKey: string
  revision: number
  time: string
}

/** The keys of a record in the table and in its indexes. */
export type Keys = { pk: string; sk: string } & { [index: `gsi${string}`]: string }

type Kind = {
  /** The parts that identify a record of the kind. */
  identity: (parts: Parts) => unknown[]
  put: (parts: Parts) => { params(): object }
}

const times = ({ time }: Parts) => ({ createdAt: time, updatedAt: time })
const authors = { createdByUserId: 'email:x', updatedByUserId: 'email:x' }

/** Every kind of record in the table, as the service writes it. */
export const kinds = {
  user: {
    identity: ({ userId }) => [userId],
    put: ({ userId, time, organizationId }) =>
      userEntity(database).put({
        userKey: keyOf(userId),
        userId,
        displayName: 'x',
        email: 'x',
        activeOrganizationId: organizationId,
        createdAt: time,
      }),
  },
  membership: {
    identity: ({ userId, organizationId }) => [userId, organizationId],
    put: ({ userId, organizationId, name, time }) =>
      membershipEntity(database).put({
        userKey: keyOf(userId),
        organizationId,
        userId,
        displayName: name,
        email: 'x',
        role: 'member',
        memberSort: memberSortOf('member', name),
        joinedAt: time,
      }),
  },
  organization: {
    identity: ({ organizationId }) => [organizationId],
    put: (parts) =>
      organizationEntity(database).put({
        organizationId: parts.organizationId,
        name: parts.name,
        createdByUserId: 'email:x',
        ...times(parts),
      }),
  },
  principal: {
    identity: ({ email }) => [email],
    put: ({ email, time }) =>
      principalEntity(database).put({
        emailKey: keyOf(email),
        email,
        userId: 'email:x',
        displayName: 'x',
        passwordHash: 'x',
        createdAt: time,
      }),
  },
  session: {
    identity: ({ userId, otherId }) => [userId, otherId],
    put: ({ userId, otherId, time }) =>
      sessionEntity(database).put({
        userKey: keyOf(userId),
        sessionHash: keyOf(otherId),
        userId,
        displayName: 'x',
        email: 'x',
        createdAt: time,
        expiresAt: time,
        ttl: 0,
      }),
  },
  invitation: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: ({ organizationId, otherId, email, time }) =>
      invitationEntity(database).put({
        organizationId,
        invitationId: otherId,
        email,
        role: 'member',
        status: 'pending',
        tokenHash: 'x',
        invitedByUserId: 'email:x',
        expiresAt: time,
        createdAt: time,
      }),
  },
  invitationAddress: {
    identity: ({ organizationId, email }) => [organizationId, email],
    put: ({ organizationId, email, otherId, time }) =>
      invitationAddressEntity(database).put({
        organizationId,
        emailKey: keyOf(email),
        invitationId: otherId,
        expiresAt: time,
        ttl: 0,
      }),
  },
  apiToken: {
    identity: ({ otherId }) => [otherId],
    put: ({ otherId, userId, organizationId, name, time }) =>
      apiTokenEntity(database).put({
        tokenId: otherId,
        userKey: keyOf(userId),
        userId,
        organizationId,
        name,
        scopes: ['goals:read'],
        secretHash: 'x',
        expiresAt: time,
        createdAt: time,
        ttl: 0,
      }),
  },
  goal: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) =>
      goalEntity(database).put({
        organizationId: parts.organizationId,
        goalId: parts.otherId,
        title: 'x',
        detailedDescription: 'x',
        status: 'active',
        timeframe: { kind: 'continuous' },
        ownerUserId: parts.userId,
        ownerKey: ownerKeyOf(parts.userId),
        labelIds: [],
        criteria: [],
        revision: 1,
        version: 1,
        ...authors,
        ...times(parts),
      }),
  },
  goalUpdate: {
    identity: ({ organizationId, otherId, revision }) => [organizationId, otherId, revision],
    put: ({ organizationId, otherId, revision, idempotencyKey, time }) =>
      goalUpdateEntity(database).put({
        organizationId,
        goalId: otherId,
        revision,
        updateId: 'x',
        status: 'active',
        summary: 'x',
        details: 'x',
        authorityUserId: 'x',
        actor: { kind: 'user', id: 'x', runId: null },
        authentication: { kind: 'session', subjectId: 'x' },
        idempotencyKey,
        createdAt: time,
      }),
  },
  goalUpdateKey: {
    identity: ({ organizationId, otherId, idempotencyKey }) => [organizationId, otherId, idempotencyKey],
    put: ({ organizationId, otherId, idempotencyKey, revision }) =>
      goalUpdateKeyEntity(database).put({
        organizationId,
        goalId: otherId,
        idempotencyKeyHash: keyOf(idempotencyKey),
        fingerprint: 'x',
        revision,
      }),
  },
  goalLabel: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) =>
      goalLabelEntity(database).put({
        organizationId: parts.organizationId,
        labelId: parts.otherId,
        name: parts.name,
        nameSort: sortableName(parts.name),
        useCount: 0,
        ...authors,
        ...times(parts),
      }),
  },
  goalLabelName: {
    // The contract compares names case-insensitively, so names that differ only in case share a key.
    identity: ({ organizationId, name }) => [organizationId, name.normalize('NFC').toLowerCase()],
    put: ({ organizationId, name, otherId }) =>
      goalLabelNameEntity(database).put({
        organizationId,
        nameKey: keyOf(name.normalize('NFC').toLowerCase()),
        labelId: otherId,
      }),
  },
  goalLabelAssignment: {
    identity: ({ organizationId, otherId, thirdId }) => [organizationId, otherId, thirdId],
    put: ({ organizationId, otherId, thirdId, time }) =>
      goalLabelAssignmentEntity(database).put({
        organizationId,
        goalId: otherId,
        labelId: thirdId,
        updatedAt: time,
      }),
  },
} satisfies Record<string, Kind>

export type KindName = keyof typeof kinds
export const kindNames = Object.keys(kinds) as KindName[]

export function keysOf(kind: KindName, parts: Parts): Keys {
  const { Item } = kinds[kind].put(parts).params() as { Item: Record<string, unknown> }
  return Object.fromEntries(Object.entries(Item).filter(([name]) => /^(gsi\d)?[ps]k$/.test(name))) as Keys
}

/** Equal for two records if and only if they are the same record. */
export function identityOf(kind: KindName, parts: Parts): string {
  const { identity }: Kind = kinds[kind]
  return JSON.stringify([kind, ...identity(parts)])
}
