import type { InboxItem } from '@cairn/contract/schemas/people/inbox'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActiveOrganization } from '../accounts/session/session.ts'
import { api } from '../data/api/client.ts'
import { describeFailure, isApiError } from '../data/api/failures/failures.ts'
import { offerUndo } from '../data/undo/offer-undo.ts'
import { goalHistoryQuery } from '../goals/data/queries.ts'
import { toast } from '../ui/toast.ts'
import { reloadInbox, showMarked } from './inbox-query.ts'
import { texts } from './texts.ts'

/** Marks items as done, at once on the page, and offers to undo it. */
export function useMarking() {
  const organizationId = useActiveOrganization().id
  const queryClient = useQueryClient()
  const organization = { queryClient, organizationId }
  const [isMarkingAll, setMarkingAll] = useState(false)

  async function mark(item: InboxItem, read: boolean, said: string | undefined): Promise<void> {
    await queryClient.cancelQueries({ queryKey: ['organization', organizationId, 'inbox'] })
    const showAgain = showMarked(organization, item, read ? new Date().toISOString() : null)
    if (said !== undefined) offerUndo(said, () => void mark(item, !read, undefined))
    try {
      await api.updateInboxItem({ params: { itemId: item.id }, body: { read } })
    } catch (error) {
      // One that is gone is done.
      if (!isApiError(error, 'inbox_item_not_found')) {
        showAgain()
        toast.error(describeFailure(error).sentence)
      }
    }
    await reloadInbox(organization)
  }

  return {
    isMarkingAll,
    setDone: (item: InboxItem) => void mark(item, true, texts.wasDone),
    toggle: (item: InboxItem) =>
      void mark(item, item.readAt === null, item.readAt === null ? texts.wasDone : texts.wasUndone),
    /** Acknowledges the report that an item is about, and marks it as done. */
    acknowledge: async (item: InboxItem) => {
      const { revision } = item.ref
      const goalId = item.goal.id
      if (item.kind !== 'reported' && item.kind !== 'review') return mark(item, true, texts.wasDone)
      if (revision === undefined) return mark(item, true, texts.wasDone)
      try {
        await api.acknowledgeGoalUpdate({ params: { goalId, revision: String(revision) } })
        void queryClient.invalidateQueries({ queryKey: goalHistoryQuery(organizationId, goalId).queryKey })
        await mark(item, true, texts.wasAcknowledged)
      } catch (error) {
        toast.error(describeFailure(error).sentence)
      }
    },
    /** Marks the newest item and all older ones. Undoing it marks those on the page as unread again. */
    markAll: async (items: readonly InboxItem[], count: number) => {
      const [newest] = items
      if (!newest) return
      setMarkingAll(true)
      const unread = items.filter(({ readAt }) => readAt === null)
      try {
        await api.updateInbox({ body: { readUntil: newest.id } })
        await reloadInbox(organization)
        offerUndo(texts.allDone(count), () => void markAgain(unread))
      } catch (error) {
        toast.error(describeFailure(error).sentence)
      } finally {
        setMarkingAll(false)
      }
    },
  }

  async function markAgain(items: readonly InboxItem[]): Promise<void> {
    for (const { id } of items) {
      await api.updateInboxItem({ params: { itemId: id }, body: { read: false } }).catch(() => undefined)
    }
    await reloadInbox(organization)
  }
}
