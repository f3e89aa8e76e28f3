import { useQueries } from '@tanstack/react-query'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { texts } from '../texts.ts'
import { goalsKey } from './queries.ts'

type Titled = { id: string; title: string }

/**
 * Returns the titles of goals of which only the ids are known, as in forms and histories. Those that nobody knows are loaded.
 *
 * @param known  Goals whose titles the page knows.
 */
export function useGoalTitles(ids: readonly string[], known: readonly Titled[] = []): (id: string) => string {
  const organization = useActiveOrganization()
  const titles = new Map(known.map(({ id, title }) => [id, title]))
  const unknown = ids.filter((id) => !titles.has(id))
  const loaded = useQueries({
    queries: unknown.map((goalId) => ({
      queryKey: [...goalsKey(organization.id), 'title', goalId],
      queryFn: async () => {
        try {
          return (await api.getGoal({ params: { goalId } })).goal.title
        } catch (error) {
          if (isApiError(error, 'goal_not_found')) return texts.deletedGoal
          throw error
        }
      },
    })),
  })
  for (const [index, id] of unknown.entries()) titles.set(id, loaded[index]?.data ?? '…')
  return (id) => titles.get(id) ?? '…'
}
