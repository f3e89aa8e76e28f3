/** Changes many goals, one request each. What others changed meanwhile is never overwritten. */
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { api } from '../../../data/api/client.ts'
import type { GoalChanges } from '../../editing/form/goal-values.ts'
import { inParallel } from './in-parallel.ts'

/** The parts of a goal that a change needs and Undo restores. */
type Changeable = Pick<
  GoalSummary,
  'id' | 'title' | 'version' | 'ownerUserId' | 'labels' | 'timeframe' | 'parentGoalId' | 'blockedBy'
>

/** Returns what to change in a goal; undefined if it is like that already. */
export type Change = (goal: Changeable) => Partial<GoalChanges> | undefined

export type Outcome = {
  /** With the goal as it was, and its new version. */
  changed: { before: Changeable; version: number }[]
  failures: { goal: Changeable; error: unknown }[]
}

/** @param onProgress  Called with the number of goals that are done. */
export async function changeGoals(
  goals: readonly Changeable[],
  change: Change,
  onProgress: (done: number) => void = () => undefined,
): Promise<Outcome> {
  const outcome: Outcome = { changed: [], failures: [] }
  const waiting = goals.flatMap((goal) => {
    const body = change(goal)
    return body ? [{ goal, body }] : []
  })
  async function update({ goal, body }: (typeof waiting)[number]): Promise<void> {
    try {
      const response = await api.updateGoal({
        params: { goalId: goal.id },
        body: { ...body, expectedVersion: goal.version },
      })
      outcome.changed.push({ before: goal, version: response.goal.version })
    } catch (error) {
      outcome.failures.push({ goal, error })
    }
  }
  const unchanged = goals.length - waiting.length
  await inParallel(waiting, update, (done) => onProgress(unchanged + done))
  return outcome
}

/** Restores what a change has changed, unless somebody has changed the goal since. */
export function undoChange({ changed }: Outcome, change: Change): Promise<Outcome> {
  const restored = new Map(changed.map(({ before }) => [before.id, before]))
  return changeGoals(
    changed.map(({ before, version }) => ({ ...before, version })),
    ({ id }) => {
      const before = restored.get(id)
      const fields = before && change(before)
      if (!before || !fields) return undefined
      return {
        ...('ownerUserId' in fields && { ownerUserId: before.ownerUserId }),
        ...('labelIds' in fields && { labelIds: before.labels.map((label) => label.id) }),
        ...('timeframe' in fields && { timeframe: before.timeframe }),
        ...('parentGoalId' in fields && { parentGoalId: before.parentGoalId }),
        ...('blockedByGoalIds' in fields && { blockedByGoalIds: before.blockedBy.map(({ id: one }) => one) }),
      }
    },
  )
}

export const giveTo =
  (ownerUserId: string | null): Change =>
  (goal) =>
    goal.ownerUserId === ownerUserId ? undefined : { ownerUserId }

export const addLabel =
  (labelId: string): Change =>
  ({ labels }) =>
    labels.some(({ id }) => id === labelId)
      ? undefined
      : { labelIds: [...labels.map(({ id }) => id), labelId] }

export const removeLabel =
  (labelId: string): Change =>
  ({ labels }) =>
    labels.some(({ id }) => id === labelId)
      ? { labelIds: labels.map(({ id }) => id).filter((id) => id !== labelId) }
      : undefined

export const dueOn =
  (targetDate: string): Change =>
  ({ timeframe }) =>
    timeframe.kind === 'deadline' && timeframe.targetDate === targetDate
      ? undefined
      : { timeframe: { kind: 'deadline', targetDate } }

/** Moves goals below another one; null moves them to the top. */
export const moveUnder =
  (parentGoalId: string | null): Change =>
  (goal) =>
    goal.parentGoalId === parentGoalId ? undefined : { parentGoalId }

export const waitFor =
  (blockerId: string): Change =>
  ({ blockedBy }) =>
    blockedBy.some(({ id }) => id === blockerId)
      ? undefined
      : { blockedByGoalIds: [...blockedBy.map(({ id }) => id), blockerId] }

export const stopWaitingFor =
  (blockerId: string): Change =>
  ({ blockedBy }) =>
    blockedBy.some(({ id }) => id === blockerId)
      ? { blockedByGoalIds: blockedBy.map(({ id }) => id).filter((id) => id !== blockerId) }
      : undefined
