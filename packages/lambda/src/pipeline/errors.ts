import { type ErrorCode, ServiceError } from '@cairn/contract/errors'
import { isDatabaseUnavailable, unavailable } from '@cairn/domain/database/unavailable'
import type { HttpResponse } from './event.ts'

/** With errors that pass by themselves and do not say when. */
const usualRetryAfterInSeconds = 2

/** What middy's own middlewares throw. */
type HttpError = Error & { statusCode?: number }

/** Codes of the errors that middy throws before our checks have a say. */
const codesOfHttpErrors: Record<number, [ErrorCode, string]> = {
  415: ['unsupported_media_type', 'The body must be JSON, with the content type application/json.'],
  422: ['invalid_request', 'The body is not valid JSON.'],
}

/** Any error as one that clients may see; what is not meant for them becomes a bare `internal_error`. */
export function clientError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (isDatabaseUnavailable(error)) return unavailable(error)
  const known = codesOfHttpErrors[(error as HttpError | undefined)?.statusCode ?? 0]
  if (known) return new ServiceError(known[0], known[1], { cause: error })
  return new ServiceError('internal_error', 'Something went wrong on our side.', { cause: error })
}

/** An error in the contract's shape. */
export function errorResponse(error: ServiceError): HttpResponse {
  const { code, message, details, status, retryAfterInSeconds = usualRetryAfterInSeconds } = error
  const retries = status === 429 || status === 503
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/json',
      ...(retries && { 'retry-after': String(retryAfterInSeconds) }),
    },
    body: JSON.stringify({
      error: code,
      message,
      ...(code === 'invalid_request' && { details: details ?? [] }),
    }),
  }
}
