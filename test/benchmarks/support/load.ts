import type { HttpAnswer, HttpClient, HttpRequest } from './http-client.ts'

/**
 * Sends a request and notes how long it took. Every status but the expected one is an error and ends the benchmark;
 * one that is `alsoAccepted` is counted apart.
 */
export type Send = (request: HttpRequest, expected: number, alsoAccepted?: number) => Promise<HttpAnswer>

/** What one of many clients does again and again. */
export type Act = (send: Send) => Promise<void>

export type LoadResult = {
  seconds: number
  /** Of every request with the expected status. */
  milliseconds: number[]
  /** Requests with the status that was also accepted. */
  refused: number
}

/** So many clients, each sending its next request once the last is answered, for so long or so often each. */
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
    const answer = await client.send(request)
    if (answer.status === expected) milliseconds.push(answer.milliseconds)
    else if (answer.status === alsoAccepted) refused++
    else throw unexpected(request, answer)
    return answer
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

export function unexpected({ method, path }: HttpRequest, answer: HttpAnswer): Error {
  return new Error(`${method} ${path} was answered ${answer.status}: ${answer.text().slice(0, 500)}`)
}
