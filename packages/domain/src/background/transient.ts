import { ServiceError } from '@cairn/contract/errors/errors'
import { EmailNotDeliveredError } from '../accounts/email/email-delivery.ts'
import { isDatabaseUnavailable } from '../storage/database/unavailable.ts'

/** The properties of an error of the AWS SDK. */
type ClientError = Error & {
  $retryable?: { throttling?: boolean }
  $metadata?: { httpStatusCode?: number }
}

const tooManyRequests = 429

/** The names of errors of requests that somebody gave up. */
const abortedNames = new Set(['AbortError', 'TimeoutError'])

/**
 * Whether an attempt may succeed later without anybody doing something: throttling, 5xx, the network, a timeout, an email
 * service that is down. The error may be the `cause` of another one. Anything else fails again until somebody corrects it.
 */
export function isTransient(error: unknown): boolean {
  if (isDatabaseUnavailable(error)) return true
  for (let caught = error; caught instanceof Error; caught = caught.cause) {
    if (caught instanceof EmailNotDeliveredError) return true
    if (caught instanceof ServiceError && caught.code === 'unavailable') return true
    const { name, $retryable, $metadata } = caught as ClientError
    if (abortedNames.has(name) || $retryable !== undefined) return true
    if ($metadata?.httpStatusCode === tooManyRequests) return true
  }
  return false
}
