import type { Parameters } from 'fast-check'

/**
 * The settings of a property test, which is the same every time. `PROPERTY_SEED` chooses other runs, and `PROPERTY_RUNS`
 * multiplies their number. After a failure fast-check prints the seed, the path and the shrunk counterexample.
 */
export function runs<T>(numRuns: number): Parameters<T> {
  const { PROPERTY_SEED = '20261120', PROPERTY_RUNS = '1' } = process.env
  return { seed: Number(PROPERTY_SEED), numRuns: Math.ceil(numRuns * Number(PROPERTY_RUNS)) }
}
