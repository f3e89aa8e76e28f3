import type { OperationRequest } from '@cairn/contract/registry/operation'
import type { operations } from '@cairn/contract/registry/registry'

type NewReport = OperationRequest<typeof operations.createGoalUpdate>['body']
type NewGoal = OperationRequest<typeof operations.createGoal>['body']

let idempotencyKeys = 0

/** A report on a goal at this revision, with a unique key. */
export function newReport({ revision }: { revision: number }): NewReport {
  return {
    status: 'active',
    health: 'on_track',
    summary: 'On the way',
    details: 'Two people joined, and half of the way is behind us. '.repeat(4),
    expectedRevision: revision,
    idempotencyKey: `benchmark-${++idempotencyKeys}`,
  }
}

export function newGoal({ labelIds }: { labelIds: string[] }): NewGoal {
  return {
    detailedDescription: 'Answer every support request within a day. People wait for three days now. '.repeat(
      6,
    ),
    timeframe: { kind: 'continuous' },
    labelIds: labelIds.slice(0, 1),
  }
}
