/**
 * The label directory: one record with the labels of an organization, read in one call with a goal and the caller's
 * membership. The transaction that changes a label changes its entry, so a goal shows a renamed label immediately.
 *
 * A label may be missing in it: goals then read it by key, which takes another round trip. An entry must equal its label.
 */
import type { Database } from '../storage/database/client.ts'
import { queryAllRecords } from '../storage/database/query-records.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { type GoalLabelRecord, goalLabelEntity } from '../storage/table/entities/goal-labels/goal-label.ts'
import {
  type GoalLabelDirectoryRecord,
  goalLabelDirectoryEntity,
} from '../storage/table/entities/goal-labels/goal-label-directory.ts'
import type { TransactionItem } from '../storage/table/entity.ts'
import { entryOf } from './directory-entry.ts'

/** Entries by label id. */
export type DirectoryEntries = Readonly<Record<string, string>>

/**
 * A directory takes a further entry up to this size in bytes: 26 read units, and 202 write units for each change of a
 * label. That is about 470 labels without a description, or 140 with one of 500 letters. Concurrent writes may exceed it
 * by one entry each, far from DynamoDB's limit of 400 KB.
 */
export const maximumDirectoryBytes = 100 * 1024

/** Returns the directory of an organization; null if the organization has been deleted. */
export async function readDirectory(
  database: Database,
  organizationId: string,
): Promise<GoalLabelDirectoryRecord | null> {
  return readRecord(database, goalLabelDirectoryEntity, { organizationId })
}

export function entriesOf({ labels = {} }: GoalLabelDirectoryRecord): DirectoryEntries {
  return labels
}

/**
 * Returns the write that puts a label into the directory, or removes it, for the transaction that writes the label. Its
 * condition fails if there is no directory.
 *
 * Only the label's own entry is written, so concurrent changes of different labels do not undo each other.
 *
 * @param directory  The result of `readDirectory`.
 * @param after  The label after the change; undefined if it is deleted.
 * @throws if there is no directory, which every organization has.
 */
export function directoryChange(
  directory: GoalLabelDirectoryRecord | null,
  { organizationId, labelId }: Pick<GoalLabelRecord, 'organizationId' | 'labelId'>,
  after: GoalLabelRecord | undefined,
): TransactionItem {
  if (directory === null) throw new Error(`Organization ${organizationId} has no label directory.`)
  const { [labelId]: _, ...others } = entriesOf(directory)
  const entry = after && entryOf(after)
  const fits = entry !== undefined && sizeOf(others) + entrySize(labelId, entry) <= maximumDirectoryBytes
  // Removed also if it has no entry: a concurrent change of this label may have added one.
  return {
    Update: goalLabelDirectoryEntity.patch({ organizationId }).data(({ labels }, { set, remove }) => {
      if (fits) set(labels[labelId], entry)
      else remove(labels[labelId])
    }),
  }
}

/** Returns the labels of an organization. Strongly consistent. */
export async function readAllLabels(database: Database, organizationId: string): Promise<GoalLabelRecord[]> {
  return queryAllRecords(database, goalLabelEntity, 'record', { organizationId }, { consistent: true })
}

/** Returns the entries of a new directory: of the first labels that fit. */
export function entriesThatFit(labels: readonly GoalLabelRecord[]): DirectoryEntries {
  const entries: Record<string, string> = {}
  let size = 0
  for (const label of labels) {
    const entry = entryOf(label)
    size += entrySize(label.labelId, entry)
    if (size > maximumDirectoryBytes) break
    entries[label.labelId] = entry
  }
  return entries
}

function sizeOf(entries: DirectoryEntries): number {
  return Object.entries(entries).reduce((size, [labelId, entry]) => size + entrySize(labelId, entry), 0)
}

/** The size of an entry in bytes, as DynamoDB counts it: one more than the name and the value. */
function entrySize(labelId: string, entry: string): number {
  return Buffer.byteLength(labelId) + Buffer.byteLength(entry) + 1
}
