import { isDeepStrictEqual } from 'node:util'
import { readGoalRow } from '../../goals/record/read-goal.ts'
import { endInbox } from '../../inbox/end-inbox.ts'
import { firstKeptId } from '../../inbox/item-id.ts'
import { countState, writeCount } from '../../inbox/read-inbox.ts'
import { removeItemsOf } from '../../inbox/remove-items.ts'
import { daysOf, isRead, keptDays } from '../../inbox/unread.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { queryAllRecords } from '../../storage/database/query-records.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { inboxCountEntity } from '../../storage/table/entities/inbox/inbox-count.ts'
import { inboxItemEntity } from '../../storage/table/entities/inbox/inbox-item.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { longId, shortHash, shortId } from '../../storage/table/short-id.ts'
import type { Repair, RepairStep } from '../step.ts'

/** Counts unread items again, and removes the inboxes of former members and the items of deleted goals. */
export const inboxStep: RepairStep = {
  name: 'inboxes',
  see: {
    async membership(repair, { userId, organizationId, joinId }) {
      await repairCount(repair, { organizationId, userId, joinId })
    },
    async inboxCount(repair, { organizationKey, personKey, userId }) {
      const organizationId = longId(organizationKey)
      const isMember = await readMembership(repair, { organizationId, userId })
      if (isMember || personKey !== shortHash(userId)) return
      await repair.run('inboxes of former members removed', () =>
        endInbox(repair.database, { organizationId, userId }),
      )
    },
    async inboxItem(repair, { organizationKey, goalKey }) {
      const goal = { organizationId: longId(organizationKey), goalId: longId(goalKey) }
      if (await readGoalRow(repair.database, goal.organizationId, goal.goalId)) return
      await repair.run('items of deleted goals removed', () => removeItemsOf(repair.database, goal))
    },
  },
}

function readMembership({ database }: Repair, { organizationId, userId }: Member) {
  return readRecord(database, membershipEntity, { userKey: keyOf(userId), organizationId })
}

type Member = { organizationId: string; userId: string }

async function repairCount(
  repair: Repair,
  { organizationId, userId, joinId }: Member & { joinId: string },
): Promise<void> {
  const { database, now } = repair
  const key = { organizationKey: shortId(organizationId), personKey: shortHash(userId) }
  // The count first: an item that comes later changes its version.
  const stored = await readRecord(database, inboxCountEntity, key)
  const items = await queryAllRecords(database, inboxItemEntity, 'record', key, { consistent: true })
  const state = countState(stored, { ...key, userId, joinId })
  const { count } = state
  const unread = items.filter(
    (item) => item.joinId === joinId && item.itemId >= firstKeptId(now) && !isRead(count, item),
  )
  const days = daysOf(unread.map(({ itemId }) => itemId))
  const isRight = isDeepStrictEqual(keptDays(count.days, now), days)
  if (isRight && (stored || items.length === 0)) return
  await repair.write('numbers of unread items written', { count: writeCount(state, { ...count, days }) })
}
