/** Queries for work on goals. No version of a goal changes with it, so its keys are apart from those of goals. */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { allPages } from '../../data/api/all-pages.ts'
import { api } from '../../data/api/client.ts'
import { reloadGoals } from '../data/queries.ts'

const maximumPages = 5

export const workKey = (organizationId: string, ...rest: unknown[]) => [
  'organization',
  organizationId,
  'work',
  ...rest,
]

/** Loads goals and the work on them again after the person's own change. */
export async function reloadWork(queryClient: QueryClient, organizationId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: workKey(organizationId) }),
    reloadGoals(queryClient, organizationId),
  ])
}

/** All current claims. */
export function claimsQuery(organizationId: string) {
  return queryOptions({
    queryKey: workKey(organizationId, 'claims'),
    queryFn: async () => {
      const { pages, isComplete } = await allPages(
        (cursor) => api.listGoalClaims({ query: { cursor, limit: 100 } }),
        maximumPages,
      )
      return { claims: pages.flatMap(({ claims }) => claims), isComplete }
    },
  })
}

/** A goal with its confirmations as they are now. An open form holds the goal of the page back, but waits for these. */
export function confirmationsQuery(organizationId: string, goalId: string) {
  return queryOptions({
    queryKey: workKey(organizationId, 'confirmations', goalId),
    queryFn: () => api.getGoal({ params: { goalId } }),
    // The next form begins with what its page shows.
    gcTime: 0,
  })
}

/** The questions about a goal, newest first. */
export function goalQuestionsQuery(organizationId: string, goalId: string) {
  return queryOptions({
    queryKey: workKey(organizationId, 'questions', goalId),
    queryFn: async () => {
      const { pages, isComplete } = await allPages(
        (cursor) => api.listGoalQuestions({ params: { goalId }, query: { cursor } }),
        maximumPages,
      )
      return { questions: pages.flatMap(({ questions }) => questions), isComplete }
    },
  })
}

/** The open questions of the organization, newest first. */
export function openQuestionsQuery(organizationId: string) {
  return queryOptions({
    queryKey: workKey(organizationId, 'open questions'),
    queryFn: async () => {
      const { pages } = await allPages(
        (cursor) => api.listQuestions({ query: { state: 'open', cursor, limit: 100 } }),
        maximumPages,
      )
      return pages.flatMap(({ questions }) => questions)
    },
  })
}
