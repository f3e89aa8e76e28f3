/** How many of a part's mutants each outcome has. */
export type Tally = {
  /** A test failed, or ran into the time limit. */
  killed: number
  /** All tests passed, or none ran the mutated code. */
  survived: number
  /** Excluded by a comment in the code, which says why no test can notice the mutant. */
  excluded: number
}

/** The least score of each part, in percent. */
export const leastScore = 80

const outcomes: Record<string, keyof Tally | null> = {
  Killed: 'killed',
  Timeout: 'killed',
  Survived: 'survived',
  NoCoverage: 'survived',
  Ignored: 'excluded',
  // Says nothing about the tests.
  CompileError: null,
  RuntimeError: null,
}

export function tally(statuses: Iterable<string>): Tally {
  const counts: Tally = { killed: 0, survived: 0, excluded: 0 }
  for (const status of statuses) {
    const outcome = outcomes[status]
    if (outcome === undefined) throw new Error(`Stryker reports an unknown outcome: ${status}`)
    if (outcome !== null) counts[outcome] += 1
  }
  return counts
}

/** The share of mutants that the tests noticed, in whole percent, rounded down: one slow mutant does not move it. */
export function scoreOf({ killed, survived }: Tally): number {
  return killed + survived === 0 ? 0 : Math.floor((100 * killed) / (killed + survived))
}

/** Returns what is wrong with the scores of parts, one sentence each. */
export function problemsOf(scores: Record<string, number>, stored: Record<string, number>): string[] {
  return Object.entries(scores).flatMap(([part, score]) => {
    const expected = Math.max(leastScore, stored[part] ?? 0)
    return score < expected ? [`The score of ${part} is ${score} %, and must be at least ${expected} %.`] : []
  })
}

/** Returns the stored scores with those that rose. */
export function raised(scores: Record<string, number>, stored: Record<string, number>) {
  const all = { ...stored }
  for (const [part, score] of Object.entries(scores)) all[part] = Math.max(score, stored[part] ?? 0)
  return all
}
