import type { CairnClient } from '@cairn/client'
import { createGoalLabelRequest } from '@cairn/contract/schemas/goals/goal-labels'
import { maximumLabelsPerGoal } from '@cairn/contract/schemas/goals/goals'
import type { PlannedGoal } from '../plan-goal.ts'

export type Labels = {
  /** Names that no label has, each once. */
  missing: string[]
  /** Creates those that are missing. */
  create: () => Promise<void>
  idsOf: (names: readonly string[]) => string[]
}

/** Looks up the labels of goals. Labels are the same if they have the same name without regard to case. */
export async function readLabels(cairn: CairnClient, goals: readonly PlannedGoal[]): Promise<Labels> {
  const wanted = new Map(goals.flatMap(({ labels }) => labels.map((name) => [name.toLowerCase(), name])))
  const ids = new Map<string, string>()
  // A token need not be allowed to read labels that nobody wants.
  if (wanted.size > 0) for await (const { id, name } of cairn.labels()) ids.set(name.toLowerCase(), id)
  const missing = [...wanted].flatMap(([folded, name]) => (ids.has(folded) ? [] : [name]))
  return {
    missing,
    create: async () => {
      for (const name of missing) {
        const { label } = await cairn.createGoalLabel({ body: { name } })
        ids.set(name.toLowerCase(), label.id)
      }
    },
    idsOf: (names) => names.flatMap((name) => ids.get(name.toLowerCase()) ?? []),
  }
}

/** Returns the problems that the service would find in the labels of a goal. */
export function labelProblems({ labels }: PlannedGoal): string[] {
  const problems = labels.flatMap((name) => {
    const issue = createGoalLabelRequest().safeParse({ name }).error?.issues[0]
    return issue ? [`${name.slice(0, 80)}: ${issue.message}`] : []
  })
  if (labels.length > maximumLabelsPerGoal) problems.push(`Use at most ${maximumLabelsPerGoal} labels.`)
  return problems
}
