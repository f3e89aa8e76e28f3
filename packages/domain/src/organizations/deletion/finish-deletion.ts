/**
 * Work after the deletion of an organization: a record `organizationDeletion` is due until nothing of it is left.
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

import type { DueHandler } from '../../background/due/sweep-records.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { requestBudgetMilliseconds } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { timerOf } from '../../storage/table/entities/due/due-index.ts'
import {
  deletionList,
  type OrganizationDeletionRecord,
  organizationDeletionEntity,
} from '../../storage/table/entities/due/organization-deletion.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import { longId, shortId } from '../../storage/table/short-id.ts'
import type { DeletionStep, DeletionWork } from './deletion-work.ts'
import { removeGoals } from './remove-goals.ts'
import { removeFormerMembers, removeMembers } from './remove-members.ts'
import {
  removeBase,
  removeCounts,
  removeLogs,
  removeParked,
  removeRemovals,
  removeViews,
  removeWebhooks,
} from './remove-rest.ts'
import { tellMembers } from './tell-members.ts'

/** Longer than a request, and than the indexes are behind. */
const settledMilliseconds = 60_000
/** Longer than a sweep, and than a process remembers where a feed ends. If the sweep dies, another one continues then. */
const pauseMilliseconds = 2 * 60_000
/** The time before the end of a sweep within which no new work begins. */
const reserveMilliseconds = requestBudgetMilliseconds

/** In this order: timers of goals let reminders wait, and the audit log names former members. */
const steps: readonly DeletionStep[] = [
  removeWebhooks,
  removeViews,
  removeRemovals,
  removeGoals,
  removeCounts,
  removeMembers,
  removeFormerMembers,
  removeBase,
  removeParked,
  removeLogs,
]

/** Records what is left to do, in the transaction that deletes the organization. */
export function beginDeletion(
  organizationId: string,
  deletion: Pick<OrganizationDeletionRecord, 'name' | 'deletedByUserId' | 'createdAt'>,
): TransactionItem {
  const organizationKey = shortId(organizationId)
  return {
    Put: organizationDeletionEntity.create({
      ...deletionList,
      organizationKey,
      ...deletion,
      ...timerOf(organizationKey, Date.parse(deletion.createdAt) + settledMilliseconds),
    }),
  }
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
  if ((await transact(database, { deletion: move(read, deletion.dueAt) })).length > 0) return

  const { deadline = Number.POSITIVE_INFINITY } = database
  const work: DeletionWork = {
    now,
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
        ? end(deletion)
        : move(deletion, isWhole || told === 'failed' ? deletion.dueAt : time),
  })
}

/** Returns false if the time was up. */
async function removeEverything(work: DeletionWork): Promise<boolean> {
  for (const step of steps) if (!(await step(work))) return false
  return true
}

/** Sets when a deletion is due next. Fails if another sweep has claimed it. */
function move(deletion: OrganizationDeletionRecord, dueAt: number): TransactionItem {
  return {
    Update: organizationDeletionEntity
      .patch(deletion)
      .set(timerOf(deletion.organizationKey, dueAt))
      .where((stored, { eq }) => eq(stored.dueAt, deletion.dueAt)),
  }
}

function end(deletion: OrganizationDeletionRecord): TransactionItem {
  return {
    Delete: organizationDeletionEntity
      .remove(deletion)
      .where(({ dueAt }, { eq }) => eq(dueAt, deletion.dueAt)),
  }
}
