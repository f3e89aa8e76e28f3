/** Reads records up to the limits of a page: `Limit`, and 1 MB of what was looked at. */
import { validationError } from '../../errors.ts'
import type { Bindings } from '../../expressions/bindings.ts'
import { isMet, requireOperands } from '../../expressions/condition.ts'
import { parseConditionText } from '../../expressions/parsing/parse.ts'
import type { Condition, Operand, Path } from '../../expressions/parsing/syntax.ts'
import type { StoredRecord } from '../../storage/record-cache.ts'
import { type KeySchema, keyAttributesOf } from '../../tables/definition.ts'

/** "Query" and "Scan", API reference. */
const maximumPageSize = 1024 * 1024
/** How many records are read from the database at once. */
const chunkSize = 100

export type Page = {
  /** Those that the filter lets through. */
  records: StoredRecord[]
  scannedCount: number
  scannedSize: number
  /** The last one that was looked at, if the page ended before the end. */
  last: StoredRecord | undefined
}

/** @param next  Reads so many records behind the one given, or from the beginning. */
export function readPage(
  next: (after: StoredRecord | undefined, limit: number) => StoredRecord[],
  limit: number | undefined,
  filter: (record: StoredRecord) => boolean,
): Page {
  const page: Page = { records: [], scannedCount: 0, scannedSize: 0, last: undefined }
  let last: StoredRecord | undefined
  for (;;) {
    const wanted = Math.min(chunkSize, (limit ?? Number.POSITIVE_INFINITY) - page.scannedCount)
    const chunk = next(last, wanted)
    for (const record of chunk) {
      if (page.scannedCount > 0 && page.scannedSize + record.size > maximumPageSize) return { ...page, last }
      page.scannedCount++
      page.scannedSize += record.size
      last = record
      if (filter(record)) page.records.push(record)
      if (page.scannedCount === limit) return { ...page, last }
    }
    if (chunk.length < wanted) return page
  }
}

/** @throws ValidationException */
export function requireLimit(limit: number | undefined): void {
  if (limit === undefined || limit >= 1) return
  throw validationError(
    `1 validation error detected: Value '${limit}' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1`,
  )
}

/** @throws ValidationException if the expression cannot be a filter. */
export function filterOf(text: string | undefined, bindings: Bindings): Condition | undefined {
  if (text === undefined) return undefined
  const condition = bindings.use('FilterExpression', parseConditionText(text, 'FilterExpression'))
  requireOperands(condition, bindings, 'FilterExpression')
  return condition
}

export function passes(filter: Condition | undefined, { item }: StoredRecord, bindings: Bindings): boolean {
  return filter === undefined || isMet(filter, item, bindings)
}

/** @throws ValidationException: what a query's key condition can say, its filter must not. */
export function requireNoKeyInFilter(
  filter: Condition | undefined,
  key: KeySchema,
  bindings: Bindings,
): void {
  if (filter === undefined) return
  const names = keyAttributesOf(key).map(({ name }) => name)
  for (const path of pathsOf(filter)) {
    const [name] = bindings.resolve(path)
    if (!names.includes(name as string)) continue
    throw validationError(
      `Filter Expression can only contain non-primary key attributes: Primary key attribute: ${name}`,
    )
  }
}

function pathsOf(condition: Condition): Path[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return [...pathsOf(condition.left), ...pathsOf(condition.right)]
    case 'compare':
      return pathsOfOperands([condition.left, condition.right])
    case 'between':
      return pathsOfOperands([condition.operand, condition.lower, condition.upper])
    case 'begins_with':
      return pathsOfOperands([condition.operand, condition.part])
    default:
      return [condition.path]
  }
}

function pathsOfOperands(operands: readonly Operand[]): Path[] {
  return operands.flatMap((operand) => (operand.kind === 'value' ? [] : [operand.path]))
}
