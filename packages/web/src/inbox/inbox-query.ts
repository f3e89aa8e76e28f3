import type { InboxItem } from '@cairn/contract/schemas/people/inbox'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../data/api/client.ts'

export type InboxState = 'unread' | 'all'

const pageSize = 50

export const inboxKey = (organizationId: string) => ['organization', organizationId, 'inbox'] as const

export function inboxQuery(organizationId: string, state: InboxState) {
  return infiniteQueryOptions({
    queryKey: [...inboxKey(organizationId), 'items', state],
    queryFn: ({ pageParam }: { pageParam: string | undefined }) =>
      api.listInbox({ query: { state, limit: pageSize, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** The number of unread items, for the bell. */
export function unreadQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...inboxKey(organizationId), 'unread'],
    queryFn: async () => (await api.listInbox({ query: { state: 'unread', limit: 1 } })).unread,
  })
}

type Organization = { queryClient: QueryClient; organizationId: string }

/**
 * Shows items as marked before the service says so: those that are done leave the list of unread ones. Returns what shows again what was there.
 */
export function showMarked(
  { queryClient, organizationId }: Organization,
  marked: Pick<InboxItem, 'id'>,
  readAt: string | null,
): () => void {
  const unread = inboxQuery(organizationId, 'unread').queryKey
  const all = inboxQuery(organizationId, 'all').queryKey
  const count = unreadQuery(organizationId).queryKey
  const before = [unread, all, count].map(
    (key: readonly unknown[]) => [key, queryClient.getQueryData(key)] as const,
  )
  const changePages = (key: typeof all, changed: (item: InboxItem) => InboxItem[]) =>
    queryClient.setQueryData(
      key,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({ ...page, items: page.items.flatMap(changed) })),
        },
    )
  const change = (item: InboxItem) => [item.id === marked.id ? { ...item, readAt } : item]
  changePages(unread, (item) => (readAt !== null && item.id === marked.id ? [] : change(item)))
  changePages(all, change)
  queryClient.setQueryData(count, (number) =>
    number === undefined ? undefined : Math.max(0, number + (readAt === null ? 1 : -1)),
  )
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

/** Loads the inbox and its number again. */
export async function reloadInbox({ queryClient, organizationId }: Organization): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: inboxKey(organizationId) })
}
