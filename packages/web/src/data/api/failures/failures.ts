import { type ErrorCode, hasCode } from '@cairn/contract/errors/errors'
import { ApiError } from '@cairn/contract/http/client'
import { isChunkLoadError } from '../../../app/hooks/when-online.ts'
import { texts } from '../texts.ts'

/** A failure as the person sees it. */
export type Failure = {
  sentence: string
  /** Whether the same request may succeed later. */
  canRetry: boolean
  /** The request id, to find the service's log. Only for unknown causes. */
  reference?: string | undefined
}

const retryable = new Set<ErrorCode>([
  'too_many_requests',
  'internal_error',
  'unavailable',
  'unauthorized',
  'invalid_cursor',
])

export function isApiError(error: unknown, code?: ErrorCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || hasCode(error, code))
}

/** Whether the failure is temporary: network, rate limit, or an unavailable service. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError ? error.status === 429 || error.status >= 502 : true
}

/** Whether the failure is an API error or a network error, rather than a bug in the page. */
export function isExpected(error: unknown): boolean {
  return error instanceof ApiError || error instanceof DOMException || isChunkLoadError(error)
}

function sentenceFor({ code, message, retryAfterSeconds = 0 }: ApiError): string {
  // Only the service knows its own address.
  if (code === 'origin_not_allowed') return message
  if (code !== 'too_many_requests' || retryAfterSeconds === 0) return texts.sentences[code]
  if (retryAfterSeconds > 60) return texts.tooManyAttempts(Math.ceil(retryAfterSeconds / 60))
  return texts.tooManyRequests(retryAfterSeconds)
}

/** Describes anything that was thrown. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof ApiError) {
    return {
      sentence: sentenceFor(error),
      canRetry: retryable.has(error.code),
      reference: error.code === 'internal_error' ? error.requestId : undefined,
    }
  }
  if (!navigator.onLine) {
    return { sentence: texts.offline, canRetry: true }
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return { sentence: texts.timeout, canRetry: true }
  }
  return {
    sentence: texts.unreachable,
    canRetry: true,
  }
}
