import { ServiceError } from '@cairn/contract/errors'

/** Errors of DynamoDB and its client that say "not now": throttling, trouble on its side, no answer in time. */
const transientErrors = new Set([
  'InternalServerError',
  'ItemCollectionSizeLimitExceededException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'ThrottlingException',
  'TimeoutError',
  'TransactionConflictException',
  'TransactionInProgressException',
])

/** Node's codes of a connection that could not be made or broke. */
const brokenConnections = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** What an error of the AWS SDK or of a socket may carry. */
type ClientError = Error & { code?: string; $fault?: string; $response?: unknown }

/**
 * Whether an error means that the database could not be reached or would not serve now. ElectroDB hands on what
 * the client threw as `cause`. An answer that the client could not read (`$response`) counts too.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let caught = error; caught instanceof Error; caught = caught.cause) {
    const { name, code, $fault, $response } = caught as ClientError
    if (transientErrors.has(name) || (code !== undefined && brokenConnections.has(code))) return true
    if ($fault === 'server' || ($response !== undefined && $fault === undefined)) return true
  }
  return false
}

export function unavailable(cause?: unknown): ServiceError {
  return new ServiceError('unavailable', 'The service cannot be reached right now. Try again shortly.', {
    cause,
  })
}
