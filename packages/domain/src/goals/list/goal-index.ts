/**
 * The indexes of goals. Each has one partition per status, so that closed goals cost lists of open ones nothing. A list
 * asks all wanted partitions in parallel and merges them, last change first.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { type GoalStatus, goalStatuses } from '@cairn/contract/schemas/goals/goal-values'
import type { Database } from '../../storage/database/client.ts'
import type { Position, QueryOptions, QueryResult } from '../../storage/database/query-records.ts'
import {
  decodeRow,
  type GoalRow,
  goalLabelRowEntity,
  goalRowEntity,
  ownerKeyOf,
} from '../../storage/table/entities/goals/goal-row.ts'
import { partitionKeyOf, toRecord } from '../../storage/table/entity.ts'
import { shortId } from '../../storage/table/short-id.ts'
import type { GoalFilters } from './goal-filters.ts'

/** A partition of an index, and what reads it. */
type Partition = {
  entity: typeof goalRowEntity | typeof goalLabelRowEntity
  index: 'gsi1' | 'gsi2'
  pk: string
}

/** The attributes of a row, without keys. */
const projection = {
  ProjectionExpression: '#e, #ev, #o, #g, #s, #w, #t, #v, #c',
  ExpressionAttributeNames: {
    '#e': '__edb_e__',
    '#ev': '__edb_v__',
    '#o': 'o',
    '#g': 'g',
    '#s': 's',
    '#w': 'w',
    '#t': 't',
    '#v': 'v',
    '#c': 'c',
  },
}

/** The position of a goal in every list. Later changes sort higher. */
export function positionOf({ updatedAt, goalId }: Pick<GoalRow, 'updatedAt' | 'goalId'>): Position {
  return `${Date.parse(updatedAt)}#${shortId(goalId)}`
}

/**
 * Reads the rows of an organization's goals below a position, last change first, from the index of the most selective
 * filter: label, then owners, otherwise status. Eventually consistent.
 *
 * @param options.limit  Rows to read at most from each partition. Default: one page of the index, 1 MB. Partitions of several owners
 *   share what one page has, so a page can be shorter and have a next one.
 */
export async function queryRows(
  database: Database,
  organizationId: string,
  filters: Pick<GoalFilters, 'statuses' | 'owners' | 'labelId' | 'updatedSince'>,
  { cursor, limit }: QueryOptions,
): Promise<QueryResult<GoalRow>> {
  const partitions = partitionsOf(organizationId, filters)
  const share = limitOfEach(partitions.length, limit)
  const pages = await Promise.all(
    partitions.map((partition) =>
      queryPartition(database, partition, { since: filters.updatedSince, below: cursor, limit: share }),
    ),
  )
  return mergeRows(pages)
}

/** The number of rows in one page of the index, about. */
const rowsOfPage = 1_200

/** A list without several owners asks one partition for each status. */
function limitOfEach(partitions: number, limit: number | undefined): number | undefined {
  if (partitions <= goalStatuses.length) return limit
  return Math.min(limit ?? rowsOfPage, Math.ceil(rowsOfPage / partitions))
}

/** The goals read of a partition, last change first; `end`: where the rest of it begins. */
type PartitionPage = { data: GoalRow[]; end: Position | undefined }

/** Merges what was read of several partitions. Pure. */
export function mergeRows(pages: readonly PartitionPage[]): QueryResult<GoalRow> {
  // Below the end of an unfinished page, its partition may have goals that were not read.
  const ends = pages.flatMap(({ end }) => end ?? [])
  const end = ends.length === 0 ? null : ends.reduce((left, right) => (left > right ? left : right))
  const rows = new Map<string, GoalRow>()
  for (const row of pages.flatMap(({ data }) => data)) {
    // A goal whose status is being changed can be in two partitions for a moment. The later version counts.
    const known = rows.get(row.goalId)
    if (!known || known.version < row.version) rows.set(row.goalId, row)
  }
  const data = [...rows.values()]
    .map((row) => ({ row, position: positionOf(row) }))
    .filter(({ position }) => end === null || position >= end)
    .sort((left, right) => (left.position < right.position ? 1 : -1))
    .map(({ row }) => row)
  return { data, cursor: end }
}

