import { isKeyName } from '../../storage/table/entities.ts'
import {
  type AnyEntity,
  type Item,
  itemIfComplete,
  type TransactionItem,
} from '../../storage/table/entity.ts'
import { tableService } from '../../storage/table/service.ts'
import type { RepairStep } from '../step.ts'

/** Sets the keys by which indexes find a record to those of its content. Otherwise lists miss or misplace it. */
export const indexKeyStep: RepairStep = {
  name: 'keys',
  async seeAll(repair, record, item) {
    const entity: AnyEntity = tableService.entities[record.__edb_e__]
    const expected = itemIfComplete(entity, record)
    // Nothing can be said of a record that lacks content, or is under the key of another one.
    if (!expected || expected.pk !== item.pk || expected.sk !== item.sk) return
    const names = [...new Set([...Object.keys(expected), ...Object.keys(item)])].filter(
      (name) => isKeyName(name) && name !== 'pk' && name !== 'sk',
    )
    const wrong = names.filter((name) => expected[name] !== item[name])
    if (wrong.length > 0) await repair.write('index keys set', { keys: setKeys(item, expected, wrong) })
  },
}

/** Sets attributes of an item to those of another one, or removes them. Fails if anything short of it has changed. */
function setKeys(item: Item, expected: Item, wrong: readonly string[]): TransactionItem {
  const { pk, sk } = item
  const read = Object.entries(item).filter(
    ([name, value]) => name !== 'pk' && name !== 'sk' && (wrong.includes(name) || isShort(value)),
  )
  const isAbsent = wrong.filter((name) => item[name] === undefined)
  const set = wrong.filter((name) => expected[name] !== undefined)
  const removed = wrong.filter((name) => expected[name] === undefined)
  const named = [...new Set([...read.map(([name]) => name), ...wrong])]
  const nameOf = (name: string) => `#n${named.indexOf(name)}`
  const params = (table: string) => ({
    TableName: table,
    Key: { pk, sk },
    UpdateExpression: [
      set.length > 0
        ? `SET ${set.map((name) => `${nameOf(name)} = :to${nameOf(name).slice(1)}`).join(', ')}`
        : '',
      removed.length > 0 ? `REMOVE ${removed.map(nameOf).join(', ')}` : '',
    ].join(' '),
    ConditionExpression: [
      ...read.map(([name]) => `${nameOf(name)} = :is${nameOf(name).slice(1)}`),
      ...isAbsent.map((name) => `attribute_not_exists(${nameOf(name)})`),
    ].join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(named.map((name) => [nameOf(name), name])),
    ExpressionAttributeValues: Object.fromEntries([
      ...read.map(([name, value]) => [`:is${nameOf(name).slice(1)}`, value]),
      ...set.map((name) => [`:to${nameOf(name).slice(1)}`, expected[name]]),
    ]),
  })
  return { Update: { params: ({ table }) => params(table) } }
}

const shortText = 200

/** Keys are made of short texts and numbers. */
function isShort(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= shortText)
}
