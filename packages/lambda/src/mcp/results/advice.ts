import type { ErrorCode } from '@cairn/contract/errors/errors'
import type { Door } from '@cairn/contract/mcp/doors'

/** Advice for a model about an error. The message says what is wrong. */
const advice: Partial<Record<ErrorCode, string>> = {
  goal_revision_conflict:
    'Read `conflict`. If your report is still true, call again with `expectedRevision` set to `conflict.revision`; otherwise revise it first.',
  goal_version_conflict:
    'Read `conflict`. If your edit still makes sense, call again with `expectedVersion` set to `conflict.version`; otherwise read the goal with get_goal first.',
  goal_update_idempotency_conflict:
    '`update` is the report that has this key. If yours is another one, call again with another `idempotencyKey`.',
  idempotency_conflict: 'Call again without `idempotencyKey`, or with another one.',
  invalid_request: 'Correct the arguments that `details` names, then call again.',
  invalid_cursor: 'Call again without the cursor.',
  invalid_goal_criteria: 'Read the goal with get_goal and use the ids of its criteria.',
  invalid_goal_measures: 'Read the goal with get_goal and use the ids of its measures.',
  invalid_goal_labels: 'List the labels with manage_labels and use their ids.',
  invalid_goal_parent: 'Use the id of another goal that find_goals returns.',
  invalid_goal_blockers:
    'Use ids of other goals that find_goals returns. `blockedByGoalIds` are those to finish before this one.',
  goal_parent_conflict:
    'Choose another parent: a goal is never below itself or a goal that waits for it, and a tree has at most 5 levels and 500 sub-goals a goal.',
  goal_blocker_conflict:
    'Check the direction: `blockedByGoalIds` are the goals to finish before this one. It cannot wait for a goal above or below it, or for one that waits for it.',
  goal_claimed:
    'Somebody works on it: `claim` says who and until when. If that is your run, send `claimFence` or its `runId`. Otherwise work on another goal.',
  goal_claim_lost:
    'Nothing was written: your claim has ended. `claim` says who works on the goal now, and `conflict` what you missed. Stop, or leave out `claimFence` if nobody works on it.',
  goal_not_ready: '`reasons` says why. Work on a goal that is ready.',
  budget_requires_session: 'Leave out the budget. Only a person changes it.',
  verification_required:
    'Do not complete the goal yet. Judge the criteria of `criterionIds` with status `active`, if they are met. Then a person confirms them in the web app: stop, and complete the goal once get_goal shows `confirmedBy`.',
  invalid_goal_reviewer: 'Name another member than the owner, or leave `reviewerUserId` out.',
  question_closed: 'Read the answer in `question`.',
  question_not_found: 'Check the id of the question.',
  inbox_item_not_found: 'Check the id of the item.',
  invalid_mention: 'Leave out `mentionedUserIds`: who watches the goal is told anyway.',
  comment_not_found: 'List the comments with get_history.',
  goal_has_children: 'Move its sub-goals first: find_goals with `parentGoalId` lists them.',
  goal_not_found: 'Look for the goal with find_goals.',
  goal_label_not_found: 'If this repeats a delete, the label is deleted. Otherwise list the labels.',
  goal_label_exists: 'Use the label that has this name: list the labels.',
  goal_label_in_use:
    'Take the label off all goals with edit_goal first: find_goals with `labelId` lists them.',
  insufficient_scope: 'Ask the person who connected you for access that includes this scope.',
  permission_denied: 'Ask the owner of the goal, or an administrator of the organization.',
  goal_owner_forbidden: 'Leave out `ownerUserId`, or ask an administrator of the organization.',
  too_many_requests: 'Wait for `retryAfterSeconds`, then send the same call again.',
  unavailable: 'Wait for `retryAfterSeconds`, then send the same call again. It writes nothing twice.',
  internal_error:
    'Send the same call once again. It writes nothing twice. If it fails again, tell the person.',
}

/** Advice where the other door's would name tools that this one has not. */
const workAdvice: Partial<Record<ErrorCode, string>> = {
  goal_claimed:
    'Somebody works on it: `claim` says who and until when. If that is your run, send its `fence`. Otherwise call next_goal without `goalId`.',
  goal_claim_lost:
    'Nothing was written: your claim has ended. If `claim` is null, nobody works on the goal: call next_goal with `goalId`, read what you missed, then go on. Otherwise leave it to them, and call next_goal without `goalId`.',
  goal_not_ready: '`reasons` says why. Call next_goal without `goalId`.',
  goal_not_found: 'It is deleted, or you may not see it. Call next_goal for another goal.',
  goal_revision_conflict:
    'Read `conflict`. If your report is still true, call again with `expectedRevision` set to `conflict.revision`, and the same `fence`; otherwise revise it first.',
  invalid_goal_labels: 'Use ids of labels of the organization, or leave them out.',
  invalid_goal_parent: 'Use the id of the goal that you split, as get_goal returns it.',
  invalid_goal_blockers:
    'Use keys of the plan, or ids of goals that get_goal returns: those to finish before this one.',
  goal_blocker_conflict:
    'Check the direction: `blockedBy` are what to finish before this one. It cannot wait for a goal above or below it, or for one that waits for it.',
  member_not_found: 'Leave out `askedUserIds`: the owner of the goal is asked then.',
  question_not_found: 'Call get_answer without `questionId`: it lists the questions on the goal.',
}

/** Returns what a model should do about an error. */
export function adviceOn(code: ErrorCode, { id }: Pick<Door, 'id'>): string {
  const own = id === 'work' ? workAdvice[code] : undefined
  return own ?? advice[code] ?? 'Do not send the same call again: it would be refused again.'
}
