/**
 * Whether two samples of times can be told apart. Times are skewed and have outliers, so ranks and medians are compared, and means
 * only without the slow tail.
 */
import { percentileOfSorted, sortedOf } from './percentiles.ts'

/** The share of a standard normal distribution below z (Abramowitz and Stegun 26.2.17, error below 1e-7). */
function normalShareBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const tail =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const share = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
  return z > 0 ? 1 - share : share
}

/** The probability of a value at least this far from 0, on either side, by chance. */
export function twoSidedProbability(z: number): number {
  return Math.min(1, 2 * (1 - normalShareBelow(Math.abs(z))))
}

/**
 * The Mann-Whitney U test (Wilcoxon's rank sum), with the normal approximation and the correction for ties; for samples
 * of 20 and more. `superiority` is the share of pairs in which the first is larger: 0.5 if they are alike.
 */
export function mannWhitney(first: ArrayLike<number>, second: ArrayLike<number>) {
  const all = [
    ...Array.from(first, (value) => ({ value, isFirst: true })),
    ...Array.from(second, (value) => ({ value, isFirst: false })),
  ].sort((left, right) => left.value - right.value)
  let rankSum = 0
  let tieTerm = 0
  for (let start = 0; start < all.length; ) {
    let end = start + 1
    while (end < all.length && all[end]?.value === all[start]?.value) end++
    const rank = (start + 1 + end) / 2
    for (let index = start; index < end; index++) if (all[index]?.isFirst) rankSum += rank
    const ties = end - start
    tieTerm += ties ** 3 - ties
    start = end
  }
  const pairs = first.length * second.length
  const u = rankSum - (first.length * (first.length + 1)) / 2
  const deviation = Math.sqrt((pairs / 12) * (all.length + 1 - tieTerm / (all.length * (all.length - 1))))
  const z = deviation === 0 ? 0 : (u - pairs / 2) / deviation
  return { z, probability: twoSidedProbability(z), superiority: u / pairs }
}

/**
 * Welch's t on the values below a percentile of both samples together, as in dudect (Reparaz, Balasch and Verbauwhede, "Dude, is
 * my code constant time?", 2017), which considers |t| above 4.5 a leak.
 */
export function croppedWelch(first: ArrayLike<number>, second: ArrayLike<number>, keptShare = 0.9): number {
  const limit = percentileOfSorted(sortedOf([...Array.from(first), ...Array.from(second)]), keptShare)
  const [a, b] = [first, second].map((sample) =>
    momentsOf(Array.from(sample).filter((value) => value <= limit)),
  )
  if (!a || !b) return Number.NaN
  const error = Math.sqrt(a.variance / a.count + b.variance / b.count)
  return error === 0 ? 0 : (a.mean - b.mean) / error
}

function momentsOf(values: number[]) {
  const count = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1)
  return { count, mean, variance }
}

/**
 * The median of the differences of pairs that were measured together, with its distribution-free confidence interval
 * from order statistics (the sign test turned around).
 *
 * @param quantile  Of the normal distribution: 2.576 for 99 %.
 */
export function medianOfDifferences(first: readonly number[], second: readonly number[], quantile = 2.576) {
  const differences = sortedOf(first.map((value, index) => value - (second[index] ?? Number.NaN)))
  const count = differences.length
  const reach = (quantile * Math.sqrt(count)) / 2
  const low = Math.max(0, Math.floor(count / 2 - reach) - 1)
  const high = Math.min(count - 1, Math.ceil(count / 2 + reach))
  return {
    median: percentileOfSorted(differences, 0.5),
    low: differences[low] ?? Number.NaN,
    high: differences[high] ?? Number.NaN,
  }
}
