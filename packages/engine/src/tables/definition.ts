import type { CreateTableCommandInput, KeySchemaElement } from '@aws-sdk/client-dynamodb'
import { notSupported, validationError } from '../errors.ts'

export type KeyType = 'S' | 'N' | 'B'
export type KeyAttribute = { readonly name: string; readonly type: KeyType }

/** The key of a table or an index. */
export type KeySchema = { readonly hash: KeyAttribute; readonly range: KeyAttribute | undefined }

/** A global secondary index. It holds whole items, of those that have its key attributes. */
export type IndexDefinition = KeySchema & { readonly name: string }

export type TableDefinition = {
  readonly name: string
  readonly key: KeySchema
  readonly indexes: readonly IndexDefinition[]
  /** As `DescribeTable` returns them. */
  readonly attributeDefinitions: readonly { AttributeName: string; AttributeType: KeyType }[]
  /** Unix time in milliseconds. */
  readonly createdAt: number
  /** Its value is when an item expires, in Unix seconds. */
  readonly timeToLiveAttribute?: string
}

const namePattern = /^[a-zA-Z0-9_.-]{1,255}$/
/** "Naming rules", Amazon DynamoDB Developer Guide. */
const minimumNameLength = 3

export function requireTableName(name: unknown): string {
  if (typeof name !== 'string' || !namePattern.test(name)) {
    const value = name === undefined ? 'Value null' : `Value '${name}'`
    throw validationError(
      `1 validation error detected: ${value} at 'tableName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+`,
    )
  }
  return name
}

function requireNameLength(name: string): void {
  if (name.length < minimumNameLength) {
    throw validationError(`The name ${name} must be at least ${minimumNameLength} characters long`)
  }
}

/** @throws ValidationException, also for what Cairn's tables do not have. */
export function toTableDefinition(input: CreateTableCommandInput, createdAt: number): TableDefinition {
  const name = requireTableName(input.TableName)
  requireNameLength(name)
  if (input.BillingMode !== 'PAY_PER_REQUEST') throw notSupported('billing modes other than PAY_PER_REQUEST')
  if (input.StreamSpecification?.StreamEnabled) throw notSupported('streams')
  const types = new Map<string, KeyType>()
  for (const { AttributeName = '', AttributeType } of input.AttributeDefinitions ?? []) {
    types.set(AttributeName, AttributeType as KeyType)
  }
  const key = toKeySchema(input.KeySchema, types)
  const indexes = (input.GlobalSecondaryIndexes ?? []).map(({ IndexName = '', KeySchema, Projection }) => {
    if (Projection?.ProjectionType !== 'ALL') throw notSupported('indexes with other projections than ALL')
    if (!namePattern.test(IndexName)) throw validationError(`Invalid index name: ${IndexName}`)
    requireNameLength(IndexName)
    return { name: IndexName, ...toKeySchema(KeySchema, types) }
  })
  if (new Set(indexes.map((index) => index.name)).size < indexes.length) {
    throw validationError('One or more parameter values were invalid: Duplicate index name')
  }
  requireAllUsed(types, [key, ...indexes])
  const attributeDefinitions = [...types].map(([AttributeName, AttributeType]) => ({
    AttributeName,
    AttributeType,
  }))
  return { name, key, indexes, attributeDefinitions, createdAt }
}

function toKeySchema(elements: KeySchemaElement[] = [], types: ReadonlyMap<string, KeyType>): KeySchema {
  const [first, second] = elements
  if (first?.KeyType !== 'HASH' || (second && second.KeyType !== 'RANGE') || elements.length > 2) {
    throw validationError('Invalid KeySchema: The first KeySchemaElement is not a HASH key type')
  }
  const attribute = ({ AttributeName: name = '' }: KeySchemaElement): KeyAttribute => {
    const type = types.get(name)
    if (type === undefined || !['S', 'N', 'B'].includes(type)) {
      throw validationError(
        'One or more parameter values were invalid: Some index key attributes are not defined in AttributeDefinitions',
      )
    }
    return { name, type }
  }
  return { hash: attribute(first), range: second && attribute(second) }
}

function requireAllUsed(types: ReadonlyMap<string, KeyType>, schemas: readonly KeySchema[]): void {
  const used = new Set(schemas.flatMap(({ hash, range }) => [hash.name, range?.name]))
  if ([...types.keys()].some((name) => !used.has(name))) {
    throw validationError(
      'One or more parameter values were invalid: Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
    )
  }
}

export function keyAttributesOf({ hash, range }: KeySchema): KeyAttribute[] {
  return range ? [hash, range] : [hash]
}
