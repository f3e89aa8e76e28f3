import { ServiceError } from '@cairn/contract/errors/errors'
import type { planSubgoals } from '@cairn/contract/mcp/work/plan-subgoals'
import { uuid } from '@cairn/contract/schemas/common'
import type * as z from 'zod'

export type PlannedGoal = z.output<ReturnType<typeof planSubgoals.input>>['subgoals'][number]

/**
 * Returns the sub-goals of a plan with every blocker before what waits for it, otherwise in their order.
 *
 * @throws `invalid_request` if a key is there twice, a blocker is neither a key nor an id, or sub-goals wait for each other.
 */
export function inOrder(subgoals: readonly PlannedGoal[]): PlannedGoal[] {
  const byKey = new Map(subgoals.map((subgoal) => [subgoal.key, subgoal]))
  const problems = subgoals.flatMap(({ key, blockedBy = [] }, index) => [
    ...(byKey.get(key) === subgoals[index]
      ? []
      : [{ path: `subgoals.${index}.key`, message: 'Use another key: each is there only once.' }]),
    ...blockedBy.flatMap((blocker, position) =>
      byKey.has(blocker) || uuid().safeParse(blocker).success
        ? []
        : [
            {
              path: `subgoals.${index}.blockedBy.${position}`,
              message: 'Use the key of another sub-goal of the plan, or the id of a goal.',
            },
          ],
    ),
  ])
  if (problems.length > 0) throw invalidPlan(problems)

  const ordered: PlannedGoal[] = []
  const placed = new Set<string>()
  let waiting = [...subgoals]
  while (waiting.length > 0) {
    const next = waiting.find(({ blockedBy = [] }) =>
      blockedBy.every((key) => !byKey.has(key) || placed.has(key)),
    )
    if (!next) {
      const path = `subgoals.${subgoals.indexOf(waiting[0] as PlannedGoal)}.blockedBy`
      throw invalidPlan([{ path, message: 'Sub-goals wait for each other. Take one of the blockers away.' }])
    }
    ordered.push(next)
    placed.add(next.key)
    waiting = waiting.filter((other) => other !== next)
  }
  return ordered
}

function invalidPlan(details: { path: string; message: string }[]): ServiceError {
  return new ServiceError('invalid_request', 'The request is not valid.', { details })
}
