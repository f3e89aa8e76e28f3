import { type ErrorCode, ServiceError } from '@cairn/contract/errors'
import { isDatabaseUnavailable, unavailable } from '@cairn/domain/database/unavailable'
import type { HttpResponse } from './event.ts'

/** For transient errors that do not say when to retry. */
export const defaultRetryAfterSeconds = 2

/** What middy's own middleware throws. */
type HttpError = Error & { statusCode?: number }

/** Code and message for the errors of middy's JSON body parser, by status. */
const codesOfHttpErrors: Record<number, [ErrorCode, string]> = {
  415: ['unsupported_media_type', 'The body must be JSON, with the content type application/json.'],
  422: ['invalid_request', 'The body is not valid JSON.'],
}

/** Converts any error to one that clients may see. An unexpected error becomes a bare `internal_error`. */
export function clientError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (isDatabaseUnavailable(error)) return unavailable(error)
  const known = codesOfHttpErrors[(error as HttpError | undefined)?.statusCode ?? 0]
  if (known) return new ServiceError(known[0], known[1], { cause: error })
  return new ServiceError('internal_error', 'Something went wrong on our side.', { cause: error })
}

/** The response to an error, in the contract's shape. */
export function errorResponse(error: ServiceError): HttpResponse {
  const { code, message, details, addition, status, retryAfterSeconds = defaultRetryAfterSeconds } = error
  const retries = status === 429 || status === 503
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/json',
      ...(retries && { 'retry-after': String(retryAfterSeconds) }),
    },
    body: JSON.stringify({
      error: code,
      message,
      ...(code === 'invalid_request' && { details: details ?? [] }),
      ...addition,
    }),
  }
}
