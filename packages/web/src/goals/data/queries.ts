import type { Goal, GoalCounts, GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { allPages } from '../../data/api/all-pages.ts'
import { api } from '../../data/api/client.ts'

type GoalListQuery = NonNullable<Parameters<typeof api.listGoals>[0]>['query']
/** The filters of a goal list as the service takes them. All must match. */
export type GoalFilters = Omit<NonNullable<GoalListQuery>, 'view' | 'limit' | 'cursor'>
type PageOfGoals = { limit?: number; cursor?: string | undefined }

/** A page of goals without their texts. */
export async function listGoalSummaries(filters: GoalFilters, page: PageOfGoals = {}) {
  const { goals, nextCursor } = await api.listGoals({ query: { ...filters, ...page, view: 'summary' } })
  return { goals: goals.filter(isSummary), nextCursor }
}

/** The type of the response allows whole goals, too. */
function isSummary(goal: Goal | GoalSummary): goal is GoalSummary {
  return 'criteriaCount' in goal
}

/** Query keys start with the organization, so that one never shows data of another. */
const under = (organizationId: string, ...rest: unknown[]) => ['organization', organizationId, ...rest]

const goalsPerPage = 50
/** For pages that need a whole list. If it is longer, the page says so. */
export const maximumPagesOfWholeList = 20

export const goalsKey = (organizationId: string) => under(organizationId, 'goals')

/** Loads everything about goals again after the person's own change. Other changes arrive by the feed. */
export async function reloadGoals(queryClient: QueryClient, organizationId: string): Promise<void> {
  const keys = [goalsKey(organizationId), under(organizationId, 'brief'), under(organizationId, 'feed')]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

export function goalsQuery(organizationId: string, filters: GoalFilters) {
  return infiniteQueryOptions({
    queryKey: [...goalsKey(organizationId), 'pages', filters],
    queryFn: ({ pageParam }) => listGoalSummaries(filters, { limit: goalsPerPage, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // While other filters load, the list stays instead of flashing.
    placeholderData: keepPreviousData,
  })
}

/** All matching goals, up to a number of pages. */
export function wholeGoalListQuery(organizationId: string, filters: GoalFilters, maximumPages: number) {
  return queryOptions({
    queryKey: [...goalsKey(organizationId), 'whole', filters, maximumPages],
    queryFn: async () => {
      const { pages, isComplete } = await allPages(
        (cursor) => listGoalSummaries(filters, { limit: 100, cursor }),
        maximumPages,
      )
      return { goals: pages.flatMap(({ goals }) => goals), isComplete }
    },
  })
}

/** How many goals match the filters. The numbers by status and health are exact, and others are if `isExact` says so. */
export function goalCountsQuery(organizationId: string, filters: GoalFilters) {
  return queryOptions({
    // Changes of goals load it again.
    queryKey: [...goalsKey(organizationId), 'counts', filters],
    queryFn: () => api.countGoals({ query: filters }),
  })
}

/** Reading goals, the service counts up to 2,000. A higher total was kept with the goals. */
const maximumRead = 2_000

/** Whether a total is exact. If not, there are more goals. */
export const isExact = ({ total, more }: Pick<GoalCounts, 'total' | 'more'>) => !more || total > maximumRead

export function goalQuery(organizationId: string, goalId: string) {
  return queryOptions({
    queryKey: [...goalsKey(organizationId), 'one', goalId],
    queryFn: () => api.getGoal({ params: { goalId } }),
  })
}

/** The reports and edits of a goal, each oldest first. Of a long history, the newest ones. */
export function goalHistoryQuery(organizationId: string, goalId: string) {
  const request = (cursor: string | undefined) => ({
    params: { goalId },
    query: { order: 'desc' as const, cursor },
  })
  return queryOptions({
    queryKey: [...goalsKey(organizationId), 'history', goalId],
    queryFn: async () => {
      const [reports, edits] = await Promise.all([
        allPages((cursor) => api.listGoalUpdates(request(cursor)), maximumPagesOfWholeList),
        allPages((cursor) => api.listGoalEdits(request(cursor)), maximumPagesOfWholeList),
      ])
      return {
        updates: reports.pages.flatMap(({ updates }) => updates).reverse(),
        edits: edits.pages.flatMap((page) => page.edits).reverse(),
        acknowledgementCounts: Object.assign(
          {},
          ...reports.pages.map(({ acknowledgementCounts }) => acknowledgementCounts),
        ) as Record<string, number>,
        isComplete: reports.isComplete && edits.isComplete,
      }
    },
  })
}

export const labelsKey = (organizationId: string) => under(organizationId, 'labels')

export function labelsQuery(organizationId: string) {
  return queryOptions({
    queryKey: labelsKey(organizationId),
    queryFn: async () => {
      const { pages } = await allPages(
        (cursor) => api.listGoalLabels({ query: { cursor } }),
        maximumPagesOfWholeList,
      )
      return pages.flatMap(({ labels }) => labels)
    },
  })
}

export const membersKey = (organizationId: string) => under(organizationId, 'members')

export function membersQuery(organizationId: string) {
  return queryOptions({
    queryKey: membersKey(organizationId),
    queryFn: async () => {
      const { pages } = await allPages(
        (cursor) => api.listOrganizationMembers({ query: { cursor } }),
        maximumPagesOfWholeList,
      )
      return pages.flatMap(({ members }) => members)
    },
  })
}

/** The templates of the organization: at most 50, which are one page. */
export function ownTemplatesQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'goal-templates'],
    queryFn: async () => (await api.listGoalTemplates()).templates,
    staleTime: 60_000,
  })
}
