import { type InboxItemRecord, inboxItemEntity } from '../storage/table/entities/inbox/inbox-item.ts'
import { replaceRecord, type TransactionItem } from '../storage/table/entity.ts'

/**
 * Returns the write that marks an item as read at a time in Unix milliseconds, or as unread. It fails if the item is gone. How it was marked
 * before is a matter of the count's version, which is written with it.
 */
export function markItem(item: InboxItemRecord, readAt: number | undefined): TransactionItem {
  const { readAt: _, ...rest } = item
  const marked = readAt === undefined ? rest : { ...rest, readAt }
  return { Put: replaceRecord(inboxItemEntity, marked, { joinId: item.joinId }) }
}
