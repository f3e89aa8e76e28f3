import type { OperationRequest } from '@cairn/contract/registry/operation'
import type { operations } from '@cairn/contract/registry/registry'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { collect } from '../requests/walk.ts'
import type { Browser } from './sign-in.ts'

type CreateGoal = OperationRequest<typeof operations.createGoal>['body']
type CreateReport = OperationRequest<typeof operations.createGoalUpdate>['body']

/** The smallest body of a new goal. */
export const newGoal: CreateGoal = {
  detailedDescription: 'Plant a hundred trees.',
  timeframe: { kind: 'continuous' },
}

export async function createGoal({ api }: Browser, overrides: Partial<CreateGoal> = {}): Promise<Goal> {
  const { goal } = await api.createGoal({ body: { ...newGoal, ...overrides } })
  return goal
}

export async function createLabel({ api }: Browser, name: string): Promise<string> {
  const { label } = await api.createGoalLabel({ body: { name } })
  return label.id
}

/** A report on a goal at revision 1; `summary` is also its idempotency key. */
export function reportOf(summary: string, overrides: Partial<CreateReport> = {}): CreateReport {
  return {
    status: 'active',
    summary,
    details: 'As planned.',
    expectedRevision: 1,
    idempotencyKey: summary,
    ...overrides,
  }
}

/** The whole history of a goal. */
export function historyOf({ api }: Browser, goalId: string) {
  const params = { goalId }
  return collect(
    (cursor) => api.listGoalUpdates({ params, query: { cursor } }),
    ({ updates }) => updates,
  )
}
