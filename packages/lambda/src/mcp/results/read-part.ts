import { ServiceError } from '@cairn/contract/errors/errors'
import { mergedCuts, readOnFrom, segmentsOf, valueAt } from './read-on.ts'
import { join, levels, type ReadOn, type Shortened, shorten } from './shorten.ts'
import { largestThatFits, mostCuts, resultOf, type ToolResult } from './tool-result.ts'

/** A part of a goal or entry: a text from a character, a list from an element, an object from a field. */
export type Part = { path?: string | undefined; offset?: number | undefined; maxKiB?: number | undefined }

/** Whether a part is asked for. From its beginning, the whole is better. */
export function asksForPart({ path, offset = 0 }: Part): boolean {
  return path !== undefined || offset > 0
}

/**
 * Returns the text, list or object at a path, from an offset.
 *
 * @param readOn  The call that returns a part, without `path` and `offset`.
 * @param total  The length of a list whose first elements are missing.
 * @throws `invalid_request` if there is none.
 */
export function partResult(
  whole: unknown,
  { path = '', offset = 0, maxKiB }: Part,
  readOn: ReadOn,
  total?: number,
): ToolResult {
  const at = segmentsOf(path)
  const value = valueAt(whole, at)
  const build = (part: unknown, cuts: readonly Shortened[]) =>
    resultOf(
      { path, offset, part },
      cuts.map((cut) => ({ ...cut, readOn: readOnFrom(readOn, cut) })),
    )

  if (typeof value === 'string') {
    const candidates = levels.map((level) => () => {
      const cuts: Shortened[] = []
      return build(shorten(value.slice(offset), { level, cuts }, path, offset), cuts)
    })
    return largestThatFits(candidates, maxKiB)
  }
  if (value === null || typeof value !== 'object') throw noSuchPart()

  const children = Object.entries(value).slice(offset)
  const size = total ?? offset + children.length
  const some = (parts: [string, unknown][]) =>
    Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
  const rest = (shown: number): Shortened[] => (shown < size ? [{ path, shown, total: size }] : [])
  // As many whole ones as fit, so that reading on gets on.
  const wholeOnes = children.map(
    (_, left) => () =>
      build(some(children.slice(0, children.length - left)), rest(offset + children.length - left)),
  )
  const [first] = children
  if (!first) return build(some([]), rest(size))
  const [name, child] = first
  // Or the first one, shortened.
  const shortened = levels.slice(1).map((level) => () => {
    const cuts: Shortened[] = []
    const childPath = join(path, name)
    const part = shorten(child, { level, cuts }, childPath)
    const others = rest(offset + 1)
    const own =
      cuts.length > 1
        ? mergedCuts(cuts, { whole, at: segmentsOf(childPath), most: mostCuts(maxKiB) - others.length })
        : cuts
    return build(some([[name, part]]), [...own, ...others])
  })
  return largestThatFits([...wholeOnes, ...shortened], maxKiB)
}

function noSuchPart(): ServiceError {
  return new ServiceError('invalid_request', 'The request is not valid.', {
    details: [{ path: 'path', message: 'Use the path of a text or list, such as `criteria.3.description`.' }],
  })
}
