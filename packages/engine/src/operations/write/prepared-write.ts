/** One write of one item: what is known of it before the item is read, and what it does to the item. */
import { conditionFailed, validationError } from '../../errors.ts'
import type { Bindings } from '../../expressions/bindings.ts'
import { isMet, requireOperands } from '../../expressions/condition.ts'
import { parseConditionText, parseUpdateText } from '../../expressions/parsing/parse.ts'
import type { Condition, UpdateAction } from '../../expressions/parsing/syntax.ts'
import { applyUpdate, requireNoKeyAttribute, requireUpdate } from '../../expressions/update.ts'
import type { Writer } from '../../storage/group-commit.ts'
import type { Table } from '../../storage/store.ts'
import {
  requireIndexKeys,
  requireKey,
  requireKeyInItem,
  requireNoEmptyIndexKey,
  requireNoEmptyKey,
} from '../../tables/keys.ts'
import { toAttributes } from '../../values/attribute-value.ts'
import { itemSize, maximumItemSize } from '../../values/size.ts'
import type { Item } from '../../values/value.ts'
import { bindingsOf, type Call, type Placeholders, required, requireOneOf, tableOf } from '../call.ts'

export type WriteInput = Placeholders & {
  TableName?: string | undefined
  Key?: object | undefined
  Item?: object | undefined
  ConditionExpression?: string | undefined
  UpdateExpression?: string | undefined
  ReturnValuesOnConditionCheckFailure?: string | undefined
}

/** The part of a write that does not need its table: values and expressions. */
export type ParsedWrite = {
  /** The item's key, or the item to put. */
  target: Item
  bindings: Bindings
  condition: Condition | undefined
  actions: UpdateAction[]
  /** Whether a failed condition tells the item that is there. */
  isItemTold: boolean
}

export type PreparedWrite = {
  table: Table
  target: Item
  /** The problem of the item or key for this table. A transaction is cancelled because of it. */
  schemaError: Error | undefined
  /** @returns The item that is to be stored; undefined if none is. Throws if the condition is not met. */
  next(stored: Item | undefined): Item | undefined
}

export type WriteKind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck'

/** @throws ValidationException */
export function parseWrite(kind: WriteKind, { codec }: Call, input: WriteInput): ParsedWrite {
  const name = kind === 'Put' ? 'Item' : 'Key'
  const target = codec.itemFrom(required(name, input[name]))
  requireOneOf('ReturnValuesOnConditionCheckFailure', input.ReturnValuesOnConditionCheckFailure, [
    'ALL_OLD',
    'NONE',
  ])
  const bindings = bindingsOf(input, codec)
  const { ConditionExpression: conditionText, UpdateExpression: updateText } = input
  const actions =
    updateText === undefined
      ? []
      : bindings.use('UpdateExpression', parseUpdateText(updateText, 'UpdateExpression'))
  requireUpdate(actions, bindings)
  let condition: Condition | undefined
  if (kind === 'ConditionCheck') required('ConditionExpression', conditionText)
  if (conditionText !== undefined) {
    condition = bindings.use('ConditionExpression', parseConditionText(conditionText, 'ConditionExpression'))
    requireOperands(condition, bindings, 'ConditionExpression')
  }
  bindings.requireAllUsed(conditionText !== undefined || updateText !== undefined)
  const isItemTold = input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD'
  return { target, bindings, condition, actions, isItemTold }
}

/**
 * Finds the table and checks the key.
 * @throws ResourceNotFoundException, ValidationException
 */
export function prepareWrite(
  kind: WriteKind,
  { engine }: Call,
  { TableName }: WriteInput,
  parsed: ParsedWrite,
): PreparedWrite {
  const table = tableOf(engine, TableName)
  const { definition } = table
  const { target, bindings, condition, actions, isItemTold } = parsed
  requireNoEmptyKey(definition.key, target)
  if (kind === 'Put') {
    requireNoEmptyIndexKey(definition, target)
    requireItemSize(target, 'Item size has exceeded the maximum allowed size')
  }
  const schemaError = validationErrorOf(() => {
    if (kind === 'Put') {
      requireKeyInItem(definition.key, target)
      requireIndexKeys(definition, target)
    } else {
      requireKey(definition.key, target)
      requireNoKeyAttribute(actions, bindings, definition.key)
    }
  })
  return {
    table,
    target,
    schemaError,
    next(stored) {
      if (condition && !isMet(condition, stored ?? {}, bindings)) {
        throw conditionFailed(isItemTold && stored ? toAttributes(stored) : undefined)
      }
      if (kind === 'ConditionCheck') return stored
      if (kind === 'Delete') return undefined
      if (kind === 'Put') return target
      const updated = applyUpdate(actions, stored ?? target, bindings)
      requireItemSize(updated, 'Item size to update has exceeded the maximum allowed size')
      requireNoEmptyIndexKey(definition, updated)
      requireIndexKeys(definition, updated)
      return updated
    },
  }
}

function validationErrorOf(check: () => void): Error | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return error as Error
  }
}

function requireItemSize(item: Item, message: string): void {
  if (itemSize(item) > maximumItemSize) throw validationError(message)
}

export type Written = { before: Item | undefined; after: Item | undefined }

/** Carries the write out. Nothing is changed if it throws. */
export function carryOut(writer: Writer, kind: WriteKind, write: PreparedWrite): Written {
  const { table, target, schemaError, next } = write
  if (schemaError) throw schemaError
  const before = writer.find(table, target)
  const after = next(before)
  if (kind === 'ConditionCheck') return { before, after }
  if (after !== undefined) writer.put(table, after)
  else if (before !== undefined) writer.delete(table, target)
  return { before, after }
}
