import { errorAliases, ServiceError } from '@cairn/contract/errors/errors'
import { isDatabaseUnavailable, unavailable } from '@cairn/domain/storage/database/unavailable'
import type { HttpResponse } from './event.ts'

/** For transient errors that do not say when to retry. */
export const defaultRetryAfterSeconds = 2

/** Converts any error to one that clients may see. An unexpected error becomes a bare `internal_error`. */
export function clientError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (isDatabaseUnavailable(error)) return unavailable(error)
  return new ServiceError('internal_error', 'Something went wrong on our side.', { cause: error })
}

/** The response to an error, in the contract's shape. */
export function errorResponse(error: ServiceError): HttpResponse {
  const {
    code,
    message,
    details = [],
    addition,
    status,
    retryAfterSeconds = defaultRetryAfterSeconds,
  } = error
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
      ...(errorAliases[code] && { aliasOf: errorAliases[code] }),
      ...(code === 'invalid_request' && {
        details: details.map((detail) => ({ ...detail, code: detail.code ?? 'invalid' })),
      }),
      ...addition,
    }),
  }
}
