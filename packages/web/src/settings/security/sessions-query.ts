import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../../data/api/all-pages.ts'
import { personApi } from '../../data/api/client.ts'

const maximumPages = 5

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => {
    const { pages } = await allPages((cursor) => personApi.listSessions({ query: { cursor } }), maximumPages)
    return pages.flatMap(({ sessions }) => sessions)
  },
})
