import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { goalHistoryQuery } from '../../data/queries.ts'
import { useSubGoals } from '../../detail/together/together-queries.ts'
import { spansOf } from '../../history/health-over-time.ts'
import { texts } from '../../history/texts.ts'
import { Cairn } from './cairn.tsx'
import { largestHeap, ParentCairn } from './parent-cairn.tsx'
import { kindOf, stoneKinds } from './stones-below.ts'

type GoalCairnProps = {
  goal: Goal
  onRevealReport: (revision: number) => void
}

/** The picture of a goal on its page: its reports, or the goals below it. */
export function GoalCairn(props: GoalCairnProps) {
  const { rollup } = props.goal
  return rollup ? <CairnOfSubGoals goal={{ ...props.goal, rollup }} /> : <CairnOfReports {...props} />
}

type CairnOfSubGoalsProps = { goal: Goal & { rollup: NonNullable<Goal['rollup']> } }

/** If all goals below are sub-goals, each stone leads to its goal. */
function CairnOfSubGoals({ goal }: CairnOfSubGoalsProps) {
  const router = useRouter()
  const { data } = useSubGoals(goal)
  const { children, descendants } = goal.rollup
  const shown = (data?.goals ?? []).filter(({ status }) => status !== 'archived')
  const goals = stoneKinds.flatMap((kind) => shown.filter((one) => kindOf(one) === kind))
  const isExact = children === descendants && shown.length <= largestHeap
  const linkOf = (index: number) => {
    const one = goals[index]
    if (!one) return undefined
    return {
      title: one.title,
      onClick: () => void router.navigate({ to: '/goals/$goalId', params: { goalId: one.id } }),
    }
  }
  return (
    <div className="flex max-w-full min-w-0 justify-center max-sm:w-full">
      <ParentCairn goal={goal} size="large" {...(isExact && { linkOf })} />
    </div>
  )
}

/** A stone leads to its report in the history, with which the reports come. */
function CairnOfReports({ goal, onRevealReport }: GoalCairnProps) {
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
    <div className="flex max-w-full min-w-0 justify-center max-sm:w-full">
      <Cairn
        count={goal.revision - 1}
        recent={reports.map(({ health }) => health)}
        size="large"
        linkOf={linkOf}
      />
    </div>
  )
}
