import type { Connection } from './pages/visit.ts'
import type { PageName } from './pages/visited-pages.ts'

/** How much is measured, and for how long. `BENCH_QUICK=1` only shows that a part works; its figures mean nothing. */
const isQuick = process.env.BENCH_QUICK === '1'
/** A regular expression for the titles of the operations, or the addresses of the pages, to measure. */
export const only = process.env.BENCH_ONLY ? new RegExp(process.env.BENCH_ONLY) : undefined
/** Other sizes of organizations: `BENCH_GOALS=100,1000`. */
const goals = process.env.BENCH_GOALS?.split(',').map(Number)
/** Other numbers of clients: `BENCH_CLIENTS=16`. */
const clients = process.env.BENCH_CLIENTS?.split(',').map(Number)
/** Whether everything is measured in full. Only such figures are saved. */
export const isWhole = !isQuick && !only && !goals && !clients && !process.env.SOAK_SECONDS

const full = {
  http: {
    goals: goals ?? [100, 1_000, 10_000],
    concurrencies: clients ?? [1, 16, 64],
    /** Where the ratios of the summary are taken, and the size of the organization at half load. */
    compared: { goals: goals?.[0] ?? 1_000, concurrency: clients?.[0] ?? 16 },
    warmUpSeconds: 0.25,
    /** The engines take turns. */
    rounds: 2,
    /** Of one turn. */
    seconds: 0.6,
    halfLoadSeconds: 2,
    /** For each operation before any measurement, so that the first one does not measure cold code. */
    firstWarmUpSeconds: 0.75,
  },
  /** Without `folders`, all functions. */
  imports: { rounds: 25, folders: undefined as string[] | undefined },
  start: { rounds: 11, megabytes: 200 },
  units: {
    goals: 200,
    briefs: [
      { goals: 1_000, own: 30 },
      { goals: 10_000, own: 30 },
      { goals: 100_000, own: 30 },
      { goals: 1_000, own: 1_000 },
      { goals: 10_000, own: 10_000 },
    ],
  },
  events: { organizations: [1, 100], events: 20_000, lists: 500 },
  loginTiming: { warmUp: 50, triples: 1_000 },
  flood: {
    goals: 100,
    othersPerSecond: 50,
    signInsPerSecond: 2,
    guessesPerSecond: 100,
    beginningSeconds: 8,
    seconds: 15,
  },
  departures: {
    othersGoals: 100,
    reassignedGoals: 5_000,
    deletedGoals: 10_000,
    deletedMembers: 200,
    readsPerSecond: 100,
    reportsPerSecond: 20,
    aloneSeconds: 10,
  },
  /** Without `names` and `connections`, all. */
  pages: {
    goals: 30,
    rounds: 3,
    names: undefined as PageName[] | undefined,
    connections: undefined as Connection[] | undefined,
  },
  scrolling: { goals: [30, 300], frames: 600 },
  soak: {
    goals: 1_000,
    /** How long the maximum is measured, after a warm-up of the same length. */
    maximumSeconds: 10,
    seconds: Number(process.env.SOAK_SECONDS ?? 600),
    minuteSeconds: 60,
  },
  cpu: { goals: 100, warmUp: 500, rounds: 31, requests: 30 },
}

const quick: typeof full = {
  http: {
    goals: goals ?? [100],
    concurrencies: clients ?? [1, 4],
    compared: { goals: goals?.[0] ?? 100, concurrency: clients?.[0] ?? 4 },
    warmUpSeconds: 0,
    rounds: 1,
    seconds: 0.1,
    halfLoadSeconds: 0.1,
    firstWarmUpSeconds: 0,
  },
  imports: { rounds: 1, folders: ['goals'] },
  start: { rounds: 1, megabytes: 1 },
  units: { goals: 100, briefs: [{ goals: 100, own: 30 }] },
  events: { organizations: [1, 5], events: 200, lists: 5 },
  loginTiming: { warmUp: 0, triples: 5 },
  flood: {
    goals: 100,
    othersPerSecond: 10,
    signInsPerSecond: 2,
    guessesPerSecond: 20,
    beginningSeconds: 1,
    seconds: 1,
  },
  departures: {
    othersGoals: 100,
    reassignedGoals: 50,
    deletedGoals: 50,
    deletedMembers: 5,
    readsPerSecond: 20,
    reportsPerSecond: 5,
    aloneSeconds: 0.5,
  },
  pages: { goals: 5, rounds: 1, names: ['/goals/<id>'], connections: ['slow 4G'] },
  scrolling: { goals: [5, 40], frames: 20 },
  soak: { goals: 100, maximumSeconds: 0.5, seconds: 3, minuteSeconds: 1 },
  cpu: { goals: 25, warmUp: 3, rounds: 3, requests: 2 },
}

export const settings = isQuick ? quick : full
