/**
 * Update expressions. Every operand is read from the item as it was before the update; then the actions are applied.
 */
import { validationError } from '../errors.ts'
import type { KeySchema } from '../tables/definition.ts'
import { keyAttributesOf } from '../tables/definition.ts'
import { addNumbers, type NumberValue } from '../values/number.ts'
import { type Item, isList, isMap, setAttribute, typeOf, type Value } from '../values/value.ts'
import { type Bindings, overlap, pathText, type ResolvedPath, valueAt } from './bindings.ts'
import { expressionError } from './parsing/lexer.ts'
import type { UpdateAction } from './parsing/syntax.ts'

/** @throws ValidationException if paths overlap, a path is part of the key, or a value has a wrong type. */
export function requireUpdate(actions: readonly UpdateAction[], bindings: Bindings): void {
  const [first, second] = overlap(actions.map(({ path }) => bindings.resolve(path))) ?? []
  if (first && second) {
    throw expressionError(
      'UpdateExpression',
      `Two document paths overlap with each other; must remove or rewrite one of these paths; path one: ${pathText(first)}, path two: ${pathText(second)}`,
    )
  }
  for (const action of actions) {
    if (action.kind === 'ADD') requireNumber(action.placeholder, bindings)
  }
}

function requireNumber(placeholder: string, bindings: Bindings): void {
  const type = typeOf(bindings.valueOf(placeholder))
  if (type === 'N') return
  throw expressionError(
    'UpdateExpression',
    `Incorrect operand type for operator or function; operator: ADD, operand type: ${type}`,
  )
}

export function requireNoKeyAttribute(
  actions: readonly UpdateAction[],
  bindings: Bindings,
  key: KeySchema,
): void {
  const names = new Set<string | number>(keyAttributesOf(key).map(({ name }) => name))
  for (const { path } of actions) {
    const [name = ''] = bindings.resolve(path)
    if (names.has(name)) {
      throw validationError(
        `One or more parameter values were invalid: Cannot update attribute ${name}. This attribute is part of the key`,
      )
    }
  }
}

/** Paths and values of a change; undefined removes what is there. */
type Change = { path: ResolvedPath; value: Value | undefined }

/** @returns The new item. The old one is left as it is. */
export function applyUpdate(actions: readonly UpdateAction[], item: Item, bindings: Bindings): Item {
  const changes = actions.map((action) => changeOf(action, item, bindings))
  const updated: Record<string, Value> = { ...item }
  const copied = new Set<string>()
  const removals: ResolvedPath[] = []
  for (const { path, value } of changes) {
    const name = path[0] as string
    if (path.length === 1) {
      if (value === undefined) delete updated[name]
      else setAttribute(updated, name, value)
      continue
    }
    if (!copied.has(name) && Object.hasOwn(updated, name)) {
      setAttribute(updated, name, copyOf(updated[name] as Value))
      copied.add(name)
    }
    if (value === undefined) removals.push(path)
    else setAt(updated, path, value)
  }
  // Deepest paths first, and each list from its end, so that no index shifts to another element.
  for (const path of removals.sort(byDepthAndIndexDescending)) removeAt(updated, path)
  return updated
}

function byDepthAndIndexDescending(left: ResolvedPath, right: ResolvedPath): number {
  return right.length - left.length || lastIndexOf(right) - lastIndexOf(left)
}

function lastIndexOf(path: ResolvedPath): number {
  const step = path.at(-1)
  return typeof step === 'number' ? step : -1
}

/** Maps and lists can be changed in the copy; everything else is shared. */
function copyOf(value: Value): Value {
  if (isList(value)) return value.map(copyOf)
  if (!isMap(value)) return value
  const copy: Record<string, Value> = {}
  for (const [name, inner] of Object.entries(value)) setAttribute(copy, name, copyOf(inner))
  return copy
}

function changeOf(action: UpdateAction, item: Item, bindings: Bindings): Change {
  const path = bindings.resolve(action.path)
  if (action.kind === 'REMOVE') return { path, value: undefined }
  const operand = bindings.valueOf(action.placeholder)
  if (action.kind === 'ADD') return { path, value: add(valueAt(item, path), operand) }
  const known = action.unless && valueAt(item, bindings.resolve(action.unless))
  return { path, value: known === undefined ? operand : known }
}

function add(current: Value | undefined, operand: Value): Value {
  if (current === undefined) return operand
  if (typeOf(current) !== 'N') {
    throw validationError('An operand in the update expression has an incorrect data type')
  }
  return addNumbers(current as NumberValue, operand as NumberValue)
}

const invalidPath = () =>
  validationError('The document path provided in the update expression is invalid for update')

/** The map or list that holds the end of the path. */
function parentOf(item: Record<string, Value>, path: ResolvedPath): Value {
  const parent = valueAt(item, path.slice(0, -1))
  const isRight = typeof path.at(-1) === 'number' ? isList(parent) : isMap(parent)
  if (!isRight) throw invalidPath()
  return parent as Value
}

/** Elements beyond the end of a list are appended to it. */
function setAt(item: Record<string, Value>, path: ResolvedPath, value: Value): void {
  const parent = parentOf(item, path)
  const step = path.at(-1)
  if (typeof step !== 'number') setAttribute(parent as Record<string, Value>, step as string, value)
  else if (step < (parent as Value[]).length) (parent as Value[])[step] = value
  else (parent as Value[]).push(value)
}

function removeAt(item: Record<string, Value>, path: ResolvedPath): void {
  const parent = parentOf(item, path)
  const step = path.at(-1)
  if (typeof step === 'number') (parent as Value[]).splice(step, 1)
  else delete (parent as Record<string, Value>)[step as string]
}
