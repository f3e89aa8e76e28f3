import { settings } from '../settings.ts'
import { latencyOf } from '../statistics/percentiles.ts'
import { createHttpClient } from '../support/http-client.ts'
import { sendSteadily } from '../support/steady-load.ts'
import type { HalfLoad, SteadyLatency, Throughput } from './measurements.ts'
import type { Subject } from './throughput.ts'

const connections = 64

/**
 * Measures an operation with both engines at half of the highest rate that the wire engine reached with any number of clients, and
 * the embedded database at half of its own highest rate too. They take turns.
 */
export async function measureHalfLoad(
  { wire, embedded }: { wire: Subject; embedded: Subject },
  { operation, goals }: Pick<HalfLoad, 'operation' | 'goals'>,
  measured: readonly Throughput[],
): Promise<HalfLoad> {
  const rateOf = ({ engine }: Subject) =>
    Math.max(
      ...measured.filter((cell) => cell.engine === engine).map(({ requestsPerSecond }) => requestsPerSecond),
    ) / 2
  const loads = {
    wire: { subject: wire, perSecond: rateOf(wire) },
    sameRate: { subject: embedded, perSecond: rateOf(wire) },
    embedded: { subject: embedded, perSecond: rateOf(embedded) },
  }
  const times: Record<keyof typeof loads, number[]> = { wire: [], sameRate: [], embedded: [] }
  for (let round = 0; round < settings.http.rounds; round++) {
    for (const name of ['wire', 'sameRate', 'embedded'] as const) {
      times[name].push(...(await timesOf(loads[name].subject, loads[name].perSecond)))
    }
  }
  const latency = (name: keyof typeof loads): SteadyLatency => ({
    perSecond: loads[name].perSecond,
    p99Milliseconds: latencyOf(times[name]).p99,
  })
  return {
    operation,
    goals,
    wire: latency('wire'),
    sameRate: latency('sameRate'),
    embedded: latency('embedded'),
  }
}

async function timesOf({ origin, act }: Subject, perSecond: number): Promise<number[]> {
  const client = createHttpClient(origin, connections)
  try {
    const seconds = settings.http.halfLoadSeconds
    const { arrivals, errors } = await sendSteadily(client, act, { perSecond, seconds })
    if (errors[0] !== undefined) throw new Error(errors[0])
    return arrivals.map(({ milliseconds }) => milliseconds)
  } finally {
    await client.close()
  }
}
