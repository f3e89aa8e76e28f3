/** The same short report on one or many goals. */
import { type GoalHealth, type GoalStatus, goalHealths, goalStatuses } from '@cairn/contract/goals/goal-words'
import type { GoalConflict } from '@cairn/contract/schemas/goals/goal-history'
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { type Attempt, nextAttempt } from '../../../data/api/attempt.ts'
import { api } from '../../../data/api/client.ts'
import { isApiError } from '../../../data/api/failures/failures.ts'
import type { ReportRequest } from '../../report/report-values.ts'
import { inParallel } from '../bulk/in-parallel.ts'

/** The value behind a row's icon: the health of an active goal, or the status of another one. */
export type State = GoalHealth | Exclude<GoalStatus, 'active'>

export const states: readonly State[] = [
  ...goalHealths,
  ...goalStatuses.filter((status) => status !== 'active'),
]

const isHealth = (state: State): state is GoalHealth => goalHealths.some((health) => health === state)

/** Whether goals that are not active become active by a report of this state. */
export const resumes = (state: State, goals: readonly Pick<GoalSummary, 'status'>[]): boolean =>
  isHealth(state) && goals.some(({ status }) => status !== 'active')

/** The state that all goals have; undefined if they differ, or one has no health yet. */
export function commonState(goals: readonly Pick<GoalSummary, 'status' | 'health'>[]): State | undefined {
  const found = new Set(goals.map(({ status, health }) => (status === 'active' ? health : status)))
  const [state] = found
  return found.size === 1 ? (state ?? undefined) : undefined
}

export type Reportable = Pick<GoalSummary, 'id' | 'title' | 'revision'>

export type NotSent = {
  goal: Reportable
  /** The last attempt, whose key a retry reuses. */
  attempt: Attempt
  error: unknown
  /** The conflict, if somebody else reported. */
  missed: GoalConflict | undefined
}

/** The values that the reports on all goals share. */
export function contentOf(state: State, summary: string) {
  return {
    status: isHealth(state) ? ('active' as const) : state,
    health: isHealth(state) ? state : null,
    summary,
    // Only the summary is typed, but the contract wants details.
    details: summary,
  }
}

/** A goal that waits for its report, with the attempt that did not arrive. */
export type Waiting = { goal: Reportable; attempt: Attempt | null }

/** Sends a report on each goal. Returns those that were not sent, ready for another attempt by a person who has read why. */
export async function sendReports(
  waiting: readonly Waiting[],
  content: ReturnType<typeof contentOf>,
  onProgress: (done: number) => void,
): Promise<NotSent[]> {
  const failed = new Map<string, NotSent>()
  async function send({ goal, attempt: last }: Waiting): Promise<void> {
    const attempt = nextAttempt(last, content)
    const { id, revision: expectedRevision } = goal
    const body: ReportRequest = { ...content, expectedRevision, idempotencyKey: attempt.idempotencyKey }
    try {
      await api.createGoalUpdate({ params: { goalId: id }, body })
    } catch (error) {
      const missed = isApiError(error, 'goal_revision_conflict') ? error.addition.conflict : undefined
      failed.set(id, {
        // The person reads what was missed, so the next attempt expects its revision.
        goal: missed ? { ...goal, revision: missed.revision } : goal,
        attempt,
        error,
        missed,
      })
    }
  }
  await inParallel(waiting, send, onProgress)
  return waiting.flatMap(({ goal: { id } }) => failed.get(id) ?? [])
}
