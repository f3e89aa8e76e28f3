import {
  attributeOf,
  freezeDeep,
  type Item,
  isList,
  isMap,
  setAttribute,
  type Value,
} from '../values/value.ts'
import { type Bindings, overlap, pathText, type ResolvedPath } from './bindings.ts'
import { expressionError } from './parsing/lexer.ts'
import { parseProjectionText } from './parsing/parse.ts'

/** Takes the wanted parts out of an item. The result is frozen. */
export type Projection = (item: Item) => Item

/** @throws ValidationException if paths overlap. */
export function projectionOf(text: string | undefined, bindings: Bindings): Projection | undefined {
  if (text === undefined) return undefined
  const paths = bindings.use('ProjectionExpression', parseProjectionText(text, 'ProjectionExpression'))
  const resolved = paths.map((path) => bindings.resolve(path))
  const id = JSON.stringify(resolved)
  let known = projections.get(id)
  if (known === undefined) {
    known = remembering(projectionOfPaths(resolved))
    if (projections.size >= maximumRemembered) projections.clear()
    projections.set(id, known)
  }
  return known
}

/** Programs repeat their projections, on the same items. */
const projections = new Map<string, Projection>()
const maximumRemembered = 200

/** Items are frozen, so a projection of one stays the same; it is forgotten with the item. */
function remembering(project: Projection): Projection {
  const results = new WeakMap<Item, Item>()
  return (item) => {
    let result = results.get(item)
    if (result === undefined) {
      result = freezeDeep(project(item))
      results.set(item, result)
    }
    return result
  }
}

function projectionOfPaths(paths: readonly ResolvedPath[]): Projection {
  const isNested = paths.some((path) => path.length > 1)
  const names = paths.map(([name]) => name as string)
  if (isNested || new Set(names).size < names.length) {
    const [first, second] = overlap(paths) ?? []
    if (first && second) {
      throw expressionError(
        'ProjectionExpression',
        `Two document paths overlap with each other; must remove or rewrite one of these paths; path one: ${pathText(first)}, path two: ${pathText(second)}`,
      )
    }
  }
  return isNested ? (item) => pickPaths(item, paths) : (item) => pickAttributes(item, names)
}

export function pickAttributes(item: Item, names: readonly string[]): Item {
  const picked: Record<string, Value> = {}
  for (const name of names) {
    const value = attributeOf(item, name)
    if (value !== undefined) setAttribute(picked, name, value)
  }
  return picked
}

/** The part of one value that paths select: all of it, or parts by name or index. */
type Wanted = true | Map<string | number, Wanted>

/** Elements of lists keep their order and close up. */
function pickPaths(item: Item, paths: readonly ResolvedPath[]): Item {
  const wanted = new Map<string | number, Wanted>()
  for (const path of paths) {
    let level = wanted
    for (const step of path.slice(0, -1)) {
      const inner = level.get(step)
      const next = inner instanceof Map ? inner : new Map<string | number, Wanted>()
      level.set(step, next)
      level = next
    }
    level.set(path.at(-1) as string | number, true)
  }
  return (pick(item, wanted) ?? {}) as Item
}

/** Undefined if nothing of the value is wanted. */
function pick(value: Value, wanted: Wanted): Value | undefined {
  if (wanted === true) return value
  if (isList(value)) {
    const indexes = [...wanted.keys()].filter((step) => typeof step === 'number').sort((a, b) => a - b)
    const found = indexes
      .map((index) =>
        index < value.length ? pick(value[index] as Value, wanted.get(index) as Wanted) : undefined,
      )
      .filter((element) => element !== undefined)
    return found.length > 0 ? found : undefined
  }
  if (!isMap(value)) return undefined
  const picked: Record<string, Value> = {}
  for (const [step, inner] of wanted) {
    const member = typeof step === 'string' ? attributeOf(value, step) : undefined
    const part = member === undefined ? undefined : pick(member, inner)
    if (part !== undefined) setAttribute(picked, step as string, part)
  }
  return Object.keys(picked).length > 0 ? picked : undefined
}
