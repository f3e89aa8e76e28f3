import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../data/api/client.ts'

/** Deliveries happen without the person's doing, so what the page shows is loaded again at this pace. */
const refreshMilliseconds = 15_000
const deliveriesPerPage = 25

const webhooksKey = (organizationId: string) => ['organization', organizationId, 'webhooks']

export function webhooksQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...webhooksKey(organizationId), 'all'],
    queryFn: async () => (await api.listWebhooks()).webhooks,
  })
}

export function webhookQuery(organizationId: string, webhookId: string) {
  return queryOptions({
    queryKey: [...webhooksKey(organizationId), 'one', webhookId],
    queryFn: async () => (await api.getWebhook({ params: { webhookId } })).webhook,
    refetchInterval: refreshMilliseconds,
  })
}

export function deliveriesQuery(organizationId: string, webhookId: string) {
  return infiniteQueryOptions({
    queryKey: [...webhooksKey(organizationId), 'deliveries', webhookId],
    queryFn: ({ pageParam }) =>
      api.listWebhookDeliveries({
        params: { webhookId },
        query: { limit: deliveriesPerPage, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Somebody who reads older pages looks for something that does not change.
    refetchInterval: (query) => (query.state.data?.pages.length === 1 ? refreshMilliseconds : false),
  })
}

/** Call after every change. */
export function reloadWebhooks(queryClient: QueryClient, organizationId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: webhooksKey(organizationId) })
}
