import { isDeepStrictEqual } from 'node:util'
import { entryOf } from '../../goal-labels/directory-entry.ts'
import { entriesOf, entriesThatFit, readAllLabels } from '../../goal-labels/label-directory.ts'
import { noFilters } from '../../goals/list/goal-filters.ts'
import { queryRows } from '../../goals/list/goal-index.ts'
import type { Database } from '../../storage/database/client.ts'
import { foldedName, keyOf, sortableName } from '../../storage/database/keys.ts'
import { type Position, pagesOf } from '../../storage/database/query-records.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { type GoalLabelRecord, goalLabelEntity } from '../../storage/table/entities/goal-labels/goal-label.ts'
import { goalLabelDirectoryEntity } from '../../storage/table/entities/goal-labels/goal-label-directory.ts'
import { goalLabelNameEntity } from '../../storage/table/entities/goal-labels/goal-label-name.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import type { Repair, RepairStep } from '../step.ts'

/** Rewrites what follows from labels: how many goals have them, their reserved names and the directory. */
export const labelStep: RepairStep = {
  name: 'labels',
  see: {
    async goalLabel(repair, label) {
      await repairUseCount(repair, label)
      await repairName(repair, label)
    },
    async goalLabelName(repair, { organizationId, nameKey, labelId }) {
      const label = await readRecord(repair.database, goalLabelEntity, { organizationId, labelId })
      if (label && keyOf(foldedName(label.name)) === nameKey) return
      const marker = { organizationId, nameKey }
      await repair.write('names of labels freed', {
        name: {
          Delete: goalLabelNameEntity.remove(marker).where((stored, { eq }) => eq(stored.labelId, labelId)),
        },
        label: label
          ? unchanged(label)
          : {
              ConditionCheck: goalLabelEntity
                .delete({ organizationId, labelId })
                .where(({ name }, { notExists }) => notExists(name)),
            },
      })
    },
    organization: (repair, { organizationId }) => repairDirectory(repair, organizationId),
  },
}

/** Fails if the label has changed its content. */
function unchanged({ organizationId, labelId, name, updatedAt }: GoalLabelRecord): TransactionItem {
  return {
    ConditionCheck: goalLabelEntity
      .remove({ organizationId, labelId })
      .where((stored, { eq }) => [eq(stored.name, name), eq(stored.updatedAt, updatedAt)].join(' AND ')),
  }
}

async function repairUseCount(repair: Repair, label: GoalLabelRecord): Promise<void> {
  const { database } = repair
  const { organizationId, labelId } = label
  if ((await countUses(database, label)) === label.useCount) return
  // The index may have been behind.
  await repair.settle()
  const stored = await readRecord(database, goalLabelEntity, { organizationId, labelId })
  const uses = await countUses(database, label)
  if (!stored || stored.useCount === uses) return
  await repair.write('use counts of labels set', {
    label: {
      Update: goalLabelEntity
        .patch({ organizationId, labelId })
        .set({ useCount: uses })
        .where(({ useCount }, { eq }) => eq(useCount, stored.useCount)),
    },
  })
}

async function countUses(
  database: Database,
  { organizationId, labelId }: Pick<GoalLabelRecord, 'organizationId' | 'labelId'>,
): Promise<number> {
  let uses = 0
  let cursor: Position | null = null
  do {
    const filters = { ...noFilters, labelId }
    const page: Awaited<ReturnType<typeof queryRows>> = await queryRows(database, organizationId, filters, {
      cursor,
    })
    uses += page.data.length
    cursor = page.cursor
  } while (cursor !== null)
  return uses
}

async function repairName(repair: Repair, label: GoalLabelRecord): Promise<void> {
  const { organizationId, labelId, name, nameSort } = label
  const key = { organizationId, nameKey: keyOf(foldedName(name)) }
  const marker = await readRecord(repair.database, goalLabelNameEntity, key)
  if (marker?.labelId !== labelId) {
    const other = marker && (await readRecord(repair.database, goalLabelEntity, { ...marker }))
    // Two labels have the same name: nobody knows which one is meant.
    if (other && keyOf(foldedName(other.name)) === key.nameKey) return
    const reserved = { ...key, labelId }
    await repair.write('names of labels reserved', {
      name: marker
        ? {
            Put: goalLabelNameEntity
              .put(reserved)
              .where((stored, { eq }) => eq(stored.labelId, marker.labelId)),
          }
        : { Put: goalLabelNameEntity.create(reserved) },
      label: unchanged(label),
    })
  }
  if (nameSort === sortableName(name)) return
  await repair.write('places of labels in lists set', {
    label: {
      Update: goalLabelEntity
        .patch({ organizationId, labelId })
        .set({ nameSort: sortableName(name) })
        .where((stored, { eq }) => eq(stored.name, name)),
    },
  })
}

async function repairDirectory(repair: Repair, organizationId: string): Promise<void> {
  const { database } = repair
  const directory = await readRecord(database, goalLabelDirectoryEntity, { organizationId })
  const labels = await readAllLabels(database, organizationId)
  const entries = directory ? entriesOf(directory) : {}
  const byId = new Map(labels.map((label) => [label.labelId, entryOf(label)]))
  const isRight = Object.entries(entries).every(([labelId, entry]) => byId.get(labelId) === entry)
  // It may lack labels, as one that is full does.
  const isEmptied = Object.keys(entries).length === 0 && labels.length > 0
  if (directory && isRight && !isEmptied) return
  const after = entriesThatFit(labels)
  if (directory && isDeepStrictEqual(after, entries)) return
  await repair.write('directories of labels written', {
    directory: directory
      ? {
          Put: goalLabelDirectoryEntity
            .put({ ...directory, labels: after })
            .where((stored, { eq }) => eq(stored.labels, directory.labels ?? {})),
        }
      : { Put: goalLabelDirectoryEntity.create(await newDirectory(database, organizationId, after)) },
  })
}

/**
 * A directory also says whether any goal has a parent or a blocker, and whether there is work on goals or a conversation: that there is some
 * costs readers little if it is wrong.
 */
const costly = { hasWork: true, hasConversation: true, hasContinuations: true }

async function newDirectory(database: Database, organizationId: string, labels: Record<string, string>) {
  const pages = pagesOf(({ cursor }) => queryRows(database, organizationId, noFilters, { cursor }))
  for await (const rows of pages) {
    const isRelated = rows.some((row) => row.parentGoalId !== undefined || row.blockedByGoalIds.length > 0)
    if (isRelated) return { ...costly, organizationId, labels, hasRelations: true }
  }
  return { ...costly, organizationId, labels }
}
