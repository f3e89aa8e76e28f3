import type { Parameters } from 'fast-check'

/**
 * The runs of a property. They are the same every time; `PROPERTY_SEED` replays others, and `PROPERTY_RUNS` multiplies
 * their number. fast-check prints seed, path and the shrunk counterexample of a failure.
 */
export function runs<T>(numRuns: number): Parameters<T> {
  const { PROPERTY_SEED = '20261120', PROPERTY_RUNS = '1' } = process.env
  return { seed: Number(PROPERTY_SEED), numRuns: Math.ceil(numRuns * Number(PROPERTY_RUNS)) }
}
