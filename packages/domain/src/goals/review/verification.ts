/**
 * Rules of confirmations and verification. A goal with the verification `other_person` is completed only once each of its criteria was
 * judged as met, and somebody else than who judged it has confirmed that.
 *
 * - Threat: whoever works on a goal, with any of their sessions, tokens and agents, completes it alone. So what weakens the verification
 *   needs a session of the reviewer or an administrator, and their membership is a condition of the write.
 * - A verdict names the user in whose name it was given, whichever credential gave it. That user never confirms it.
 * - What decides whether a goal may be completed is in its row and its standing, and both are conditions of the report's transaction.
 */
import { ServiceError } from '@cairn/contract/errors/errors'
import type { InputOf } from '@cairn/contract/registry/registry'
import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'
import type { Access } from '../../requests/access.ts'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import type { GoalState } from '../record/read-goal.ts'
import { isConfirmed } from '../record/summarize.ts'

/** @throws `verification_required` if a goal must not be completed in this state. */
export function requireVerified({ row, text, standing }: GoalState): void {
  if (row.verification === undefined) return
  const criterionIds = text.criteria.map(({ id }) => id).filter((id) => !isConfirmed(standing, id))
  if (criterionIds.length === 0) return
  throw new ServiceError(
    'verification_required',
    'Before this goal is completed, each criterion has to be judged as met, and somebody else has to confirm that.',
    { addition: { criterionIds } },
  )
}

type Viewer = Pick<Access, 'userId'> & { role: OrganizationRole }

/**
 * Returns why a member may confirm verdicts on a goal, apart from their own; undefined if the member may not. With a reviewer, only they
 * or an administrator.
 */
export function rightToConfirm(
  { reviewerUserId }: { reviewerUserId?: string | undefined },
  { userId, role }: Viewer,
): 'member' | 'administrator' | undefined {
  if (reviewerUserId === undefined || reviewerUserId === userId) return 'member'
  return role === 'member' ? undefined : 'administrator'
}

export function confirmationNotAllowed(): ServiceError {
  return new ServiceError(
    'confirmation_not_allowed',
    'Only the reviewer of the goal, or an administrator, can confirm its criteria.',
  )
}

type Edit = InputOf<'updateGoal'>['body']

/** The fields of an edit that a reviewer may make of a goal of somebody else. */
const reviewedFields = new Set<keyof Edit>(['reviewerUserId', 'verification', 'criteria'])
/** Those that say what an edit is based on. */
const formalFields = new Set<keyof Edit>(['expectedVersion', 'claimFence'])

/**
 * Whether somebody who may not change a goal may make this edit because they are its reviewer, in a session: they decide about the
 * reviewer and the verification, and remove criteria while they are verified.
 */
export function isReviewersEdit(
  { scopes, userId }: Pick<Access, 'scopes' | 'userId'>,
  { row, text }: GoalState,
  edit: Edit,
): boolean {
  if (scopes !== 'session' || row.reviewerUserId !== userId) return false
  const names = (Object.keys(edit) as (keyof Edit)[]).filter((name) => !formalFields.has(name))
  if (!names.every((name) => reviewedFields.has(name))) return false
  if (edit.criteria === undefined) return true
  const known = new Map(text.criteria.map((criterion) => [criterion.id, criterion]))
  return (
    row.verification !== undefined &&
    edit.criteria.every(({ id = '', title, description }) => {
      const criterion = known.get(id)
      return criterion?.title === title && criterion.description === description
    })
  )
}

/** The right that an edit needs in addition to the one to change the goal. */
export type NeededRight = 'reviewer' | 'administrator' | undefined

/**
 * Returns the right that an edit needs and its caller has, which is a condition of the write: those that switch the verification off,
 * remove criteria that it guards, or replace the reviewer. A person who may change the goal may name a reviewer if there is none: that
 * leaves fewer people who confirm.
 * @throws `permission_denied` if the caller does not have it.
 */
export function rightToWeaken(
  { scopes, userId, role }: Viewer & Pick<Access, 'scopes'>,
  before: GoalState,
  after: GoalState,
): NeededRight {
  if (!isWeaker(before, after)) return undefined
  const isNamed = before.row.reviewerUserId === undefined && !isWeaker(before, withReviewerOf(before, after))
  if (scopes === 'session') {
    if (before.row.reviewerUserId === userId) return 'reviewer'
    if (role !== 'member') return 'administrator'
    if (isNamed) return undefined
  }
  throw new ServiceError(
    'permission_denied',
    'This goal needs a second person. Only its reviewer or an administrator can change that, or remove criteria, in the web app.',
  )
}

function isWeaker(before: GoalState, after: GoalState): boolean {
  if (before.row.verification === undefined) return false
  const kept = new Set(after.text.criteria.map(({ id }) => id))
  return (
    after.row.verification === undefined ||
    after.row.reviewerUserId !== before.row.reviewerUserId ||
    before.text.criteria.some(({ id }) => !kept.has(id))
  )
}

function withReviewerOf(before: GoalState, after: GoalState): GoalState {
  const row: GoalRow = { ...after.row, reviewerUserId: before.row.reviewerUserId }
  return { ...after, row }
}
