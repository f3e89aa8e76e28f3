import type { Database } from '@cairn/domain/storage/database/client'
import { scanTable } from '@cairn/domain/storage/database/scan-table'
import {
  type EntityName,
  entityNames,
  isKnown,
  type StoredRecord,
  toStoredRecord,
} from '@cairn/domain/storage/table/entities'

export type TableContent = { [Name in EntityName]: StoredRecord<Name>[] }

/** Reads the whole table consistently, by entity. */
export async function readTable(database: Database): Promise<TableContent> {
  const content = Object.fromEntries(entityNames.map((name) => [name, [] as StoredRecord[]]))
  for await (const page of scanTable(database)) {
    for (const record of page) {
      if (!isKnown(record))
        throw new Error(`The table has a record of an unknown kind, "${record.__edb_e__}".`)
      content[record.__edb_e__]?.push(toStoredRecord(record))
    }
  }
  return content as TableContent
}
