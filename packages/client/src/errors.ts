import type { ErrorBody, GoalClaim, GoalConflict, GoalQuestion, GoalUpdate } from './generated.ts'

/** The codes that clients may branch on. A newer service may send codes that this version does not know. */
export type ErrorCode = ErrorBody['error'] | (string & Record<never, never>)

/** Everything that the client throws, except `TypeError` for wrong options and the reason of your own `AbortSignal`. */
export class CairnError extends Error {
  override readonly name: string = 'CairnError'
}

/** The service could not be reached, or the connection broke. The request may have been carried out. */
export class CairnConnectionError extends CairnError {
  override readonly name = 'CairnConnectionError'
}

/** There was no response in time. The request may have been carried out. */
export class CairnTimeoutError extends CairnError {
  override readonly name = 'CairnTimeoutError'
}

/** Something responded that is not Cairn, such as a proxy or a sign-in page. */
export class CairnResponseError extends CairnError {
  override readonly name = 'CairnResponseError'
  readonly status: number
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, status: number, retryAfterSeconds?: number) {
    super(message)
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type Detail = NonNullable<ErrorBody['details']>[number]

export type ApiErrorFields = {
  status: number
  retryAfterSeconds: number | undefined
  requestId: string | undefined
}

/** The service refused the request. */
export class CairnApiError extends CairnError {
  override readonly name: string = 'CairnApiError'
  readonly status: number
  readonly code: ErrorCode
  /** With `invalid_request`: which fields are wrong. An older service sends neither `code` nor `limit`. */
  readonly details: readonly (Pick<Detail, 'path' | 'message'> & Partial<Detail>)[]
  /** The code that means the same, if `code` is an alias. */
  readonly aliasOf: ErrorCode | undefined
  /** Finds the request in the service's log. */
  readonly requestId: string | undefined
  /** With 429 and 503: when a retry may succeed. */
  readonly retryAfterSeconds: number | undefined
  /** With `goal_update_idempotency_conflict`: the report that has the key. */
  readonly update: GoalUpdate | undefined
  /** With `idempotency_secret_gone`: what the first request created. */
  readonly id: string | undefined
  /** With `goal_claimed` and `goal_claim_lost`: the current claim, or `null` if nobody has the goal. */
  readonly claim: GoalClaim | null | undefined
  /** With `goal_not_ready`: why. */
  readonly reasons: ErrorBody['reasons']
  /** With `question_closed`: the question, with its answer if it has one. */
  readonly question: GoalQuestion | undefined

  constructor(body: ErrorBody, { status, retryAfterSeconds, requestId }: ApiErrorFields) {
    super(body.message)
    this.status = status
    this.code = body.error
    this.aliasOf = body.aliasOf
    this.details = body.details ?? []
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
    this.update = body.update
    this.id = body.id
    this.claim = body.claim
    this.reasons = body.reasons
    this.question = body.question
  }
}

/** 401: there is no token, or it is wrong, expired or revoked. */
export class CairnAuthenticationError extends CairnApiError {
  override readonly name = 'CairnAuthenticationError'
}

/** 403: the token's scopes, or the role of its user, do not allow it. */
export class CairnPermissionError extends CairnApiError {
  override readonly name = 'CairnPermissionError'
}

/** 404: it does not exist, or is out of sight of the token. */
export class CairnNotFoundError extends CairnApiError {
  override readonly name = 'CairnNotFoundError'
}

/** 429: too many requests, still after the retries. */
export class CairnRateLimitError extends CairnApiError {
  override readonly name = 'CairnRateLimitError'
}

/** The claim was lost while work ran: somebody took it back, or the lease ended before it could be renewed. */
export class CairnClaimLostError extends CairnError {
  override readonly name = 'CairnClaimLostError'

  constructor(message: string, cause: unknown) {
    super(message, { cause })
  }
}

/** 409: somebody reported on the goal or edited it in between, or with the code `goal_claim_lost` the claim has ended. Nothing was written. */
export class CairnConflictError extends CairnApiError {
  override readonly name = 'CairnConflictError'
  /** Entries that were missed, newest last. */
  readonly conflict: GoalConflict

  constructor(body: ErrorBody & { conflict: GoalConflict }, fields: ApiErrorFields) {
    super(body, fields)
    this.conflict = body.conflict
  }
}

/** Returns the error of a response that the service has sent. */
export function toApiError(body: ErrorBody, fields: ApiErrorFields): CairnApiError {
  const { conflict } = body
  if (conflict) return new CairnConflictError({ ...body, conflict }, fields)
  if (fields.status === 401) return new CairnAuthenticationError(body, fields)
  if (fields.status === 403) return new CairnPermissionError(body, fields)
  if (fields.status === 404) return new CairnNotFoundError(body, fields)
  if (fields.status === 429) return new CairnRateLimitError(body, fields)
  return new CairnApiError(body, fields)
}
