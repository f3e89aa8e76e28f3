import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../data/api/client.ts'
import type { AuditFilters } from './audit-search.ts'

const entriesPerPage = 50

export function auditQuery(organizationId: string, filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: ['organization', organizationId, 'audit', filters],
    queryFn: ({ pageParam }) =>
      api.listAuditEntries({ query: { ...filters, limit: entriesPerPage, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}
