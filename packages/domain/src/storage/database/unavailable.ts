import { ServiceError } from '@cairn/contract/errors/errors'

/** Transient errors of DynamoDB and its client: throttling, server faults, timeouts. */
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

/** Node's codes for connections that failed or broke. */
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

/** Those of connections that had begun. */
const lostConnections = new Set(['ECONNABORTED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

/** The properties of an error of the AWS SDK or of a socket. */
type ClientError = Error & { code?: string; $fault?: string; $response?: unknown }

/**
 * Whether an error means that the database is unreachable or temporarily refuses requests. It may be the
 * `cause` of another error. A response that the client could not parse (`$response`) counts too.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let caught = error; caught instanceof Error; caught = caught.cause) {
    const { name, code, $fault, $response } = caught as ClientError
    if (transientErrors.has(name) || (code !== undefined && brokenConnections.has(code))) return true
    if ($fault === 'server' || ($response !== undefined && $fault === undefined)) return true
  }
  return false
}

/** Whether the database may have executed a call although it failed: the connection broke, or no response came in time. */
export function isResponseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { name, code = '' } = error as ClientError
  return name === 'TimeoutError' || lostConnections.has(code) || isResponseLost(error.cause)
}

export function unavailable(cause?: unknown): ServiceError {
  return new ServiceError('unavailable', 'The service is temporarily unavailable. Try again shortly.', {
    cause,
  })
}
