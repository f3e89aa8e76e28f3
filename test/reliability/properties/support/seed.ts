import type { Parameters } from 'fast-check'
import { testSeed, testsAll } from '../../../support/test-all.ts'

/** The part of the runs that guards a commit: with another seed each time, many commits try many. */
const partOfCommit = 1 / 4

/**
 * The settings of a property test. Each run of the tests chooses other values, and `TEST_SEED` repeats its choice. `npm run test:all`
 * makes all the runs. After a failure fast-check prints the seed, the path and the shrunk counterexample.
 */
export function runs<T>(numRuns: number): Parameters<T> {
  return { seed: testSeed, numRuns: testsAll ? numRuns : Math.ceil(numRuns * partOfCommit) }
}
