import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQuery } from '@tanstack/react-query'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { goalHistoryQuery } from '../../data/queries.ts'
import { spansOf } from '../../history/health-over-time.ts'
import { texts } from '../../history/texts.ts'
import { Cairn } from './cairn.tsx'

type GoalCairnProps = {
  goal: Pick<Goal, 'id' | 'revision'>
  onRevealReport: (revision: number) => void
}

/**
 * The picture of a goal on its page. A stone leads to its report in the history, with which the reports come.
 */
export function GoalCairn({ goal, onRevealReport }: GoalCairnProps) {
  const organization = useActiveOrganization()
  const { data } = useQuery(goalHistoryQuery(organization.id, goal.id))
  if (!data || goal.revision === 1) return null
  const reports = spansOf(data.updates, Date.now()).filter(({ revision }) => revision > 1)
  const known = new Set(data.updates.map(({ revision }) => revision))
  const linkOf = (number: number) => {
    // The publication has revision 1 and no stone.
    const revision = number + 1
    if (!known.has(revision)) return undefined
    return { title: texts.revision(revision), onClick: () => onRevealReport(revision) }
  }
  return (
    <div className="flex justify-center">
      <Cairn
        count={goal.revision - 1}
        recent={reports.map(({ health }) => health)}
        size="large"
        linkOf={linkOf}
      />
    </div>
  )
}
