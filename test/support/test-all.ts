import { randomInt } from 'node:crypto'

/** Whether everything runs, as `npm run test:all` asks; otherwise, costly loops run a sample of their cases. */
export const testsAll = process.env.TEST_ALL === '1'

/** The seed of samples. A test prints it in its title, and `TEST_SEED=…` repeats its choice. */
export const testSeed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31))

/** For the title of a test that runs a sample. */
export const sampleTitle = testsAll ? 'every case' : `a sample, TEST_SEED=${testSeed}`

/**
 * Returns `count` of the values in their order, always with the first and the last, the others chosen by `seed`.
 * Returns all of them if everything runs.
 */
export function sampleOf<T>(values: readonly T[], count = 10, seed: number = testSeed): T[] {
  return testsAll ? [...values] : chooseOf(values, count, seed)
}

/** Like `sampleOf`, whatever runs. */
export function chooseOf<T>(values: readonly T[], count: number, seed: number): T[] {
  if (values.length <= count) return [...values]
  const random = seededRandom(seed)
  const last = values.length - 1
  const chosen = new Set([0, last])
  while (chosen.size < count) chosen.add(1 + Math.floor(random() * (last - 1)))
  return values.filter((_, index) => chosen.has(index))
}

/** mulberry32: small, and good enough to choose. Returns numbers from 0 to below 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
