import type { Goal } from '@cairn/contract/schemas/goals'
import { useQuery } from '@tanstack/react-query'
import { useActiveOrganization } from '../../session/session.ts'
import { spansOf } from '../history/health-over-time.ts'
import { goalHistoryQuery } from '../queries.ts'
import { Cairn } from './cairn.tsx'

/** The picture of a goal on its page. The reports come with the history, which the page shows too. */
export function GoalCairn({ goal }: { goal: Pick<Goal, 'id' | 'revision'> }) {
  const organization = useActiveOrganization()
  const { data } = useQuery(goalHistoryQuery(organization.id, goal.id))
  if (!data || goal.revision === 1) return null
  const reports = spansOf(data.updates, Date.now()).filter(({ revision }) => revision > 1)
  return (
    <div className="flex justify-center">
      <Cairn count={goal.revision - 1} recent={reports.map(({ health }) => health)} size="large" />
    </div>
  )
}
