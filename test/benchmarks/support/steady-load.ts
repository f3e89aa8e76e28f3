import { setTimeout as delay } from 'node:timers/promises'
import type { HttpClient } from './http-client.ts'
import { type Act, type Send, unexpected } from './load.ts'

/** More at once means that the service has fallen behind for good; the load ends there. */
const maximumInFlight = 1_000
const tickMilliseconds = 5

export type Arrival = {
  /** Since the load began. */
  atSecond: number
  /** Since the moment at which it was due, so that a service that stands still is not asked less. */
  milliseconds: number
}

/** Requests at a constant rate, whether or not those before are answered, for so long. */
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
      const answer = await client.send(request)
      if (answer.status !== expected) throw unexpected(request, answer)
      const now = performance.now()
      arrivals.push({ atSecond: (dueAt - startedAt) / 1_000, milliseconds: now - waitedFrom })
      // A second request of the same turn was due when the first was answered.
      waitedFrom = now
      return answer
    }
    await act(send).catch((error) => void errors.push(String(error.message ?? error)))
  }

  const total = Math.round(perSecond * seconds)
  for (let sent = 0; sent < total && inFlight.size <= maximumInFlight; ) {
    // The first is due at once.
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
