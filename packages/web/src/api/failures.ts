import { ApiError } from '@cairn/contract/client'
import type { ErrorCode } from '@cairn/contract/errors'
import { isLostPart } from '../app/when-online.ts'

/** What a person is told about a failure. */
export type Failure = {
  sentence: string
  /** Trying the same again may help. */
  canRetry: boolean
  /** By which the service's log is found; only where the cause is not known. */
  reference?: string | undefined
}

/** The service alone knows its own address: it says it. */
const sentences: Record<Exclude<ErrorCode, 'origin_not_allowed'>, string> = {
  invalid_request: 'The service did not accept this. Copy what you typed, reload the page and try again.',
  invalid_cursor: 'This list has changed in the meantime. Load it again.',
  invalid_or_expired_token: 'This link has been used already or is older than 24 hours.',
  invalid_goal_owner: 'That person is not a member of this organization any more. Choose another owner.',
  invalid_goal_labels: 'One of the labels does not exist any more. Take it off and try again.',
  member_not_found: 'That person is not a member of this organization any more.',
  invitation_self: 'That is your own address: you are a member already.',
  unauthorized: 'Your session has ended. Sign in again; what you typed is still here.',
  invalid_credentials: 'Address and password do not match a verified account.',
  invalid_api_token: 'The API token is not valid.',
  insufficient_scope: 'This needs a permission that the credential does not have.',
  permission_denied: 'Only its owner and the admins of the organization may change this goal.',
  membership_not_found: 'You are not a member of that organization any more.',
  organization_admin_required: 'Only owners and admins of the organization may do this.',
  owner_role_immutable: 'The role of the owner cannot be changed.',
  invitation_not_pending:
    'This invitation was accepted, revoked or replaced in the meantime, or its sender is no longer an admin.',
  invitation_email_mismatch:
    'This invitation was sent to another address than the one you are signed in with.',
  goal_owner_forbidden: 'Only admins may give a goal to somebody else.',
  not_found: 'The service does not know this address.',
  goal_not_found: 'This goal does not exist, or it belongs to another organization.',
  goal_label_not_found: 'This label does not exist any more.',
  invitation_not_found:
    'This invitation has expired, was revoked, has been used already, or its sender is no longer an admin.',
  api_token_not_found: 'This token does not exist any more.',
  method_not_allowed: 'The service does not take this request.',
  too_many_organizations: 'You belong to 100 organizations already, which is as many as there can be.',
  invitation_already_pending:
    'An invitation to this address is already on its way. Send that one again instead.',
  invitation_already_member: 'You already belong to this organization.',
  goal_revision_conflict: 'Somebody reported on this goal in the meantime.',
  goal_update_idempotency_conflict: 'A different report was already sent under this key. Send it once more.',
  goal_label_exists: 'There is already a label with this name.',
  goal_label_in_use: 'A goal carries this label now, so it was not deleted.',
  payload_too_large: 'This is too long to be stored. Shorten the text and try again.',
  unsupported_media_type: 'The service does not take this request.',
  too_many_requests: 'That was a lot at once. Wait a moment and try again.',
  internal_error: 'Something went wrong on our side. Nothing you typed is lost.',
  unavailable: 'The service cannot answer right now. Nothing was half done; try again in a moment.',
}

const retryable = new Set<ErrorCode>([
  'too_many_requests',
  'internal_error',
  'unavailable',
  'unauthorized',
  'invalid_cursor',
])

export function isApiError(error: unknown, code?: ErrorCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code)
}

/** Whether it is the way to the service, or the service for the moment, that failed. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError ? error.status === 429 || error.status >= 502 : true
}

/** A refusal of the service, or a way to it that failed: part of life, and no mistake in the page. */
export function isExpected(error: unknown): boolean {
  return error instanceof ApiError || error instanceof DOMException || isLostPart(error)
}

function sentenceFor({ code, message, retryAfterSeconds = 0 }: ApiError): string {
  if (code === 'origin_not_allowed') return message
  if (code !== 'too_many_requests' || retryAfterSeconds <= 60) return sentences[code]
  return `Too many attempts. Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`
}

/** A sentence for whatever was thrown. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof ApiError) {
    return {
      sentence: sentenceFor(error),
      canRetry: retryable.has(error.code),
      reference: error.code === 'internal_error' ? error.requestId : undefined,
    }
  }
  if (!navigator.onLine) {
    return { sentence: 'You are offline. Try again when the connection is back.', canRetry: true }
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return { sentence: 'The service takes too long to answer. Try again in a moment.', canRetry: true }
  }
  return {
    sentence: 'The service could not be reached. Check the connection and try again.',
    canRetry: true,
  }
}
