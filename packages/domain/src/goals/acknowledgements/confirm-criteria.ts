/** The confirmation of criteria that a report judged as met: what it changes of a goal, which keeps its version. */
import { ServiceError } from '@cairn/contract/errors/errors'
import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'
import type { Database } from '../../storage/database/client.ts'
import type { GoalAcknowledgementRecord } from '../../storage/table/entities/goals/goal-acknowledgement.ts'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import type { GoalState } from '../record/read-goal.ts'
import { summarize } from '../record/summarize.ts'
import { isKnownTo, traitsItem } from '../record/traits.ts'
import { rowItems, standingItem } from '../record/write-goal.ts'
import { requireKnown } from '../record/write-texts.ts'
import { reviewItem } from '../review/open-review.ts'
import { confirmationNotAllowed, rightToConfirm } from '../review/verification.ts'

type Confirmation = {
  userId: string
  role: OrganizationRole
  at: string
  /** The report. */
  revision: number
  /** The caller's acknowledgement of it. */
  known: GoalAcknowledgementRecord | null
  wanted: readonly string[]
}

export type Confirmed = {
  before: GoalState
  after: GoalState
  /** Those that were not confirmed before. */
  criterionIds: string[]
  /** A condition of the write. */
  right: 'member' | 'administrator'
}

/**
 * Returns the goal with the wanted criteria confirmed; undefined if they are, so that a request may be repeated.
 * @throws `confirmation_not_allowed`, and `invalid_goal_criteria` for criteria that the goal does not have, or that the report did not
 *   judge as met, or that a later one judged.
 */
export function confirm(
  goal: GoalState,
  { userId, role, at, revision, known, wanted }: Confirmation,
): Confirmed | undefined {
  const { row, text, standing } = goal
  const { verdicts, confirmations = {} } = standing
  const mine = new Set([
    ...(known?.confirmed ?? []),
    ...(known?.later ?? []).flatMap((one) => one.criterionIds),
  ])
  const open = wanted.filter((id) => !mine.has(id))
  if (open.length === 0) return undefined
  const right = rightToConfirm(row, { userId, role })
  if (!right) throw confirmationNotAllowed()
  requireKnown(
    'invalid_goal_criteria',
    'criteria',
    text.criteria,
    open.map((id) => ({ id })),
  )
  const others = open.filter((id) => verdicts[id]?.result !== 'met' || verdicts[id].revision !== revision)
  if (others.length > 0) {
    throw new ServiceError(
      'invalid_goal_criteria',
      `The latest verdict on these criteria is not that report ${revision} judged them as met: ${others.join(', ')}.`,
    )
  }
  const criterionIds = open.filter((id) => confirmations[id] === undefined)
  if (criterionIds.length === 0) return undefined
  const confirmed = Object.fromEntries(criterionIds.map((id) => [id, { userId, at }]))
  const standingAfter = { ...standing, confirmations: { ...confirmations, ...confirmed } }
  const rowAfter: GoalRow = {
    ...row,
    ...summarize(text, standingAfter),
    confirmationVersion: (row.confirmationVersion ?? 0) + 1,
  }
  return { before: goal, after: { row: rowAfter, text, standing: standingAfter }, criterionIds, right }
}

/** Returns the writes to the goal. They fail if it has changed since it was read: a later verdict is not confirmed. */
export function confirmationItems(
  database: Database,
  { before, after }: Pick<Confirmed, 'before' | 'after'>,
): Record<string, TransactionItem | undefined> {
  const review = reviewItem(before, after)
  const { organizationId } = after.row
  return {
    ...rowItems(after.row, before.row),
    standing: standingItem(after.row, after.standing),
    review,
    trait:
      review?.Put && !isKnownTo(database, organizationId, 'hasWork')
        ? traitsItem(organizationId, ['hasWork'])
        : undefined,
  }
}