/**
 * Reads the rows of active goals, of one owner or of all, the longest unchanged first. Eventually consistent.
 *
 * @param above  Only rows behind this position.
 * @returns At most one page of the index, 1 MB, which is some 1,200 goals; `end`, where the rest begins, if there are more.
 */
export async function queryActiveRows(
  database: Database,
  organizationId: string,
  { owners }: Pick<GoalFilters, 'owners'>,
  above?: Position,
): Promise<{ rows: GoalRow[]; end: Position | undefined }> {
  const filters = { statuses: ['active'] as const, owners, labelId: undefined }
  const pages = await Promise.all(
    partitionsOf(organizationId, filters).map((partition) =>
      queryPartition(database, partition, { order: 'asc', above }),
    ),
  )
  return { rows: pages.flatMap(({ data }) => data), end: pages.find(({ end }) => end !== undefined)?.end }
}

/** Reads the rows of goals, the longest unchanged first: one page of the index. Eventually consistent. */
export async function queryLongestUnchanged(
  database: Database,
  organizationId: string,
  filters: Pick<GoalFilters, 'statuses' | 'owners' | 'labelId'>,
): Promise<GoalRow[]> {
  const pages = await Promise.all(
    partitionsOf(organizationId, filters).map((partition) =>
      queryPartition(database, partition, { order: 'asc' }),
    ),
  )
  return pages.flatMap(({ data }) => data)
}

function partitionsOf(
  organizationId: string,
  { statuses, owners, labelId }: Pick<GoalFilters, 'statuses' | 'owners' | 'labelId'>,
): Partition[] {
  const organizationKey = shortId(organizationId)
  return statuses.flatMap((status: GoalStatus): Partition | Partition[] => {
    if (labelId !== undefined) {
      const key = { organizationKey, labelKey: shortId(labelId), status }
      return {
        entity: goalLabelRowEntity,
        index: 'gsi2',
        pk: partitionKeyOf(goalLabelRowEntity, 'byLabel', key),
      }
    }
    if (owners !== undefined) {
      return owners.map((owner) => {
        const key = { organizationKey, ownerKey: ownerKeyOf(owner), status }
        return { entity: goalRowEntity, index: 'gsi2', pk: partitionKeyOf(goalRowEntity, 'byOwner', key) }
      })
    }
    const key = { organizationKey, status }
    return { entity: goalRowEntity, index: 'gsi1', pk: partitionKeyOf(goalRowEntity, 'byStatus', key) }
  })
}

async function queryPartition(
  { client, tableName }: Database,
  { entity, index, pk }: Partition,
  {
    since,
    above,
    below = null,
    limit,
    order = 'desc',
  }: {
    since?: string | undefined
    above?: Position | undefined
    below?: Position | null
    limit?: number | undefined
    order?: 'asc' | 'desc'
  },
): Promise<PartitionPage> {
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: index,
      KeyConditionExpression: `${index}pk = :pk AND ${index}sk BETWEEN :from AND :below`,
      ExpressionAttributeValues: {
        ':pk': pk,
        ':from': above !== undefined ? `${above}~` : since === undefined ? '0' : firstPositionAt(since),
        ':below': below === null ? afterAll : justBelow(below),
      },
      ScanIndexForward: order === 'asc',
      ...projection,
      ...(limit !== undefined && { Limit: limit }),
    }),
  )
  const data = Items.flatMap((item) => {
    const record = toRecord(entity, item)
    return record ? decodeRow(record) : []
  })
  return { data, end: LastEvaluatedKey && String(LastEvaluatedKey[`${index}sk`]) }
}

/** Positions start with milliseconds of 13 digits. */
const millisecondDigits = 13
const afterAll = ':'
const latestMilliseconds = 10 ** millisecondDigits - 1

/** Sorts before all positions at or after a time. Times before 1970 and after 2286 have another number of digits. */
function firstPositionAt(time: string): Position {
  const milliseconds = Math.min(Math.max(0, Date.parse(time)), latestMilliseconds)
  return String(milliseconds).padStart(millisecondDigits, '0')
}

/** Sorts below a position and above all lower ones, which have the same length. */
function justBelow(position: Position): string {
  return `${position.slice(0, -1)}${String.fromCharCode(position.charCodeAt(position.length - 1) - 1)}~`
}
