import { setTimeout } from 'node:timers/promises'
import { checkRecords } from '@cairn/domain/check-integrity/check-table'
import type { Database } from '@cairn/domain/storage/database/client'
import type { StoredRecord } from '@cairn/domain/storage/table/entities'
import { expect } from 'vitest'
import { readTable, type TableContent } from './read-table.ts'

/**
 * Everything in the table that contradicts something else in it, one sentence each. Orphaned records count too: no test
 * that calls this leaves any.
 */
export function problemsIn(content: TableContent): string[] {
  const records: StoredRecord[] = Object.values(content).flat()
  return checkRecords(records.toSorted(byKey)).map(({ message }) => message)
}

/** In the order of a scan. */
function byKey(left: StoredRecord, right: StoredRecord): number {
  return Buffer.compare(Buffer.from(`${left.pk}\0${left.sk}`), Buffer.from(`${right.pk}\0${right.sk}`))
}

const maximumLooks = 20
const millisecondsBetweenLooks = 100

/**
 * Reads the whole table of a test, asserts that no two records contradict each other, and returns it. Holds after any
 * requests once all have been responded to, and the process has done what follows from them: a large table is read in several pages,
 * between which it may still write.
 */
export async function expectSoundTable(database: Database): Promise<TableContent> {
  let looks = 0
  for (;;) {
    const content = await readTable(database)
    const problems = problemsIn(content)
    if (problems.length === 0) return content
    if (++looks === maximumLooks) expect(problems).toEqual([])
    await setTimeout(millisecondsBetweenLooks)
  }
}
