import type { Latency } from '../statistics/percentiles.ts'
import type { EngineName } from '../support/service-process.ts'

/** One operation with one engine, in an organization of one size, with one number of clients. */
export type Throughput = {
  engine: EngineName
  operation: string
  /** Goals of the organization. */
  goals: number
  concurrency: number
  requestsPerSecond: number
  milliseconds: Latency
  /** Requests per second that got a conflict, if many write to the same goal. */
  refusedPerSecond: number
  /** Processor time per request of the service and its database; undefined if the system does not report it. */
  cpuMilliseconds: number | undefined
}

/** How a load at a constant rate was served. */
export type SteadyLatency = { perSecond: number; p99Milliseconds: number }

export type HalfLoad = {
  operation: string
  goals: number
  /** The wire engine at half of its own highest rate. */
  wire: SteadyLatency
  /** The embedded database at the same rate. */
  sameRate: SteadyLatency
  /** The embedded database at half of its own highest rate. */
  embedded: SteadyLatency
}

export type HttpResult = {
  /** Where the ratios of the summary are taken. */
  compared: { goals: number; concurrency: number }
  throughput: Throughput[]
  halfLoad: HalfLoad[]
}
