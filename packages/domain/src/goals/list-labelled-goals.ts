import type { Access } from '../access.ts'
import type { Context } from '../context.ts'
import { type Page, type PageQuery, readPage } from '../page.ts'
import { readAll } from '../read-all.ts'
import { type GoalRecord, goalEntity } from '../table/goal.ts'
import {
  type GoalLabelAssignmentRecord,
  goalLabelAssignmentConversions,
  goalLabelAssignmentEntity,
} from '../table/goal-label-assignment.ts'
import { type GoalFilters, goalListBinding } from './goal-filters.ts'

/** As DynamoDB ends a query at 1 MB, so does a page of goals that were read by key. */
const maximumPageBytes = 1024 * 1024

type Labelled = { assignment: GoalLabelAssignmentRecord; goal: GoalRecord | undefined }

/**
 * The goals that carry a label: their assignments from the label's index, then the goals by key. Other filters
 * thin the page out; it never reads further to fill up.
 */
export async function listLabelledGoals(
  context: Context,
  access: Access,
  page: PageQuery,
  filters: GoalFilters & { labelId: string },
): Promise<Page<GoalRecord>> {
  const { database } = context
  const { organizationId } = access
  const { labelId } = filters
  const cursorAt = ({ assignment }: Labelled) =>
    goalLabelAssignmentConversions(database).byAccessPattern.byLabel.fromComposite.toCursor(assignment)

  const { items, nextCursor } = await readPage<Labelled>(context, page, {
    binding: goalListBinding(access, filters),
    query: async (options) => {
      const assignments = await goalLabelAssignmentEntity(database)
        .query.byLabel({ organizationId, labelId })
        .go({ ...options, order: 'desc' })
      const keys = assignments.data.map(({ goalId }) => ({ organizationId, goalId }))
      const goals = await readAll(database, keys, (some) =>
        goalEntity(database).get(some).go({ consistent: true }),
      )
      const byId = new Map(goals.map((goal) => [goal.goalId, goal]))
      const data = assignments.data.map((assignment) => ({ assignment, goal: byId.get(assignment.goalId) }))
      const kept = data.slice(0, countWithin(maximumPageBytes, data))
      const last = kept.at(-1)
      return { data: kept, cursor: kept.length < data.length && last ? cursorAt(last) : assignments.cursor }
    },
    cursorAt,
  })
  return {
    items: items.flatMap(({ goal }) => (goal && matches(goal, filters) ? [goal] : [])),
    nextCursor,
  }
}

/** The index shows a write late, so the label is looked up in the goal itself. */
function matches(goal: GoalRecord, { labelId, status, health, ownerUserId }: GoalFilters): boolean {
  return (
    (labelId === undefined || goal.labelIds.includes(labelId)) &&
    (status === undefined || goal.status === status) &&
    (health === undefined || goal.health === health) &&
    (ownerUserId === undefined || goal.ownerUserId === ownerUserId)
  )
}

/** How many of the goals fit into `maximumBytes`, at least one. */
function countWithin(maximumBytes: number, labelled: readonly Labelled[]): number {
  let bytes = 0
  const tooMuch = labelled.findIndex(({ goal }, index) => {
    bytes += goal ? Buffer.byteLength(JSON.stringify(goal)) : 0
    return index > 0 && bytes > maximumBytes
  })
  return tooMuch === -1 ? labelled.length : tooMuch
}
