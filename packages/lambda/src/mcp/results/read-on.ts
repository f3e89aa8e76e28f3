/** Names the calls that return what a result leaves out: a few for each result, each of which gets on. */
import type { ReadOn, Shortened } from './shorten.ts'

/**
 * Returns at most `most` cuts that cover all. Several in one list or object become one, from the first element or field that is not
 * whole. If there are still too many, the last one covers the rest.
 *
 * @param whole  The value in which paths are.
 * @param at  The path of the list or object that has all cuts.
 */
export function mergedCuts(
  cuts: readonly Shortened[],
  { whole, at = [], most }: { whole: unknown; at?: readonly string[]; most: number },
): Shortened[] {
  const groups = Map.groupBy(cuts, ({ path }) => segmentsOf(path)[at.length] ?? '')
  const merged = [...groups].map(([name, group]): Shortened => {
    const [first, ...others] = group
    if (first && others.length === 0) return first
    const child = [...at, name]
    const own = group.find(({ path }) => path === child.join('.'))
    return cutFrom(whole, child, Math.min(...group.map((cut) => firstMissing(cut, whole, child))), own?.total)
  })
  if (merged.length <= most) return merged
  const rest = merged.slice(most - 1)
  const position = Math.min(...rest.map((cut) => firstMissing(cut, whole, at)))
  return [...merged.slice(0, most - 1), cutFrom(whole, at, position)]
}

/** The position of the first element or field of a container that a cut below it, or of itself, leaves out. */
function firstMissing({ path, shown = 0 }: Shortened, whole: unknown, at: readonly string[]): number {
  const name = segmentsOf(path)[at.length]
  return name === undefined ? shown : positionOf(valueAt(whole, at), name)
}

/** The cut of a list or object that is read on from one of its elements or fields. */
function cutFrom(whole: unknown, at: readonly string[], shown: number, total?: number): Shortened {
  return { path: at.join('.'), shown, total: total ?? Object.keys(valueAt(whole, at) as object).length }
}

function positionOf(container: unknown, name: string): number {
  return Array.isArray(container) ? Number(name) : Object.keys(container as object).indexOf(name)
}

/** The call that goes on where a cut begins. The whole value needs no path. */
export function readOnFrom({ tool, arguments: input }: ReadOn, { path, shown = 0 }: Shortened): ReadOn {
  return { tool, arguments: { ...input, ...(path !== '' && { path }), offset: shown } }
}

export function segmentsOf(path: string): string[] {
  return path === '' ? [] : path.split('.')
}

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined
  return valueAt((value as Record<string, unknown>)[name], rest)
}
