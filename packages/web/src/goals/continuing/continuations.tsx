import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { Link } from '@tanstack/react-router'
import { useGoalTitles } from '../data/goal-titles.ts'
import { texts } from './texts.ts'

/** The goals that a goal continues, and that continue it. */
export function Continuations({ goal }: { goal: Goal }) {
  const { continuedFromGoalId: from = null, continuedByGoalIds: by = [] } = goal
  const titleOf = useGoalTitles(from === null ? by : [from, ...by])
  return (
    <>
      {from !== null && <Linked name={texts.from} ids={[from]} titleOf={titleOf} />}
      {by.length > 0 && <Linked name={texts.by} ids={by} titleOf={titleOf} />}
    </>
  )
}

type LinkedProps = { name: string; ids: readonly string[]; titleOf: (id: string) => string }

function Linked({ name, ids, titleOf }: LinkedProps) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm text-ink-soft">
      <span>{name}</span>
      {ids.map((id) => (
        <Link
          key={id}
          to="/goals/$goalId"
          params={{ goalId: id }}
          className="max-w-full truncate rounded font-medium text-ink hover:underline"
        >
          <bdi>{titleOf(id)}</bdi>
        </Link>
      ))}
    </p>
  )
}
