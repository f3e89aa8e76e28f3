/**
 * What follows when an organization was deleted: a record `organizationDeletion` is due until nothing of it is left.
 *
 *   deleted ── a minute ──▶ claim ─▶ tell the members ─▶ remove everything, step by step ──┬─ removed some ─────▶ again, two minutes later
 *                             │ another sweep has it   │ an email failed: again,           ├─ the time is up ───▶ the next sweep
 *                             ▼                        ▼ two minutes later, for 6 hours    └─ found nothing ────▶ delete the record
 *                            leave it
 *
 * A request that was running when the organization was deleted may still write, for 8 seconds, and the indexes may be behind:
 * so it begins a minute later. What handles changes may still append to the feed, at the latest a minute after it last did: so it
 * is done after a pass that found nothing, two minutes after the one before.
 *
 * A crash anywhere, or two sweeps at once, repeat a pass: removing something twice is the same as once. Emails: `tell-members.ts`.
 */
import type { Database } from '../../database/client.ts'
import { readRecord } from '../../database/read-record.ts'
import { requestBudgetMilliseconds } from '../../database/retry.ts'
import { transact } from '../../database/transaction.ts'
import type { DueHandler } from '../../due/sweep-records.ts'
import { timerOf } from '../../table/entities/due/due-index.ts'
import {
  deletionList,
  type OrganizationDeletionRecord,
  organizationDeletionEntity,
} from '../../table/entities/due/organization-deletion.ts'
import type { TransactionItem } from '../../table/entity/transaction-item.ts'
import { createRecord, removeRecord, updateRecord } from '../../table/entity/writes.ts'
import { longId, shortId } from '../../table/short-id.ts'
import type { DeletionStep, DeletionWork } from './deletion-work.ts'
import { removeGoals } from './remove-goals.ts'
import { removeFormerMembers, removeMembers } from './remove-members.ts'
import { removeBase, removeLogs, removeRemovals, removeViews, removeWebhooks } from './remove-rest.ts'
import { tellMembers } from './tell-members.ts'

/** Longer than a request, and than the indexes are behind. */
const settledMilliseconds = 60_000
/** Longer than a sweep, and than a process remembers where a feed ends. If the sweep dies, another one continues then. */
const pauseMilliseconds = 2 * 60_000
/** What is begun so long before the end of a sweep has time to be done. */
const reserveMilliseconds = requestBudgetMilliseconds

/** In this order: alarms of goals let reminders wait, and the audit log names former members. */
const steps: readonly DeletionStep[] = [
  removeWebhooks,
  removeViews,
  removeRemovals,
  removeGoals,
  removeMembers,
  removeFormerMembers,
  removeBase,
  removeLogs,
]

/** Records what is left to do, in the transaction that deletes the organization. */
export function beginDeletion(
  database: Database,
  organizationId: string,
  deletion: Pick<OrganizationDeletionRecord, 'name' | 'deletedByUserId' | 'createdAt'>,
): TransactionItem {
  const organizationKey = shortId(organizationId)
  return createRecord(database, organizationDeletionEntity, {
    ...deletionList,
    organizationKey,
    ...deletion,
    ...timerOf(organizationKey, Date.parse(deletion.createdAt) + settledMilliseconds),
  })
}

export const finishDeletion: DueHandler<'organizationDeletion'> = async (
  services,
  { organizationKey },
  now,
) => {
  const { database } = services
  const time = now.getTime()
  const read = await readRecord(database, organizationDeletionEntity, { ...deletionList, organizationKey })
  if (!read || read.dueAt > time) return
  const deletion = { ...read, ...timerOf(organizationKey, time + pauseMilliseconds) }
  // Another sweep has it.
  if ((await transact(database, { deletion: move(database, read, deletion.dueAt) })).length > 0) return

  const { deadline = Number.POSITIVE_INFINITY } = database
  const work: DeletionWork = {
    database,
    organizationKey,
    organizationId: longId(organizationKey),
    isOver: () => Date.now() >= deadline - reserveMilliseconds,
    removed: 0,
  }
  const told = await tellMembers(services, deletion, now, work.isOver)
  const isWhole = told === 'told' && (await removeEverything(work))
  // If it fails, another sweep has claimed it since.
  await transact(database, {
    deletion:
      isWhole && work.removed === 0
        ? end(database, deletion)
        : move(database, deletion, isWhole || told === 'failed' ? deletion.dueAt : time),
  })
}

/** Returns false if the time was up. */
async function removeEverything(work: DeletionWork): Promise<boolean> {
  for (const step of steps) if (!(await step(work))) return false
  return true
}

/** Sets when a deletion is due next. Fails if another sweep has claimed it. */
function move(database: Database, deletion: OrganizationDeletionRecord, dueAt: number): TransactionItem {
  return updateRecord(database, organizationDeletionEntity, deletion, {
    set: timerOf(deletion.organizationKey, dueAt),
    where: (stored, { eq }) => eq(stored.dueAt, deletion.dueAt),
  })
}

function end(database: Database, deletion: OrganizationDeletionRecord): TransactionItem {
  return removeRecord(database, organizationDeletionEntity, deletion, ({ dueAt }, { eq }) =>
    eq(dueAt, deletion.dueAt),
  )
}
