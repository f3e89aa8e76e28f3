import { isDeepStrictEqual } from 'node:util'
import { firstKeptId } from '../../inbox/item-id.ts'
import { daysOf, isRead, keptDays } from '../../inbox/unread.ts'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import type { InboxItemRecord } from '../../storage/table/entities/inbox/inbox-item.ts'
import type { StoredRecord } from '../../storage/table/entities.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import { longId, shortHash, shortId } from '../../storage/table/short-id.ts'
import { byPartition, type Check, type Report } from '../finding.ts'

type Inbox = {
  items: Pick<InboxItemRecord, 'itemId' | 'joinId'>[]
  count: StoredRecord<'inboxCount'> | undefined
  first: RecordKey | undefined
}

type Goal = { organizationId: string; goalId: string }

/**
 * Checks that the number of unread items of every inbox is right, that every inbox is that of a member, unless the end of the membership is
 * unfinished, and that the goals of items exist. Its memory grows with the number of inboxes and of goals that have items.
 */
export function checkInbox(
  report: Report,
  now: Date,
): Check & { named: () => readonly Goal[]; add: (row: GoalRow) => void } {
  /** The first record of each inbox. */
  const inboxes = new Map<string, RecordKey>()
  const known = new Set<string>()
  /** The first item of each goal. */
  const goals = new Map<string, RecordKey & Goal>()
  const nameOf = (organizationKey: string, personKey: string) => `${organizationKey}/${personKey}`
  const knows = (organizationId: string, userId: string) =>
    known.add(nameOf(shortId(organizationId), shortHash(userId)))

  const partitions = byPartition<Inbox>({
    begin: () => ({ items: [], count: undefined, first: undefined }),
    see: (inbox, record) => {
      if (record.__edb_e__ !== 'inboxItem' && record.__edb_e__ !== 'inboxCount') return
      const { pk, sk, organizationKey, personKey } = record
      inbox.first ??= { pk, sk }
      inboxes.set(nameOf(organizationKey, personKey), inbox.first)
      if (record.__edb_e__ === 'inboxCount') {
        inbox.count = record
        return
      }
      const { goalKey, itemId, joinId, readAt } = record
      const name = nameOf(organizationKey, goalKey)
      if (!goals.has(name)) {
        goals.set(name, { pk, sk, organizationId: longId(organizationKey), goalId: longId(goalKey) })
      }
      if (readAt === undefined && itemId >= firstKeptId(now)) inbox.items.push({ itemId, joinId })
    },
    end: ({ items, count, first }) => {
      if (!first) return
      if (!count) {
        report('broken', first, 'an inbox has items, but no number of unread ones')
        return
      }
      const { userId, personKey, joinId, days } = count
      if (shortHash(userId) !== personKey) {
        report('broken', count, `the inbox of user ${userId} is under the key of another user`)
      }
      const unread = items.filter((item) => item.joinId === joinId && !isRead(count, item))
      const expected = daysOf(unread.map(({ itemId }) => itemId))
      if (!isDeepStrictEqual(keptDays(days, now), expected)) {
        report(
          'broken',
          count,
          `the inbox of user ${userId} has ${unread.length} unread items, but counts others`,
        )
      }
    },
  })

  return {
    see(record) {
      partitions.see(record)
      switch (record.__edb_e__) {
        case 'membership':
          knows(record.organizationId, record.userId)
          break
        case 'memberRemoval':
          knows(longId(record.organizationKey), record.userId)
          break
        case 'accountDeletion':
          for (const { organizationId } of record.organizations) knows(organizationId, record.userId)
          break
      }
    },
    named: () => [...goals.values()],
    add({ organizationId, goalId }) {
      goals.delete(nameOf(shortId(organizationId), shortId(goalId)))
    },
    end() {
      partitions.end()
      for (const [name, key] of inboxes) {
        if (!known.has(name)) report('broken', key, 'an inbox is that of somebody who is no member')
      }
      for (const { goalId, ...key } of goals.values()) {
        report('orphaned', key, `an item of an inbox is about goal ${goalId}, which does not exist`)
      }
    },
  }
}
