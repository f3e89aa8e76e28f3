import type { ErrorCode } from '../../src/index.ts'

/** The meaning of an error code, and what a client does about it. */
type ErrorText = { means: string; whatToDo: string; message: string }

const text = (means: string, whatToDo: string, message: string): ErrorText => ({ means, whatToDo, message })

const doNotRepeat = 'Do not repeat the request: the answer stays the same.'
const repeatLater = 'Repeat the same request after `Retry-After` seconds.'
const askAdministrator = 'Ask an owner or admin of the organization.'
const loadAgain = 'Load the list again: it may have been deleted in the meantime.'

/** Every error code. `message` is an example: messages may change, codes do not. */
export const errorTexts: Record<ErrorCode, ErrorText> = {
  invalid_request: text(
    'A parameter, a header or a field of the body is missing, unknown, or not as described here.',
    'Correct the fields that `details` names. Nothing was written.',
    'The request is not valid.',
  ),
  invalid_cursor: text(
    'The cursor is not one of this list, these filters and this organization.',
    'Start again without a cursor.',
    'The cursor is not valid for this list. Start again without a cursor.',
  ),
  invalid_or_expired_token: text(
    'The link was used, replaced by a newer one, or has expired.',
    'Ask for a new link.',
    'The link is invalid or has expired.',
  ),
  invalid_goal_owner: text(
    'The named owner is not a member of the organization.',
    'Choose a `userId` of the list of members.',
    'The owner is not a member of the organization.',
  ),
  invalid_goal_reviewer: text(
    'The named reviewer is the owner of the goal, or not a member of the organization.',
    'Choose another `userId` of the list of members. If the owner changes, choose another reviewer in the same request.',
    'The owner of a goal cannot be its reviewer.',
  ),
  invalid_goal_labels: text(
    'A label does not exist in the organization.',
    'Load the labels again and leave out those that are gone.',
    'A label does not exist in this organization.',
  ),
  invalid_goal_criteria: text(
    'A criterion id is not one of the goal, or its latest verdict is not that the acknowledged report judged it as met.',
    'Read the goal again: an edit may have removed the criterion, or a later report judged it.',
    'A criterion does not belong to the goal.',
  ),
  invalid_goal_measures: text(
    'A measure id is not one of the goal.',
    'Read the goal again: an edit may have removed the measure.',
    'A measure does not belong to the goal.',
  ),
  invalid_goal_parent: text(
    'The named parent is the goal itself, or does not exist, or the caller cannot see it.',
    'Choose a goal of the list of goals.',
    'The parent must be another goal that you can see.',
  ),
  invalid_goal_blockers: text(
    'A named blocker is the goal itself, or does not exist, or the caller cannot see it; or there are more than 20 with those that the caller cannot see.',
    'Choose goals of the list of goals.',
    'A goal can only wait for other goals that you can see.',
  ),
  member_not_found: text(
    'The user is not a member of the organization.',
    'Load the list of members again.',
    'The user is not a member of this organization.',
  ),
  invalid_mention: text(
    'Somebody mentioned is not a member of the organization.',
    'Load the list of members again.',
    'Mention only members of the organization.',
  ),
  invalid_webhook_url: text(
    'The address is not public, not https, or has a user or a password in it.',
    'Use an https address that the internet can reach.',
    'The address of a webhook must be public and use https.',
  ),
  invitation_self: text(
    'The address is that of the caller.',
    'Invite somebody else: you are a member already.',
    'You cannot invite yourself.',
  ),
  unauthorized: text(
    'The request has no credential, or its session has expired or was ended.',
    'Sign in again, or send an API token. A session cookie that is no longer valid is cleared by this response.',
    'Sign in to continue.',
  ),
  invalid_credentials: text(
    'The email address or the password is wrong, or the address is not verified yet. The response does not tell which.',
    'Ask the person again. Failed attempts count towards a rate limit.',
    'The email address or the password is wrong.',
  ),
  invalid_api_token: text(
    'The bearer token is mistyped, expired, revoked, rotated away, or not accepted here.',
    'Use a valid token. Do not retry with the same one.',
    'The API token is invalid.',
  ),
  origin_not_allowed: text(
    'A change without a token must carry the `Origin` of the web app, which browsers send by themselves.',
    'Send the service’s own origin in `Origin`, or use an API token, which needs none.',
    'The Origin header does not match the web app.',
  ),
  insufficient_scope: text(
    'The token has none of the scopes that the operation accepts.',
    'Create a token that has the scope. Scopes of a token cannot be changed.',
    'The token needs goals:write or goals:write:all.',
  ),
  permission_denied: text(
    'The caller may see this, but not change it; or the user of the token has left the organization.',
    `${doNotRepeat} The owner of the goal, or an owner or admin of the organization, may change it.`,
    'You may not change this goal.',
  ),
  membership_not_found: text(
    'The user is not a member of the organization that the request names.',
    'Choose one of the organizations of `GET /v1/organizations`.',
    'You are not a member of this organization.',
  ),
  organization_admin_required: text(
    'Only an owner or admin of the organization may do this.',
    askAdministrator,
    'Only an owner or admin can do this.',
  ),
  organization_owner_required: text(
    'Only the owner of the organization may do this.',
    'Ask the owner of the organization.',
    'Only the owner can do this.',
  ),
  owner_role_immutable: text(
    'The role of the owner cannot be changed, and the owner cannot be removed.',
    'Hand the organization over first.',
    'The role of the owner cannot be changed.',
  ),
  invitation_not_pending: text(
    'The invitation was accepted, revoked, has expired, or never existed.',
    'Load the invitations again, and invite the address again if needed.',
    'The invitation is no longer pending.',
  ),
  invitation_email_mismatch: text(
    'The invitation was sent to another address than the verified one of the signed-in user. It stays pending.',
    'Sign in with the account that has the invited address.',
    'The invitation was sent to another email address.',
  ),
  goal_owner_forbidden: text(
    'A member without the right to write all goals cannot give a goal to somebody else.',
    `Leave out \`ownerUserId\`, or name the caller. ${askAdministrator}`,
    'Only callers who may change all goals can assign a goal to somebody else.',
  ),
  acknowledgement_own_report: text(
    'Nobody acknowledges a report of their own.',
    doNotRepeat,
    'You cannot acknowledge your own report.',
  ),
  report_request_own_goal: text(
    'Nobody asks themselves for a report. Nothing was written.',
    'Report on the goal: `POST /v1/goals/{goalId}/updates`.',
    'This is your own goal.',
  ),
  confirmation_not_allowed: text(
    'The goal has a reviewer, so only they or an owner or admin of the organization confirm its criteria.',
    `Acknowledge the report without \`confirmedCriterionIds\`. ${askAdministrator}`,
    'Only the reviewer of the goal, or an administrator, can confirm its criteria.',
  ),
  budget_requires_session: text(
    'Only people change budgets, in the web app. Nothing was written.',
    'Leave out `budget`, and ask a person to change it.',
    'Only a person can change the budget, in the web app.',
  ),
  goal_view_owner_required: text(
    'Only its owner, or an owner or admin of the organization, may change or delete a shared view, and only its owner may stop sharing it.',
    'Save a view of your own with the same query.',
    'Only its owner, or an owner or admin of the organization, can change a shared view.',
  ),
  not_found: text(
    'There is no such route, or this installation does not offer it with its way to sign in.',
    'Check method and path. `GET /v1/auth/config` says how this installation signs people in.',
    'Not found.',
  ),
  goal_not_found: text(
    'There is no such goal within the sight of the caller.',
    `${loadAgain} A token with \`goals:read\` alone sees only goals of its user.`,
    'The goal does not exist.',
  ),
  goal_label_not_found: text(
    'There is no such label in the organization.',
    loadAgain,
    'The label does not exist.',
  ),
  question_not_found: text(
    'There is no such question about the goal.',
    'List the questions of the goal.',
    'The question does not exist.',
  ),
  inbox_item_not_found: text(
    'There is no such item in the inbox, or no longer: items are deleted after 90 days, and with their goal.',
    'List the inbox.',
    'The item does not exist.',
  ),
  comment_not_found: text(
    'There is no such comment on the goal, or it was deleted and cannot be edited.',
    'List the comments on the goal.',
    'The comment does not exist, or it was deleted.',
  ),
  goal_view_not_found: text(
    'The caller has no such view, and nobody in the organization shares one.',
    loadAgain,
    'The view does not exist.',
  ),
  draft_not_found: text(
    'The caller has no draft of a report on this goal, or it was not changed for 30 days.',
    'Start a new one.',
    'You have no draft for this goal.',
  ),
  goal_template_not_found: text(
    'The organization has no template with this id.',
    'List the templates: `GET /v1/goal-templates`.',
    'This template does not exist.',
  ),
  invitation_not_found: text(
    'The link is unknown, used, revoked or expired, or who invited is no longer an administrator.',
    'Ask for a new invitation.',
    'The invitation does not exist.',
  ),
  organization_member_not_found: text(
    'An alias of `member_not_found`, as `aliasOf` says: the user is not a member of the organization, or not any more.',
    'Load the list of members again.',
    'The user is not a member of this organization.',
  ),
  api_token_not_found: text(
    'There is no such active token: it may be revoked or expired.',
    'Load the list of tokens again.',
    'The API token does not exist.',
  ),
  session_not_found: text(
    'There is no such session of the user, or it has ended.',
    'Load the list of sessions again.',
    'The session does not exist.',
  ),
  picture_not_found: text(
    'There is no such picture: the person has another one or none, or is no member of an organization that the caller belongs to.',
    'Load the list of members again. Without a picture, show initials.',
    'The picture does not exist.',
  ),
  oauth_consent_not_found: text(
    'No request of a program with this id waits for a decision in this browser: it is another one, was decided, or is older than an hour.',
    'Start again in the program.',
    'No program waits for a decision.',
  ),
  oauth_device_not_found: text(
    'No program that waits for a decision shows this code: it is wrong, was used, or is older than 10 minutes.',
    'Compare the code with what the program shows, or start again there.',
    'No program waits with this code.',
  ),
  oauth_grant_not_found: text(
    'The user has no active grant with this id: it may have ended.',
    'Load the list of grants again.',
    'The grant does not exist.',
  ),
  webhook_not_found: text(
    'There is no such webhook in the organization.',
    loadAgain,
    'The webhook does not exist.',
  ),
  webhook_delivery_not_found: text(
    'There is no such delivery, or it is older than 30 days.',
    'Load the list of deliveries again.',
    'The delivery does not exist.',
  ),
  method_not_allowed: text(
    'The route exists, but not with this method.',
    'Use a method of the response header `Allow`.',
    'The method is not allowed.',
  ),
  sole_owner: text(
    'The user owns an organization that has other members.',
    'Hand the organization over, or delete it, first.',
    'Hand over your organizations first.',
  ),
  too_many_organizations: text(
    'A user can be a member of at most 100 organizations.',
    'Leave one first.',
    'You are a member of 100 organizations already.',
  ),
  too_many_webhooks: text(
    'An organization can have at most 20 webhooks.',
    'Delete one first.',
    'The organization has 20 webhooks already.',
  ),
  too_many_goal_views: text(
    'A member can have at most 50 views of their own in an organization, and its members can share at most 100.',
    'Delete one first.',
    'You can have at most 50 views of your own in an organization.',
  ),
  too_many_goal_templates: text(
    'An organization has at most 50 templates. Nothing was written.',
    'Delete a template, or change one.',
    'The organization has too many templates.',
  ),
  invitation_already_pending: text(
    'The address has a pending invitation.',
    'Send that one again, or revoke it first.',
    'This address already has a pending invitation.',
  ),
  invitation_already_member: text(
    'The user is a member of the organization already.',
    'Switch to the organization.',
    'You are already a member.',
  ),
  goal_revision_conflict: text(
    'Somebody reported on the goal since the revision that the request names. Nothing was written.',
    'Read what was missed in `conflict`. If the report still stands, send it again with `conflict.revision` and the same idempotency key.',
    'Expected revision 4, but the goal is at revision 5.',
  ),
  goal_version_conflict: text(
    'Somebody changed the goal since the version that the request names. Nothing was written.',
    'Read what was missed in `conflict`, merge the edits, and send the result with `conflict.version`.',
    'Expected version 6, but the goal is at version 7.',
  ),
  goal_parent_conflict: text(
    'The goals would form a cycle, the tree would have more than five levels, or the parent more than 500 goals directly below it. The message says which. Nothing was written.',
    'Choose another parent.',
    'A goal cannot be below one of its own sub-goals.',
  ),
  goal_blocker_conflict: text(
    'The goals would wait for each other, so none could ever be ready. Nothing was written.',
    'Leave out the blocker, or remove the blocker that leads back.',
    'These goals would wait for each other.',
  ),
  goal_has_children: text(
    'The goal has sub-goals. Nothing was deleted.',
    'Move or delete the goals below it first.',
    'The goal has sub-goals. Move or delete them first.',
  ),
  too_many_continuations: text(
    'At most 20 goals continue one goal. Nothing was written.',
    'Continue one of the goals that continue it, in `continuedByGoalIds`.',
    'Too many goals continue this one.',
  ),
  goal_claimed: text(
    'Another program or person works on the goal: `claim` says who, and until when. Nothing was written.',
    'Work on another goal, or try again after `claim.expiresAt`. If the claim is yours, name its fence or its run.',
    'Somebody works on this goal.',
  ),
  goal_claim_lost: text(
    'The fence is not that of a current claim of the caller: it was taken back, released or has expired. `claim` is the current one; with a report or an edit, `conflict` has what was missed. Nothing was written.',
    'Stop working on the goal. Claim it again if nobody else has it.',
    'The claim is no longer yours.',
  ),
  goal_not_ready: text(
    'Nobody can start on the goal now. `reasons` says why: it is not active, waits for another goal, or has open sub-goals. Nothing was written.',
    'Work on another goal: `POST /v1/goals/claim-next` chooses one that is ready.',
    'The goal is not ready.',
  ),
  question_closed: text(
    'The question was answered or withdrawn before, or has expired. `question` has the answer, if there is one. Nothing was written.',
    'Read the answer in `question`. Ask again if it is still needed.',
    'The question is closed.',
  ),
  report_already_requested: text(
    'The caller has asked for a report on this goal in the last 24 hours. Nothing was written, and nobody is told again.',
    'Wait for the report, or ask again 24 hours after the first request.',
    'You have asked for a report on this goal in the last 24 hours.',
  ),
  goal_has_no_owner: text(
    'The goal has no owner, or its owner has left the organization. Nothing was written.',
    'Give the goal an owner first.',
    'The goal has no owner.',
  ),
  goal_closed: text(
    'The goal is completed or archived, so nobody reports on it. Nothing was written.',
    'Reopen the goal with a report first.',
    'The goal is closed.',
  ),
  verification_required: text(
    'The goal needs a second person, and some criteria are not judged as met, or nobody has confirmed them. `criterionIds` are these. Nothing was written.',
    'Judge the criteria in a report with status `active`, let somebody else confirm them, and then complete the goal with another report.',
    'Before this goal is completed, somebody else has to confirm its criteria.',
  ),
  goal_update_idempotency_conflict: text(
    'The idempotency key belongs to another report on the goal, which is in `update`.',
    'Use a new key for a new report.',
    'The idempotency key was used for another report.',
  ),
  idempotency_conflict: text(
    'The `Idempotency-Key` was used with another body within 24 hours.',
    'Use a new key for a new request, and the same body for a repeated one.',
    'This idempotency key was already used with a different body.',
  ),
  idempotency_secret_gone: text(
    'The first request with this `Idempotency-Key` succeeded. Its response had a secret, which is not stored.',
    'Use what it created, by the `id` in the error. If the secret is lost, rotate or revoke it.',
    'The first response had a secret, which is not shown again.',
  ),
  goal_label_exists: text(
    'Another label has this name. Case does not matter.',
    'Use that label, or another name.',
    'A label with this name already exists.',
  ),
  goal_label_in_use: text(
    'A goal has the label.',
    'Remove it from the goals first: `GET /v1/goals?labelId=…` lists them.',
    'Goals use this label. Remove it from them first.',
  ),
  payload_too_large: text(
    'The body, or a goal as it would be stored, is over 256 KiB; a body without a credential over 16 KiB.',
    'Send less text, or link to it.',
    'The request body is larger than 256 KiB.',
  ),
  unsupported_media_type: text(
    'The body is not JSON, or is compressed.',
    'Send `Content-Type: application/json`, without `Content-Encoding`.',
    'Send the body as application/json.',
  ),
  too_many_requests: text('A rate limit is reached. Nothing was written.', repeatLater, 'Too many requests.'),
  internal_error: text(
    'Something went wrong in the service. The log has the details under the request id.',
    'Report the `x-request-id` to who runs the service. A report or a request with an idempotency key is safe to repeat.',
    'Something went wrong.',
  ),
  unavailable: text(
    'The database did not answer in time. Whether a change was made may be unknown.',
    `${repeatLater} A report, and a request with an idempotency key, are safe to repeat.`,
    'The service is temporarily unavailable.',
  ),
}
