import { keyOf } from '@cairn/domain/database/keys'
import { ownerKeyOf } from '@cairn/domain/goals/rules'
import { apiTokenEntity } from '@cairn/domain/table/entities/api-token'
import { goalEntity } from '@cairn/domain/table/entities/goal'
import { goalLabelEntity } from '@cairn/domain/table/entities/goal-labels/goal-label'
import { goalLabelAssignmentEntity } from '@cairn/domain/table/entities/goal-labels/goal-label-assignment'
import { goalUpdateEntity } from '@cairn/domain/table/entities/goal-update'
import { invitationEntity } from '@cairn/domain/table/entities/invitation'
import { membershipEntity } from '@cairn/domain/table/entities/membership'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostileText } from './support/hostile-text.ts'
import { database, type Keys, type KindName, keysOf, kindNames, type Parts } from './support/records.ts'
import { runs } from './support/seed.ts'

const id = fc.constantFrom('6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d11', '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d12')
const text = fc.oneof(fc.constantFrom('a', 'A', 'a#', 'nobody'), hostileText(20))
const parts: fc.Arbitrary<Parts> = fc.record({
  organizationId: id,
  otherId: id,
  thirdId: id,
  userId: text,
  email: text,
  name: text,
  idempotencyKey: text,
  revision: fc.integer({ min: 1, max: 1000 }),
  time: fc.constant('2026-11-20T10:00:00.000Z'),
})

type List = {
  kind: KindName
  query: (queried: Parts) => { params(): object }
  /** Whether a record of the kind belongs to the queried list. */
  belongs: (record: Parts, queried: Parts) => boolean
}

const lists: Record<string, List> = {
  'goals of an organization': {
    kind: 'goal',
    query: ({ organizationId }) => goalEntity(database).query.byOrganization({ organizationId }),
    belongs: (record, queried) => record.organizationId === queried.organizationId,
  },
  'goals of an owner': {
    kind: 'goal',
    query: ({ organizationId, userId }) =>
      goalEntity(database).query.byOwner({ organizationId, ownerKey: ownerKeyOf(userId) }),
    belongs: (record, queried) =>
      record.organizationId === queried.organizationId && record.userId === queried.userId,
  },
  'goals in a status': {
    kind: 'goal',
    query: ({ organizationId }) => goalEntity(database).query.byStatus({ organizationId, status: 'active' }),
    belongs: (record, queried) => record.organizationId === queried.organizationId,
  },
  'goals with a label': {
    kind: 'goalLabelAssignment',
    query: ({ organizationId, thirdId }) =>
      goalLabelAssignmentEntity(database).query.byLabel({ organizationId, labelId: thirdId }),
    belongs: (record, queried) =>
      record.organizationId === queried.organizationId && record.thirdId === queried.thirdId,
  },
  'history of a goal': {
    kind: 'goalUpdate',
    query: ({ organizationId, otherId }) =>
      goalUpdateEntity(database).query.record({ organizationId, goalId: otherId }),
    belongs: (record, queried) =>
      record.organizationId === queried.organizationId && record.otherId === queried.otherId,
  },
  'labels by name': {
    kind: 'goalLabel',
    query: ({ organizationId }) => goalLabelEntity(database).query.byName({ organizationId }),
    belongs: (record, queried) => record.organizationId === queried.organizationId,
  },
  'labels by id': {
    kind: 'goalLabel',
    query: ({ organizationId }) => goalLabelEntity(database).query.record({ organizationId }),
    belongs: (record, queried) => record.organizationId === queried.organizationId,
  },
  'members of an organization': {
    kind: 'membership',
    query: ({ organizationId }) => membershipEntity(database).query.byOrganization({ organizationId }),
    belongs: (record, queried) => record.organizationId === queried.organizationId,
  },
  'memberships of a user': {
    kind: 'membership',
    query: ({ userId }) => membershipEntity(database).query.record({ userKey: keyOf(userId) }),
    belongs: (record, queried) => record.userId === queried.userId,
  },
  'pending invitations': {
    kind: 'invitation',
    query: ({ organizationId }) => invitationEntity(database).query.pendingByOrganization({ organizationId }),
    belongs: (record, queried) => record.organizationId === queried.organizationId,
  },
  'tokens of a user in an organization': {
    kind: 'apiToken',
    query: ({ organizationId, userId }) =>
      apiTokenEntity(database).query.byUserAndOrganization({ organizationId, userKey: keyOf(userId) }),
    belongs: (record, queried) =>
      record.organizationId === queried.organizationId && record.userId === queried.userId,
  },
}

type QueryParameters = {
  IndexName?: 'gsi1' | 'gsi2' | 'gsi3'
  KeyConditionExpression: string
  ExpressionAttributeValues: { ':pk': string; ':sk1': string }
}

/** Whether DynamoDB would return a record with these keys. */
function finds(query: QueryParameters, keys: Keys): boolean {
  expect(query.KeyConditionExpression).toBe('#pk = :pk and begins_with(#sk1, :sk1)')
  const { ':pk': pk, ':sk1': prefix } = query.ExpressionAttributeValues
  const { IndexName: index = '' } = query
  const stored = keys as Record<string, string>
  return stored[`${index}pk`] === pk && (stored[`${index}sk`] ?? '').startsWith(prefix)
}

describe('a list query', () => {
  it.each(Object.entries(lists))('finds the %s and nothing else', (_, list) => {
    fc.assert(
      fc.property(parts, parts, fc.constantFrom(...kindNames, list.kind), (queried, record, kind) => {
        const query = list.query(queried).params() as QueryParameters
        expect(finds(query, keysOf(kind, record))).toBe(kind === list.kind && list.belongs(record, queried))
      }),
      runs(300),
    )
  })
})
