import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../../data/api/client.ts'

/** The templates of the organization: at most 50, which are one page. */
export function ownTemplatesQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'goal-templates'],
    queryFn: async () => (await api.listGoalTemplates()).templates,
    staleTime: 60_000,
  })
}
