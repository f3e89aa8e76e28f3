import type { InputOf } from '@cairn/contract/registry'
import type { Goal } from '@cairn/contract/schemas/goals'
import type { Access } from '../access.ts'
import type { Context } from '../context.ts'
import type { Implementation } from '../operation.ts'
import { type Page, readPage } from '../page.ts'
import { accessPattern } from '../query-records.ts'
import { type GoalEntity, type GoalRecord, goalEntity } from '../table/goal.ts'
import { type GoalFilters, goalListBinding } from './goal-filters.ts'
import { readLabelDirectory } from './goal-labels-of.ts'
import { goalOf } from './goal-of.ts'
import { listLabelledGoals } from './list-labelled-goals.ts'
import { ownerKeyOf } from './rules.ts'

/**
 * Lists goals, the last updated first, from the index that leaves the least to filter: label, else owner, else
 * status, else the organization. A token without `goals:read:all` sees its owner's goals only.
 */
export const listGoals: Implementation<'listGoals'> = async (context, access, { query }) => {
  const { database } = context
  const seesAll = access.scopes === 'session' || access.scopes.has('goals:read:all')
  const { status, health, labelId, ownerUserId = seesAll ? undefined : access.userId } = query
  const filters = { status, health, labelId, ownerUserId }
  if (!seesAll && ownerUserId !== access.userId) {
    // An empty list refuses a forged cursor too.
    if (query.cursor !== undefined) context.cursors.open(goalListBinding(access, filters), query.cursor)
    await access.role
    return { goals: [], nextCursor: null }
  }
  const [, page, labelsOf] = await Promise.all([
    access.role,
    labelId === undefined
      ? listIndexedGoals(context, access, query, filters)
      : listLabelledGoals(context, access, query, { ...filters, labelId }),
    readLabelDirectory(database, access.organizationId),
  ])
  const labels = await labelsOf(page.items.flatMap(({ labelIds }) => labelIds))
  const goals = page.items.map((goal) => goalOf(goal, labels))
  const { items, nextCursor } = page.endBehind(countWithin(maximumAnswerBytes, goals))
  return { goals: goals.slice(0, items.length), nextCursor }
}

/**
 * A Lambda function answers 6 MB at most. DynamoDB ends a page at 1 MB as stored, but labels are joined to it, and JSON
 * escapes take up to six times their character.
 */
const maximumAnswerBytes = 4 * 1024 * 1024

/** How many of the goals fit into an answer of so many bytes. */
function countWithin(maximumBytes: number, goals: readonly Goal[]): number {
  let bytes = 0
  const tooMuch = goals.findIndex((goal) => {
    bytes += Buffer.byteLength(JSON.stringify(goal))
    return bytes > maximumBytes
  })
  return tooMuch === -1 ? goals.length : tooMuch
}

/** One query of the index that fits, which carries whole goals. */
function listIndexedGoals(
  context: Context,
  access: Access,
  page: InputOf<'listGoals'>['query'],
  filters: GoalFilters,
): Promise<Page<GoalRecord>> {
  const { database } = context
  const { organizationId } = access
  const { status, health, ownerUserId } = filters
  const index = ownerUserId !== undefined ? 'byOwner' : status !== undefined ? 'byStatus' : 'byOrganization'
  const filteredStatus = index === 'byOwner' ? status : undefined

  const byIndex = (entity: GoalEntity) => {
    if (index === 'byOwner')
      return entity.query.byOwner({ organizationId, ownerKey: ownerKeyOf(ownerUserId) })
    if (index === 'byStatus' && status) return entity.query.byStatus({ organizationId, status })
    return entity.query.byOrganization({ organizationId })
  }
  return readPage(context, page, {
    binding: goalListBinding(access, filters),
    filtered: health !== undefined || filteredStatus !== undefined,
    ...accessPattern(database, goalEntity, index, (entity, options) =>
      byIndex(entity)
        .where((goal, { eq }) =>
          [health && eq(goal.health, health), filteredStatus && eq(goal.status, filteredStatus)]
            .filter(Boolean)
            .join(' AND '),
        )
        .params({ ...options, order: 'desc' }),
    ),
  })
}
