import type { Goal } from '@cairn/contract/schemas/goals'
import type { Access } from '../../access.ts'
import type { Context } from '../../context.ts'
import { accessPattern } from '../../database/query-records.ts'
import { readRecords } from '../../database/read-record.ts'
import { type Page, type PageQuery, readPage } from '../../pagination/read-page.ts'
import { type GoalRecord, goalEntity } from '../../table/entities/goal.ts'
import {
  type GoalLabelAssignmentRecord,
  goalLabelAssignmentEntity,
} from '../../table/entities/goal-labels/goal-label-assignment.ts'
import { type GoalFilters, goalListBinding } from '../goal-filters.ts'

/** A goal with the label assignment that led to it, whose `updatedAt` orders the list. */
type Labeled = GoalRecord & { assignment: GoalLabelAssignmentRecord }

/** With more filters, a page is filled from this many of the label's goals: one batch of reads. */
const filteredAssignments = 100

/**
 * Lists the goals with a label: reads assignments from the label's index, then the goals by key. With more filters, a
 * page can be shorter than its limit: it reads only one batch.
 */
export function listLabeledGoals(
  context: Context,
  access: Access,
  page: PageQuery,
  filters: GoalFilters & { labelId: string },
  present: (goals: GoalRecord[]) => Promise<Goal[]>,
): Promise<Page<Goal>> {
  const { database } = context
  const { organizationId } = access
  const { labelId, status, health, ownerUserId } = filters
  const hasOtherFilters = status !== undefined || health !== undefined || ownerUserId !== undefined

  const byLabel = accessPattern(database, goalLabelAssignmentEntity, 'byLabel', (entity, options) =>
    entity.query.byLabel({ organizationId, labelId }).params({ ...options, order: 'desc' }),
  )

  return readPage<Labeled, Goal>(context, page, {
    binding: goalListBinding(access, filters),
    filtered: hasOtherFilters,
    present,
    query: async ({ cursor, limit = filteredAssignments }) => {
      const assignments = await byLabel.query({ cursor, limit })
      // One extra assignment shows that there is another page. Its goal is not read.
      const isMore = !hasOtherFilters && assignments.data.length === limit
      const shown = isMore ? assignments.data.slice(0, -1) : assignments.data
      const last = shown.at(-1)
      const keys = shown.map(({ goalId }) => ({ organizationId, goalId }))
      const goals = await readRecords(database, goalEntity, keys)
      const byId = new Map(goals.map((goal) => [goal.goalId, goal]))
      const data = shown.flatMap((assignment) => {
        const goal = byId.get(assignment.goalId)
        return goal && matches(goal, filters) ? [{ ...goal, assignment }] : []
      })
      return { data, cursor: isMore && last ? byLabel.cursorAt(last) : assignments.cursor }
    },
    cursorAt: ({ assignment }) => byLabel.cursorAt(assignment),
  })
}

/** The index is eventually consistent, so the label is checked on the goal itself. */
function matches(goal: GoalRecord, { labelId, status, health, ownerUserId }: GoalFilters): boolean {
  return (
    (labelId === undefined || goal.labelIds.includes(labelId)) &&
    (status === undefined || goal.status === status) &&
    (health === undefined || goal.health === health) &&
    (ownerUserId === undefined || goal.ownerUserId === ownerUserId)
  )
}
