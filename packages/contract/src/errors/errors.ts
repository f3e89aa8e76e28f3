import type { GoalConflict, GoalUpdate } from '../schemas/goals/goal-history.ts'
import type { GoalQuestion } from '../schemas/goals/goal-questions.ts'
import type { NotReadyReason } from '../schemas/goals/goal-relations.ts'
import type { GoalClaim } from '../schemas/goals/goal-work.ts'
import type { ErrorDetail } from './error-details.ts'

/**
 * Every error code that a client may see, with its HTTP status (service document, section 7). Clients branch on codes,
 * so a code is never renamed or reused.
 */
export const errorStatuses = {
  invalid_request: 400,
  invalid_cursor: 400,
  invalid_or_expired_token: 400,
  invalid_goal_owner: 400,
  invalid_goal_reviewer: 400,
  invalid_goal_labels: 400,
  invalid_goal_criteria: 400,
  invalid_goal_measures: 400,
  invalid_goal_parent: 400,
  invalid_goal_blockers: 400,
  member_not_found: 400,
  invalid_mention: 400,
  invalid_webhook_url: 400,
  invitation_self: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  invalid_api_token: 401,
  origin_not_allowed: 403,
  insufficient_scope: 403,
  permission_denied: 403,
  membership_not_found: 403,
  organization_admin_required: 403,
  organization_owner_required: 403,
  owner_role_immutable: 403,
  invitation_not_pending: 403,
  invitation_email_mismatch: 403,
  goal_owner_forbidden: 403,
  acknowledgement_own_report: 403,
  report_request_own_goal: 403,
  confirmation_not_allowed: 403,
  budget_requires_session: 403,
  goal_view_owner_required: 403,
  not_found: 404,
  goal_not_found: 404,
  goal_label_not_found: 404,
  question_not_found: 404,
  inbox_item_not_found: 404,
  comment_not_found: 404,
  goal_view_not_found: 404,
  draft_not_found: 404,
  goal_template_not_found: 404,
  invitation_not_found: 404,
  organization_member_not_found: 404,
  api_token_not_found: 404,
  session_not_found: 404,
  picture_not_found: 404,
  oauth_consent_not_found: 404,
  oauth_device_not_found: 404,
  oauth_grant_not_found: 404,
  webhook_not_found: 404,
  webhook_delivery_not_found: 404,
  method_not_allowed: 405,
  sole_owner: 409,
  too_many_organizations: 409,
  too_many_webhooks: 409,
  too_many_goal_views: 409,
  too_many_goal_templates: 409,
  invitation_already_pending: 409,
  invitation_already_member: 409,
  goal_revision_conflict: 409,
  goal_version_conflict: 409,
  goal_parent_conflict: 409,
  goal_blocker_conflict: 409,
  goal_has_children: 409,
  too_many_continuations: 409,
  goal_claimed: 409,
  goal_claim_lost: 409,
  goal_not_ready: 409,
  question_closed: 409,
  report_already_requested: 409,
  goal_has_no_owner: 409,
  goal_closed: 409,
  verification_required: 409,
  goal_update_idempotency_conflict: 409,
  idempotency_conflict: 409,
  idempotency_secret_gone: 409,
  goal_label_exists: 409,
  goal_label_in_use: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal_error: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatuses

/** Codes that mean the same as another one, which clients may look for instead (`hasCode`). Both are sent. */
export const errorAliases: { readonly [Code in ErrorCode]?: ErrorCode } = {
  organization_member_not_found: 'member_not_found',
}

/** Whether an error has a code, or one that means the same. */
export function hasCode(error: { code: ErrorCode }, code: ErrorCode): boolean {
  return error.code === code || errorAliases[error.code] === code
}

/** Fields that some codes add to the body of the response, so that a client needs no other request. */
export type ErrorAddition = {
  /** With `goal_revision_conflict`, `goal_version_conflict`, and `goal_claim_lost` of a report or an edit: what the caller missed. */
  conflict?: GoalConflict
  /** With `goal_claimed` and `goal_claim_lost`: the current claim, if there is one. */
  claim?: GoalClaim | null
  /** With `goal_not_ready`: why. */
  reasons?: NotReadyReason[]
  /** With `question_closed`: the question with its answer, if it has one. */
  question?: GoalQuestion
  /** With `goal_update_idempotency_conflict`: the report that has the key. */
  update?: GoalUpdate
  /** With the update: how many have acknowledged it, if not all of them are shown. */
  acknowledgementCounts?: Record<string, number>
  /** With `verification_required`: the criteria that are not met and confirmed. */
  criterionIds?: string[]
  /** With `idempotency_secret_gone`: what the first request created. */
  id?: string
}

/**
 * The one error class that clients may see. Any other error is logged with its cause and becomes an `internal_error`
 * without details. `message` is written for the developer of the client and never contains a secret.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  /** The time after which a retry may succeed; undefined if unknown. */
  readonly retryAfterSeconds: number | undefined
  readonly addition: ErrorAddition

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: ErrorDetail[]
      retryAfterSeconds?: number
      addition?: ErrorAddition
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.addition = options.addition ?? {}
  }

  get status(): number {
    return errorStatuses[this.code]
  }
}
