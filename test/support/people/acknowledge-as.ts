import { acknowledgeGoalUpdate } from '@cairn/domain/goals/acknowledgements/acknowledge-goal-update'
import type { Database } from '@cairn/domain/storage/database/client'

/** Acknowledges a report as a member who has no session in the test. */
export function acknowledgeAs(
  database: Database,
  userId: string,
  { organizationId, goalId, revision = 2 }: { organizationId: string; goalId: string; revision?: number },
  now = new Date(),
) {
  const access = { organizationId, user: { id: userId }, membership: async () => ({}) }
  return acknowledgeGoalUpdate(
    { database, now } as Parameters<typeof acknowledgeGoalUpdate>[0],
    access as unknown as Parameters<typeof acknowledgeGoalUpdate>[1],
    { params: { goalId, revision }, query: {}, body: undefined },
  )
}
