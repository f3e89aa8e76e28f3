import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { queryAllRecords } from '../../storage/database/query-records.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { transact } from '../../storage/database/transaction.ts'
import type { MemberRemovalRecord } from '../../storage/table/entities/due/member-removal.ts'
import { goalDraftEntity } from '../../storage/table/entities/goals/goal-draft.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { longId, shortHash } from '../../storage/table/short-id.ts'

/** Deletes the drafts of a removed member. Those of a new membership stay. Each is one transaction, and a repeated pass does what is left. */
export async function endDrafts(
  database: Database,
  { organizationKey, userId, createdAt }: MemberRemovalRecord,
): Promise<void> {
  const organizationId = longId(organizationKey)
  const member = { organizationKey, userKey: shortHash(userId) }
  const drafts = await queryAllRecords(database, goalDraftEntity, 'byMember', member)
  // In this order: who returns after the drafts were read has none of them.
  const membership = await readRecord(database, membershipEntity, { userKey: keyOf(userId), organizationId })
  for (const draft of drafts) {
    if (membership && draft.updatedAt > createdAt) continue
    // If it fails, the goal was deleted, or somebody who has returned has written another one.
    await transact(database, {
      draft: {
        Delete: goalDraftEntity
          .remove(draft)
          .where(({ updatedAt }, { eq }) => eq(updatedAt, draft.updatedAt)),
      },
    })
  }
}
