import { CairnConflictError } from './errors.ts'
import type {
  CreateGoalUpdateRequest,
  GoalConflict,
  GoalResponse,
  GoalUpdate,
  GoalUpdateResponse,
} from './generated.ts'
import type { CallOptions } from './options.ts'

/** A report, of which the client fills in what is left out. */
export type Report = Omit<CreateGoalUpdateRequest, 'status' | 'expectedRevision' | 'idempotencyKey'> & {
  /** Default: the status that the goal has. */
  status?: CreateGoalUpdateRequest['status'] | undefined
  /** The revision that you have read. Default: the current one, so that only reports during the call are a conflict. */
  expectedRevision?: number | undefined
  /** Give your own, such as the id of a job, so that a job that runs again reports once. Default: a new one for each call. */
  idempotencyKey?: string | undefined
}

/**
 * Decides after somebody else has reported in between. `true` reports the same on top, a report replaces it, and anything else
 * gives up: the call throws the `CairnConflictError`.
 */
export type OnConflict = (
  conflict: GoalConflict,
  report: Report,
) => true | false | undefined | Report | Promise<true | false | undefined | Report>

export type ReportOptions = CallOptions & {
  /** Default: gives up. */
  onConflict?: OnConflict | undefined
}

type Api = {
  getGoal(request: { params: { goalId: string } }, options?: CallOptions): Promise<GoalResponse>
  createGoalUpdate(
    request: { params: { goalId: string }; body: CreateGoalUpdateRequest },
    options?: CallOptions,
  ): Promise<GoalUpdateResponse>
}

/** Enough for the legs of a build that end together. Somebody who always reports in between would keep it going forever. */
const maximumConflicts = 14

/** Reports on a goal, under one idempotency key however often it is sent. */
export async function reportOn(
  api: Api,
  goalId: string,
  report: Report,
  { onConflict, ...options }: ReportOptions,
): Promise<GoalUpdate> {
  const idempotencyKey = report.idempotencyKey ?? crypto.randomUUID()
  const params = { goalId }
  let current = report
  for (let conflicts = 0; ; conflicts++) {
    const { status, expectedRevision, ...rest } = current
    const needsGoal = status === undefined || expectedRevision === undefined
    const goal = needsGoal ? (await api.getGoal({ params }, options)).goal : undefined
    const body = {
      ...rest,
      status: status ?? goal?.status ?? 'active',
      expectedRevision: expectedRevision ?? goal?.revision ?? 1,
      idempotencyKey,
    }
    try {
      return (await api.createGoalUpdate({ params, body }, options)).update
    } catch (error) {
      if (!(error instanceof CairnConflictError) || !onConflict || conflicts === maximumConflicts) throw error
      // Nothing on top of what was missed brings the claim back.
      if (error.code === 'goal_claim_lost') throw error
      const decision = await onConflict(error.conflict, current)
      if (!decision) throw error
      const next = decision === true ? current : decision
      // The decision is based on what the conflict showed.
      current = { ...next, expectedRevision: error.conflict.revision }
    }
  }
}
