import { setTimeout as delay } from 'node:timers/promises'
import type { HttpClient } from './http-client.ts'
import { type Act, type Send, unexpected } from './load.ts'

/** When the requests of this time are in flight, the service has fallen behind permanently, and the load ends. */
const maximumSecondsBehind = 2
const leastMaximumInFlight = 1_000
const tickMilliseconds = 1

export type Arrival = {
  /** Since the start of the load. */
  atSecond: number
  /** Since the request was due, so that a stalled service does not hide its delay. */
  milliseconds: number
}

/** Sends requests at a constant rate, without waiting for earlier responses. */
export async function sendSteadily(
  client: HttpClient,
  act: Act,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<{ arrivals: Arrival[]; errors: string[] }> {
  const arrivals: Arrival[] = []
  const errors: string[] = []
  const startedAt = performance.now()
  const inFlight = new Set<Promise<void>>()

  async function start(dueAt: number): Promise<void> {
    let waitedFrom = dueAt
    const send: Send = async (request, expected) => {
      const response = await client.send(request)
      if (response.status !== expected) throw unexpected(request, response)
      const now = performance.now()
      arrivals.push({ atSecond: (dueAt - startedAt) / 1_000, milliseconds: now - waitedFrom })
      // A second request of the same turn is due at the response to the first.
      waitedFrom = now
      return response
    }
    await act(send).catch((error) => void errors.push(String(error.message ?? error)))
  }

  const maximumInFlight = Math.max(leastMaximumInFlight, Math.round(perSecond * maximumSecondsBehind))
  const total = Math.round(perSecond * seconds)
  for (let sent = 0; sent < total && inFlight.size <= maximumInFlight; ) {
    // The first is due immediately.
    const due = Math.min(total, 1 + Math.floor(((performance.now() - startedAt) / 1_000) * perSecond))
    for (; sent < due; sent++) {
      const work = start(startedAt + (sent / perSecond) * 1_000).finally(() => inFlight.delete(work))
      inFlight.add(work)
    }
    await delay(tickMilliseconds)
  }
  if (inFlight.size > maximumInFlight) errors.push(`More than ${maximumInFlight} requests waited at once.`)
  await Promise.all(inFlight)
  return { arrivals, errors }
}
