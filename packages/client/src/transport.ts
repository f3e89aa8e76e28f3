/** Sends requests, again where that is safe, and turns every failure into a `CairnError`. */
import { replayedHeader } from '@cairn/contract/http/headers/header-names'
import {
  type AnyRequest,
  isErrorShape,
  requestInit,
  requestPath,
  retryAfterOf,
  type SentRequest,
} from '@cairn/contract/http/wire'
import { CairnConnectionError, CairnResponseError, CairnTimeoutError, toApiError } from './errors.ts'
import { type ErrorBody, type OperationName, routes } from './generated.ts'
import type { CairnClientOptions, CallOptions } from './options.ts'
import type { FetchResponse } from './platform.ts'
import { askedSeconds, mayRetry, pauseMilliseconds, timerPause } from './retries.ts'
import { userAgentOf } from './user-agent.ts'

const defaults = { timeoutMilliseconds: 30_000, maximumAttempts: 4, maximumWaitSeconds: 60 }

/** A report has its key in the body, and a claim its run. */
const repeatableMethods = ['GET', 'POST', 'PUT']

/** Deletions that change nothing when they are repeated. */
const repeatableOperations: readonly OperationName[] = ['releaseGoalClaim', 'withdrawQuestion']

export type Call = (operation: OperationName, request?: AnyRequest, options?: CallOptions) => Promise<unknown>

/** @throws `TypeError` if the origin is not one, or would carry the token in the open. */
export function createCall(options: CairnClientOptions): Call {
  const origin = checkedOrigin(options)
  const { fetch = globalThis.fetch.bind(globalThis), pause = timerPause } = options
  const userAgent = userAgentOf(options.userAgent)

  async function headersOf(idempotencyKey: string | undefined): Promise<Record<string, string>> {
    const token = typeof options.token === 'function' ? await options.token() : options.token
    // The error of `fetch` would show the token.
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) throw new TypeError('The token is not one.')
    if (idempotencyKey !== undefined && !/^[\x20-\x7e]{1,200}$/.test(idempotencyKey)) {
      throw new TypeError('An idempotency key is 1 to 200 printable ASCII characters.')
    }
    return {
      accept: 'application/json',
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    }
  }

  return async function call(operation, request = {}, callOptions = {}) {
    const route = routes[operation]
    const { signal, idempotencyKey = route.isKeyed ? crypto.randomUUID() : undefined } = callOptions
    const { maximumAttempts, maximumWaitSeconds, timeoutMilliseconds } = {
      ...defaults,
      ...defined(options),
      ...defined(callOptions),
    }
    const isRepeatable = repeatableMethods.includes(route.method) || repeatableOperations.includes(operation)
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted()
      try {
        const init = requestInit(route, request, await headersOf(idempotencyKey))
        return await exchange(fetch, origin + requestPath(route, request), init, {
          statuses: [route.status, route.unchanged ?? route.status],
          timeoutMilliseconds,
          signal,
          onRepeated: callOptions.onRepeated,
        })
      } catch (error) {
        const isLast = attempt >= maximumAttempts || askedSeconds(error) > maximumWaitSeconds
        if (isLast || !mayRetry(error, isRepeatable)) throw error
        await pause(pauseMilliseconds(error, attempt, Math.random), signal)
      }
    }
  }
}

type Exchange = { statuses: readonly number[]; timeoutMilliseconds: number } & Pick<
  CallOptions,
  'signal' | 'onRepeated'
>

/** Sends one request and reads its response, both within the time limit. */
async function exchange(
  fetch: NonNullable<CairnClientOptions['fetch']>,
  url: string,
  init: SentRequest,
  { statuses, timeoutMilliseconds, signal, onRepeated }: Exchange,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds)
  let response: FetchResponse
  let text: string
  try {
    response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    text = await response.text()
  } catch (cause) {
    signal?.throwIfAborted()
    if (timeout.aborted) {
      throw new CairnTimeoutError(`Cairn did not respond within ${timeoutMilliseconds / 1_000} seconds.`, {
        cause,
      })
    }
    throw new CairnConnectionError(`Cannot reach Cairn at ${new URL(url).origin}: ${reasonOf(cause)}`, {
      cause,
    })
  }
  const body = parsed(text)
  if (statuses.includes(response.status)) {
    if (response.headers.get(replayedHeader) === 'true') onRepeated?.()
    if (response.status === 204) return undefined
    if (typeof body === 'object' && body !== null) return body
  }
  if (response.status >= 400 && isErrorShape(body)) {
    throw toApiError(body as ErrorBody, {
      status: response.status,
      retryAfterSeconds: retryAfterOf(response),
      requestId: response.headers.get('x-request-id') ?? undefined,
    })
  }
  throw new CairnResponseError(sentenceOf(response), response.status, retryAfterOf(response))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sentenceOf({ status, type, headers }: FetchResponse): string {
  const location = headers.get('location')
  // Browsers hide where a redirect leads.
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return `The address redirects${location ? ` to ${location}` : ''}. Use the origin that Cairn itself has.`
  }
  if (status === 429) return 'The gateway in front of Cairn gets too many requests. Try again in a minute.'
  return `The response with status ${status} is not one of Cairn. Check the origin.`
}

/** `fetch` hides the reason in its cause: "fetch failed" alone helps nobody. */
function reasonOf(error: unknown): string {
  let innermost = error
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause
  if (!(innermost instanceof Error)) return String(innermost)
  const { code } = innermost as { code?: unknown }
  return innermost.message || String(code ?? innermost.name)
}

function checkedOrigin({ origin, token, allowInsecureOrigin = false }: CairnClientOptions): string {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError(`Not an origin: ${origin}`)
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password) {
    throw new TypeError(`Use the origin alone, such as ${url.origin}`)
  }
  const isLoopback = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (token !== undefined && url.protocol === 'http:' && !isLoopback && !allowInsecureOrigin) {
    throw new TypeError(
      'A token over plain http can be read on the way. Use https, or set allowInsecureOrigin.',
    )
  }
  return url.origin
}

/** Leaves out what is undefined, so that it does not replace a default. */
function defined<T extends object>(options: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never
}
