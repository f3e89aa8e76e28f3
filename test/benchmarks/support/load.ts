import type { HttpClient, HttpRequest, HttpResponse } from './http-client.ts'

/**
 * Sends a request and records its time. A status other than the expected one is an error and ends the benchmark; `alsoAccepted` is
 * counted separately.
 */
export type Send = (request: HttpRequest, expected: number, alsoAccepted?: number) => Promise<HttpResponse>

/** The work that each client repeats. */
export type Act = (send: Send) => Promise<void>

export type LoadResult = {
  seconds: number
  /** Times of all requests with the expected status. */
  milliseconds: number[]
  /** Requests with the `alsoAccepted` status. */
  refused: number
}

/** Runs clients that each send their next request after the last response, for `seconds` or `requests` each. */
export async function runClients(
  client: HttpClient,
  act: Act,
  {
    concurrency,
    seconds = Number.POSITIVE_INFINITY,
    requests = Number.POSITIVE_INFINITY,
  }: { concurrency: number } & (
    | { seconds: number; requests?: never }
    | { seconds?: never; requests: number }
  ),
): Promise<LoadResult> {
  const milliseconds: number[] = []
  let refused = 0
  const send: Send = async (request, expected, alsoAccepted) => {
    const response = await client.send(request)
    if (response.status === expected) milliseconds.push(response.milliseconds)
    else if (response.status === alsoAccepted) refused++
    else throw unexpected(request, response)
    return response
  }
  const startedAt = performance.now()
  const endAt = startedAt + seconds * 1_000
  const clients = Array.from({ length: concurrency }, async () => {
    for (let sent = 0; sent < requests && performance.now() < endAt; sent++) await act(send)
  })
  const ended = await Promise.allSettled(clients)
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason
  return { seconds: (performance.now() - startedAt) / 1_000, milliseconds, refused }
}

export function unexpected({ method, path }: HttpRequest, response: HttpResponse): Error {
  return new Error(`${method} ${path} returned ${response.status}: ${response.text().slice(0, 500)}`)
}
