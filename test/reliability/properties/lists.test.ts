import { goalStatuses } from '@cairn/contract/schemas/goals/goal-values'
import type { GoalFilters } from '@cairn/domain/goals/list/goal-filters'
import { positionOf, queryRows } from '@cairn/domain/goals/list/goal-index'
import type { Database } from '@cairn/domain/storage/database/client'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { queryParameters } from '@cairn/domain/storage/database/query-records'
import { apiTokenEntity } from '@cairn/domain/storage/table/entities/api-token'
import { goalLabelEntity } from '@cairn/domain/storage/table/entities/goal-labels/goal-label'
import { goalEditEntity } from '@cairn/domain/storage/table/entities/goals/goal-edit'
import { goalReportEntity } from '@cairn/domain/storage/table/entities/goals/goal-report'
import { goalKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { invitationEntity } from '@cairn/domain/storage/table/entities/organizations/invitation'
import { membershipEntity } from '@cairn/domain/storage/table/entities/organizations/membership'
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
  query: (queried: Parts) => object
  /** Whether a record of the kind belongs to the queried list. */
  belongs: (record: Parts, queried: Parts) => boolean
}

const lists: Record<string, List> = {
  'reports of a goal': {
    kind: 'goalReport',
    query: ({ organizationId, otherId }) =>
      queryParameters(database, goalReportEntity, 'record', goalKeyOf({ organizationId, goalId: otherId })),
    belongs: (record, queried) =>
      record.organizationId === queried.organizationId && record.otherId === queried.otherId,
  },
  'edits of a goal': {
    kind: 'goalEdit',
    query: ({ organizationId, otherId }) =>
      queryParameters(database, goalEditEntity, 'record', goalKeyOf({ organizationId, goalId: otherId })),
    belongs: (record, queried) =>
      record.organizationId === queried.organizationId && record.otherId === queried.otherId,
  },
  'labels by name': {
    kind: 'goalLabel',
    query: ({ organizationId }) => queryParameters(database, goalLabelEntity, 'byName', { organizationId }),
    belongs: (record, queried) => record.organizationId === queried.organizationId,
  },
  'labels by id': {
    kind: 'goalLabel',
    query: ({ organizationId }) => queryParameters(database, goalLabelEntity, 'record', { organizationId }),
    belongs: (record, queried) => record.organizationId === queried.organizationId,
  },
  'members of an organization': {
    kind: 'membership',
    query: ({ organizationId }) =>
      queryParameters(database, membershipEntity, 'byOrganization', { organizationId }),
    belongs: (record, queried) => record.organizationId === queried.organizationId,
  },
  'memberships of a user': {
    kind: 'membership',
    query: ({ userId }) => queryParameters(database, membershipEntity, 'record', { userKey: keyOf(userId) }),
    belongs: (record, queried) => record.userId === queried.userId,
  },
  'pending invitations': {
    kind: 'invitation',
    query: ({ organizationId }) =>
      queryParameters(database, invitationEntity, 'pendingByOrganization', { organizationId }),
    belongs: (record, queried) => record.organizationId === queried.organizationId,
  },
  'tokens of a user in an organization': {
    kind: 'apiToken',
    query: ({ organizationId, userId }) =>
      queryParameters(database, apiTokenEntity, 'byUserAndOrganization', {
        organizationId,
        userKey: keyOf(userId),
      }),
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
        const query = list.query(queried) as QueryParameters
        expect(finds(query, keysOf(kind, record))).toBe(kind === list.kind && list.belongs(record, queried))
      }),
      runs(300),
    )
  })
})

const goalId = fc.oneof(id, fc.uuid())
const goalParts: fc.Arbitrary<Parts> = fc
  .tuple(parts, goalId, fc.constantFrom(...goalStatuses), fc.integer({ min: -3, max: 3 }))
  .map(([rest, otherId, status, offset]) => ({
    ...rest,
    otherId,
    status,
    time: new Date(Date.parse(rest.time) + offset).toISOString(),
  }))
const goalFilters: fc.Arbitrary<
  Omit<GoalFilters, 'labelId' | 'owners'> & { by: 'label' | 'owner' | 'nothing' }
> = fc.record({
  statuses: fc.uniqueArray(fc.constantFrom(...goalStatuses), { minLength: 1 }),
  by: fc.constantFrom('label', 'owner', 'nothing'),
  updatedSince: fc.option(
    goalParts.map(({ time }) => time),
    { nil: undefined },
  ),
  health: fc.constant(undefined),
  due: fc.constant(undefined),
  attention: fc.constant(undefined),
  parentGoalId: fc.constant(undefined),
  blockerGoalId: fc.constant(undefined),
  ready: fc.constant(undefined),
  blocked: fc.constant(undefined),
})

type RowQuery = {
  IndexName: 'gsi1' | 'gsi2'
  ExpressionAttributeValues: { ':pk': string; ':from': string; ':below': string }
}

/** The queries that a list of goals makes, caught before they reach a database. */
async function queriesOf(organizationId: string, filters: GoalFilters, cursor: string | null) {
  const queries: RowQuery[] = []
  const client = {
    send: async ({ input }: { input: RowQuery }) => {
      queries.push(input)
      return {}
    },
  }
  await queryRows({ ...database, client } as unknown as Database, organizationId, filters, { cursor })
  return queries
}

describe('a list of goals', () => {
  it('finds in one query the goals that match its index and are below its position, and no other record', async () => {
    await fc.assert(
      fc.asyncProperty(
        goalFilters,
        goalParts,
        goalParts,
        fc.option(goalParts, { nil: null }),
        fc.constantFrom(...kindNames, 'goalRow' as const, 'goalRow' as const, 'goalLabelRow' as const),
        fc.option(fc.constant('somebody else'), { nil: null }),
        async ({ by, ...rest }, queried, record, last, kind, other) => {
          const filters: GoalFilters = {
            ...rest,
            labelId: by === 'label' ? queried.thirdId : undefined,
            owners: by === 'owner' ? [queried.userId, ...(other === null ? [] : [other])] : undefined,
          }
          const positionIn = ({ time, otherId }: Parts) => positionOf({ updatedAt: time, goalId: otherId })
          const cursor = last && positionIn(last)
          const { updatedSince } = filters
          const keys = keysOf(kind, record) as Record<string, string>
          const finding = (await queriesOf(queried.organizationId, filters, cursor)).filter(
            ({ IndexName: index, ExpressionAttributeValues: values }) =>
              keys[`${index}pk`] === values[':pk'] &&
              (keys[`${index}sk`] ?? '') >= values[':from'] &&
              (keys[`${index}sk`] ?? '') <= values[':below'],
          )
          const belongs =
            kind === (by === 'label' ? 'goalLabelRow' : 'goalRow') &&
            record.organizationId === queried.organizationId &&
            filters.statuses.includes(record.status ?? 'active') &&
            (by !== 'label' || record.thirdId === queried.thirdId) &&
            (by !== 'owner' || (filters.owners ?? []).includes(record.userId)) &&
            (updatedSince === undefined || record.time >= updatedSince) &&
            (cursor === null || positionIn(record) < cursor)
          expect(finding).toHaveLength(belongs ? 1 : 0)
        },
      ),
      runs(2_000),
    )
  })
})
