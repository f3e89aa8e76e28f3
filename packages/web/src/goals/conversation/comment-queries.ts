/** Comments on goals. No version of a goal changes with them, so their keys are apart from those of goals. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../data/api/client.ts'

/** A conversation of any length opens as fast as a short one. */
const commentsPerPage = 30

export const commentsKey = (organizationId: string, goalId: string) => [
  'organization',
  organizationId,
  'comments',
  goalId,
]

/** The comments on a goal and its reports, newest first. */
export function conversationQuery(organizationId: string, goalId: string) {
  return commentsQuery(organizationId, goalId, undefined)
}

/** The comments on one report, newest first. */
export function reportCommentsQuery(organizationId: string, goalId: string, revision: number) {
  return commentsQuery(organizationId, goalId, revision)
}

function commentsQuery(organizationId: string, goalId: string, reportRevision: number | undefined) {
  return infiniteQueryOptions({
    queryKey: [...commentsKey(organizationId, goalId), 'list', reportRevision ?? 'all'],
    queryFn: ({ pageParam: cursor }) =>
      api.listGoalComments({
        params: { goalId },
        query: {
          order: 'desc',
          limit: commentsPerPage,
          cursor,
          ...(reportRevision !== undefined && { reportRevision: String(reportRevision) }),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** One comment, which the address names. */
export function commentQuery(organizationId: string, goalId: string, commentId: string) {
  return queryOptions({
    queryKey: [...commentsKey(organizationId, goalId), 'one', commentId],
    queryFn: () => api.getGoalComment({ params: { goalId, commentId } }),
  })
}

export async function reloadComments(
  queryClient: QueryClient,
  organizationId: string,
  goalId: string,
): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: commentsKey(organizationId, goalId) })
}
