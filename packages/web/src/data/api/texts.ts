import type { ErrorCode } from '@cairn/contract/errors/errors'
import { catalog, plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

export const texts = catalog('data/api', {
  /** By error code. */
  sentences: {
    invalid_request: 'The service did not accept this. Copy what you typed, reload the page, and try again.',
    invalid_cursor: 'This list has changed. Load it again.',
    invalid_or_expired_token:
      'This link has already been used, has expired, or was replaced by a newer one. Ask for a new one.',
    invalid_goal_reviewer: 'The reviewer must be another member than the owner. Choose someone else.',
    invalid_goal_owner: 'That person is no longer a member of this organization. Choose another owner.',
    invalid_goal_labels: 'One of the labels no longer exists. Remove it and try again.',
    invalid_goal_criteria:
      'Someone removed a criterion while you were writing. Check the criteria and try again.',
    invalid_goal_measures:
      'Someone removed a measure while you were writing. Check the measures and try again.',
    invalid_goal_parent: 'That goal no longer exists. Choose another one.',
    invalid_goal_blockers: 'A goal that it waits for no longer exists. Remove it and try again.',
    member_not_found: 'That person is no longer a member of this organization.',
    invalid_webhook_url:
      'This address cannot receive events. Use an https address on the public internet, without a user name or password.',
    invitation_self: 'That is your own email address. You are already a member.',
    unauthorized: 'Your session has ended. Sign in again.',
    invalid_credentials:
      'Email address and password do not match a verified account. Check both and try again.',
    invalid_api_token: 'The API token is not valid.',
    insufficient_scope: 'The API token does not have the scope that this needs.',
    permission_denied: 'Only the owner of this goal and admins of the organization can change it.',
    membership_not_found: 'You are no longer a member of that organization.',
    organization_admin_required: 'Only the owner and admins of the organization can do this.',
    organization_owner_required: 'Only the owner of the organization can do this.',
    owner_role_immutable: 'The owner’s role cannot be changed.',
    invitation_not_pending:
      'This invitation was accepted, revoked, or replaced, or its sender is no longer an admin.',
    invitation_email_mismatch:
      'This invitation was sent to a different email address than the one you are signed in with.',
    goal_owner_forbidden: 'Only admins can make someone else the owner.',
    confirmation_not_allowed: 'Only the reviewer of the goal, or an admin, can confirm its criteria.',
    acknowledgement_own_report: 'You cannot acknowledge your own report.',
    report_request_own_goal: 'This is your own goal. Report on it yourself.',
    report_already_requested: 'You asked for a report on this goal less than a day ago.',
    goal_has_no_owner: 'Nobody owns this goal. Give it an owner first.',
    too_many_continuations: 'At most 20 goals can continue one goal. Continue one of those instead.',
    goal_closed: 'This goal is closed. Reopen it first.',
    not_found: 'This address does not exist.',
    goal_not_found: 'This goal does not exist, or it belongs to another organization.',
    goal_label_not_found: 'This label no longer exists.',
    goal_template_not_found: 'This template no longer exists.',
    too_many_goal_templates: 'An organization can have at most 50 templates. Delete one first.',
    draft_not_found: 'You have no draft for this goal.',
    goal_view_not_found: 'This view no longer exists.',
    goal_view_owner_required: 'Only its owner or an admin can change this view.',
    invitation_not_found:
      'This invitation has expired, was revoked, has already been used, or its sender is no longer an admin.',
    organization_member_not_found: 'That person is no longer a member of this organization.',
    api_token_not_found: 'This token no longer exists.',
    session_not_found: 'This session has already ended.',
    picture_not_found: 'This picture is no longer there.',
    oauth_consent_not_found: 'This request of a program is no longer there. Start again in the program.',
    oauth_device_not_found:
      'No program waits with this code. Compare it with your device. A code works once and for 10 minutes.',
    oauth_grant_not_found: 'This program no longer has access.',
    webhook_not_found: 'This webhook no longer exists.',
    webhook_delivery_not_found: 'This delivery is no longer in the log, which keeps 30 days.',
    method_not_allowed: 'The service does not accept this request. Reload the page and try again.',
    sole_owner: 'The owner cannot leave or be removed. Hand the organization over first.',
    too_many_organizations: 'You already belong to 100 organizations, the maximum.',
    too_many_goal_views: 'There are already as many views as possible. Delete one first.',
    too_many_webhooks: 'This organization already has 20 webhooks, the maximum. Delete one first.',
    invitation_already_pending: 'This address already has a pending invitation. Send that one again instead.',
    invitation_already_member: 'You are already a member of this organization.',
    goal_revision_conflict: 'Someone else reported on this goal. Reload the page to see the report.',
    goal_update_idempotency_conflict: 'This report could not be sent. Change its text and send it again.',
    goal_version_conflict: 'Someone else edited this goal. Reload the page to see the changes.',
    goal_parent_conflict:
      'The goal cannot be there. A goal cannot be below itself or below one that waits for it, a tree has at most 5 levels, and a goal 500 sub-goals.',
    goal_blocker_conflict: 'These two goals cannot wait for each other, or for one above or below.',
    goal_claimed:
      'A program or person works on this goal now. Wait until they are done, or take the goal back.',
    goal_claim_lost: 'The work on this goal has ended. Reload the page.',
    goal_not_ready: 'Nobody can start on this goal now. It waits for another goal, or has open sub-goals.',
    budget_requires_session: 'Only a person can change the budget.',
    question_not_found: 'This question no longer exists.',
    inbox_item_not_found: 'This item is no longer in your inbox.',
    verification_required:
      'This goal needs a second person: it can be completed once someone else has confirmed that each criterion is met.',
    comment_not_found: 'This comment was deleted.',
    invalid_mention: 'Someone mentioned here is no longer a member. Remove the name and try again.',
    question_closed: 'Someone answered or withdrew this question, or it has expired. Reload the page.',
    goal_has_children: 'This goal has sub-goals. Move or delete them first.',
    idempotency_conflict: 'This could not be created. Reload the page and try again.',
    idempotency_secret_gone:
      'This was created before, but its secret is shown only once. Delete it and create a new one.',
    goal_label_exists: 'A label with this name already exists. Choose another name.',
    goal_label_in_use: 'A goal now uses this label, so the label was not deleted.',
    payload_too_large: 'This is too long. Shorten the text and try again.',
    unsupported_media_type: 'The service does not accept this request. Reload the page and try again.',
    too_many_requests: 'Too many requests. Wait a moment and try again.',
    internal_error: 'Something went wrong on our side. Try again.',
    unavailable: 'The service is unavailable right now. Try again in a moment.',
  } satisfies Record<Exclude<ErrorCode, 'origin_not_allowed'>, string>,
  tooManyAttempts: (minutes: number) => `Too many attempts. Try again in ${formatNumber(minutes)} minutes.`,
  tooManyRequests: (seconds: number) =>
    `Too many requests. Try again in ${formatNumber(seconds)} ${plural(seconds, { one: 'second', other: 'seconds' })}.`,
  offline: 'You are offline. Try again when you are back online.',
  timeout: 'The service is taking too long to respond. Try again in a moment.',
  unreachable: 'The service could not be reached. Check your connection and try again.',
  email: {
    name: 'email address',
    invalid: 'Enter a full email address, such as name@example.com.',
  },
  /** `name` is the field's label as it appears inside a sentence. In German, it is the label itself. */
  enter: (name: string) => `Enter ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}.`,
  tooLong: (name: string, most: string) => `Shorten the ${name} to at most ${most} characters.`,
  tooShort: (least: string) => `Use at least ${least} characters.`,
  invisible: (name: string) => `Retype the ${name} without invisible or control characters.`,
  notAccepted: (name: string) => `Change the ${name}. The service did not accept what you entered.`,
})
