import type { ErrorCode } from '@cairn/contract/errors/errors'
import { ApiError } from '@cairn/contract/http/client'

/** `ok` is the operation's declared success status: the client accepts no other. */
export type Outcome = 'ok' | `${number} ${ErrorCode}`

export type Result<T> = { outcome: 'ok'; body: T } | { outcome: Exclude<Outcome, 'ok'>; body?: undefined }

/** Returns a refusal as a value, so that tests can compare many results. Rethrows everything but an `ApiError`. */
export async function responseTo<T>(request: Promise<T>): Promise<Result<T>> {
  try {
    return { outcome: 'ok', body: await request }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { outcome: `${error.status} ${error.code}` }
  }
}

export const outcomeOf = async (request: Promise<unknown>): Promise<Outcome> =>
  (await responseTo(request)).outcome

/** Sends all requests before the first response. */
export function allAtOnce<T>(count: number, request: (index: number) => Promise<T>): Promise<Result<T>[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => responseTo(request(index))))
}

/** How often each outcome occurred. */
export function tally(responses: readonly { outcome: Outcome }[]): Partial<Record<Outcome, number>> {
  const counts: Partial<Record<Outcome, number>> = {}
  for (const { outcome } of responses) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** The bodies of the successes. */
export function bodiesOf<T>(responses: readonly Result<T>[]): T[] {
  return responses.flatMap((response) => (response.outcome === 'ok' ? [response.body] : []))
}
