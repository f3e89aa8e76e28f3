import { validationError } from '../errors.ts'
import { attributeOf, type Item, isList, isMap, type Value } from '../values/value.ts'
import { type ExpressionKind, expressionError } from './parsing/lexer.ts'
import type { Parsed, Path } from './parsing/syntax.ts'

/** A document path: attribute names, and indexes of list elements. */
export type ResolvedPath = readonly (string | number)[]

/** The names and values of the placeholders in one request's expressions. */
export class Bindings {
  readonly #names: Readonly<Record<string, string>>
  readonly #values: Item
  readonly #hasNames: boolean
  readonly #hasValues: boolean
  readonly #used = new Set<string>()

  constructor(names: Readonly<Record<string, string>> | undefined, values: Item | undefined) {
    this.#hasNames = names !== undefined
    this.#hasValues = values !== undefined
    this.#names = names ?? {}
    this.#values = values ?? {}
  }

  /** @throws ValidationException if the expression has a placeholder that stands for nothing. */
  use<T>(kind: ExpressionKind, parsed: Parsed<T>): T {
    for (const name of parsed.names) {
      if (!Object.hasOwn(this.#names, name)) {
        throw expressionError(
          kind,
          `An expression attribute name used in the document path is not defined; attribute name: ${name}`,
        )
      }
      this.#used.add(name)
    }
    for (const name of parsed.values) {
      if (!Object.hasOwn(this.#values, name)) {
        throw expressionError(
          kind,
          `An expression attribute value used in expression is not defined; attribute value: ${name}`,
        )
      }
      this.#used.add(name)
    }
    return parsed.tree
  }

  /**
   * @param hasExpression  Whether the request has any expression.
   * @throws ValidationException if the request defines a placeholder that no expression uses.
   */
  requireAllUsed(hasExpression: boolean): void {
    this.#requireUsed('ExpressionAttributeNames', this.#hasNames, this.#names, hasExpression)
    this.#requireUsed('ExpressionAttributeValues', this.#hasValues, this.#values, hasExpression)
  }

  #requireUsed(parameter: string, isGiven: boolean, defined: object, hasExpression: boolean): void {
    if (!isGiven) return
    if (!hasExpression) {
      throw validationError(`${parameter} can only be specified when using expressions`)
    }
    const names = Object.keys(defined)
    if (names.length === 0) throw validationError(`${parameter} must not be empty`)
    const unused = names.filter((name) => !this.#used.has(name))
    if (unused.length > 0) {
      throw validationError(
        `Value provided in ${parameter} unused in expressions: keys: {${unused.join(', ')}}`,
      )
    }
  }

  resolve(path: Path): ResolvedPath {
    return path.map((step) => {
      if ('index' in step) return step.index
      return 'name' in step ? step.name : (this.#names[step.placeholder] as string)
    })
  }

  valueOf(placeholder: string): Value {
    return this.#values[placeholder] as Value
  }
}

/** The value at a path; undefined if it leads nowhere. */
export function valueAt(item: Item, path: ResolvedPath): Value | undefined {
  let value: Value | undefined = attributeOf(item, path[0] as string)
  for (let depth = 1; depth < path.length && value !== undefined; depth++) {
    const step = path[depth] as string | number
    if (typeof step === 'number') value = isList(value) ? value[step] : undefined
    else value = isMap(value) ? attributeOf(value, step) : undefined
  }
  return value
}

/** The first two paths of which one leads through the other, or to the same. */
export function overlap(paths: readonly ResolvedPath[]): [ResolvedPath, ResolvedPath] | undefined {
  for (const [index, left] of paths.entries()) {
    for (const right of paths.slice(0, index)) {
      const length = Math.min(left.length, right.length)
      if (left.slice(0, length).every((step, depth) => step === right[depth])) return [right, left]
    }
  }
  return undefined
}

export function pathText(path: ResolvedPath): string {
  return `[${path.map((step) => (typeof step === 'number' ? `[${step}]` : step)).join(', ')}]`
}
