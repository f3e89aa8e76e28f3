import type { Entity as Declared } from '@cairn/domain/table/entity/declaration'
import type { Where } from '@cairn/domain/table/entity/expression'
import type { Item } from '@cairn/domain/table/entity/item'
import { Entity } from 'electrodb'

export const tableName = 'cairn'

/** The input of a call, as far as it depends on the entity. */
export type Input = {
  TableName: string
  Key?: Item
  Item?: Item
  IndexName?: string
  KeyConditionExpression?: string
  FilterExpression?: string
  ConditionExpression?: string
  UpdateExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Item
  ScanIndexForward?: boolean
  ConsistentRead?: boolean
  Limit?: number
}

type Call = {
  set(values: Item): Call
  add(numbers: Item): Call
  remove(names: readonly string[]): Call
  data(
    change: (
      attributes: Record<string, Item>,
      operations: Record<string, (...input: unknown[]) => void>,
    ) => void,
  ): Call
  between(from: Item, to: Item): Call
  where(condition: Where<Declared>): Call
  params(options?: object): Input
}

/** What the test uses of ElectroDB's entity, whatever its attributes are. */
export type ElectroEntity = Record<
  'put' | 'create' | 'patch' | 'update' | 'remove' | 'delete' | 'get',
  (record: Item) => Call
> & {
  query: Record<string, (partition: Item) => Call>
  parse(result: { Item: Item }): { data: Item | null }
}

/** ElectroDB's own entity for a declaration. */
export function electroEntity({ model, attributes, indexes }: Declared): ElectroEntity {
  const own = Object.entries(indexes).map(([name, { only, ...index }]) => [
    name,
    {
      ...index,
      ...(only && { condition: (record: Item) => record[only.attribute] === only.value }),
    },
  ])
  const schema = { model, attributes, indexes: Object.fromEntries(own) }
  return new Entity(schema as never, { table: tableName }) as unknown as ElectroEntity
}

/** The input with names and values in place of their placeholders, and the parts of an update sorted. */
export function resolved(input: Input): object {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = input
  const placeholder = /[#:]\w+/g
  const text = (expression: string | undefined) =>
    expression
      ?.replace(/ and /g, ' AND ')
      .replace(/ between /g, ' BETWEEN ')
      .replace(placeholder, (found) => JSON.stringify(names[found] ?? values[found] ?? found))
  const update = input.UpdateExpression?.split(/ (?=(?:SET|REMOVE|ADD) )/).map((clause) => {
    const [, kind, parts = ''] = /^(\w+) (.*)$/.exec(clause) ?? []
    return [kind, ...parts.split(', ').map(text).sort()]
  })
  return {
    table: input.TableName,
    key: input.Key,
    item: input.Item && JSON.parse(JSON.stringify(input.Item)),
    index: input.IndexName,
    keyCondition: text(input.KeyConditionExpression),
    filter: text(input.FilterExpression),
    condition: text(input.ConditionExpression),
    update: update?.sort(),
    isForward: input.ScanIndexForward ?? true,
    isConsistent: input.ConsistentRead ?? false,
    limit: input.Limit,
  }
}
