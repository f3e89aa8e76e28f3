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
/** Whether everything is measured in full. Only then does a broken promise fail the run. */
export const isWhole = !isQuick && !only && !goals && !clients

const full = {
  http: {
    goals: goals ?? [100, 1_000, 10_000],
    concurrencies: clients ?? [1, 16, 64],
    warmUpSeconds: 0.25,
    seconds: 1.2,
    /** For each operation before any measurement, so that the first one does not measure cold code. */
    firstWarmUpSeconds: 0.75,
  },
  /** Without `folders`, all functions. */
  imports: { rounds: 25, folders: undefined as string[] | undefined },
  /** `packs`: whether npx and the packed file are measured too. */
  start: { rounds: 11, megabytes: 200, packs: true },
  units: {
    goals: 200,
    /** Sub-goals of the wide parent. */
    width: 500,
    briefs: [
      { goals: 1_000, own: 30 },
      { goals: 10_000, own: 30 },
      { goals: 100_000, own: 30 },
      { goals: 1_000, own: 1_000 },
      { goals: 10_000, own: 10_000 },
    ],
  },
  /** Without `names` and `connections`, all. */
  pages: {
    goals: 30,
    rounds: 3,
    names: undefined as PageName[] | undefined,
    connections: undefined as Connection[] | undefined,
  },
  background: { memories: [256, 1_024, 1_769], batches: 15, people: 80 },
  cpu: { goals: 100, warmUp: 500, rounds: 31, requests: 30 },
  fleet: { agents: 20, goals: 40, works: 100 },
}

const quick: typeof full = {
  http: {
    goals: goals ?? [100],
    concurrencies: clients ?? [1, 4],
    warmUpSeconds: 0,
    seconds: 0.1,
    firstWarmUpSeconds: 0,
  },
  imports: { rounds: 1, folders: ['goals'] },
  start: { rounds: 1, megabytes: 1, packs: false },
  units: { goals: 100, width: 20, briefs: [{ goals: 100, own: 30 }] },
  pages: { goals: 5, rounds: 1, names: ['/goals/<id>'], connections: ['slow 4G'] },
  background: { memories: [1_769], batches: 1, people: 5 },
  cpu: { goals: 25, warmUp: 3, rounds: 3, requests: 2 },
  fleet: { agents: 4, goals: 8, works: 2 },
}

export const settings = isQuick ? quick : full
