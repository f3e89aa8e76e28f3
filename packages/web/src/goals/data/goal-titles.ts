import { useQuery } from '@tanstack/react-query'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { texts } from '../texts.ts'
import { goalsKey } from './queries.ts'

type Titled = { id: string; title: string }

async function titleOf(goalId: string): Promise<string> {
  try {
    return (await api.getGoal({ params: { goalId } })).goal.title
  } catch (error) {
    if (isApiError(error, 'goal_not_found')) return texts.deletedGoal
    throw error
  }
}

/**
 * Returns the titles of goals of which only the ids are known, as in forms and histories. Those that nobody knows are loaded.
 *
 * @param known  Goals whose titles the page knows.
 */
export function useGoalTitles(ids: readonly string[], known: readonly Titled[] = []): (id: string) => string {
  const organization = useActiveOrganization()
  const unknown = ids.filter((id) => known.every((goal) => goal.id !== id))
  const { data = {} } = useQuery({
    queryKey: [...goalsKey(organization.id), 'titles', unknown],
    queryFn: async (): Promise<Record<string, string>> =>
      Object.fromEntries(await Promise.all(unknown.map(async (id) => [id, await titleOf(id)]))),
    enabled: unknown.length > 0,
  })
  const titles = new Map([...known.map(({ id, title }) => [id, title] as const), ...Object.entries(data)])
  return (id) => titles.get(id) ?? '…'
}
