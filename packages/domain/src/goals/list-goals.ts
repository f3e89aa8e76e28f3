import type { InputOf } from '@cairn/contract/registry'
import type { Goal } from '@cairn/contract/schemas/goals'
import type { Access } from '../access.ts'
import type { Context } from '../context.ts'
import { accessPattern } from '../database/query-records.ts'
import type { Implementation } from '../operation.ts'
import { type Page, readPage } from '../pagination/read-page.ts'
import { type GoalEntity, type GoalRecord, goalEntity } from '../table/entities/goal.ts'
import { type GoalFilters, goalListBinding } from './goal-filters.ts'
import { listLabeledGoals } from './labels/list-labeled-goals.ts'
import { readLabelDirectory } from './labels/read-goal-labels.ts'
import { ownerKeyOf } from './rules.ts'
import { toGoalResponse } from './to-goal-response.ts'

/**
 * Lists goals, last updated first. Queries the index of the most selective filter: label, then owner, then status,
 * otherwise the organization. A token without `goals:read:all` sees only its owner's goals.
 */
export const listGoals: Implementation<'listGoals'> = async (context, access, { query }) => {
  const { database } = context
  const seesAll = access.scopes === 'session' || access.scopes.has('goals:read:all')
  const { status, health, labelId, ownerUserId = seesAll ? undefined : access.userId } = query
  const filters = { status, health, labelId, ownerUserId }
  if (!seesAll && ownerUserId !== access.userId) {
    // An empty list must refuse a forged cursor too.
    if (query.cursor !== undefined) context.cursors.open(goalListBinding(access, filters), query.cursor)
    await access.role
    return { goals: [], nextCursor: null }
  }
  // Read in parallel with the goals.
  const directory = readLabelDirectory(database, access.organizationId)
  const present = async (goals: GoalRecord[]): Promise<Goal[]> => {
    const labelsOf = await directory
    const labels = await labelsOf(goals.flatMap(({ labelIds }) => labelIds))
    return goals.map((goal) => toGoalResponse(goal, labels))
  }
  const [, { items: goals, nextCursor }] = await Promise.all([
    access.role,
    labelId === undefined
      ? listIndexedGoals(context, access, query, filters, present)
      : listLabeledGoals(context, access, query, { ...filters, labelId }, present),
    directory,
  ])
  return { goals, nextCursor }
}

/** Lists goals with one query of an index, which contains whole goals. */
function listIndexedGoals(
  context: Context,
  access: Access,
  page: InputOf<'listGoals'>['query'],
  filters: GoalFilters,
  present: (goals: GoalRecord[]) => Promise<Goal[]>,
): Promise<Page<Goal>> {
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
    present,
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
