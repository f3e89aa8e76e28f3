import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { api } from '../../../data/api/client.ts'
import { describeFailure } from '../../../data/api/failures/failures.ts'
import type { GoalFailure } from './goal-failures.tsx'
import { inParallel } from './in-parallel.ts'

type Asked = { asked: number; failures: GoalFailure[] }

/**
 * Asks the owners of goals for reports, one request each.
 * @param onProgress  Called with the number of goals that are done.
 */
export async function askForReports(
  goals: readonly Pick<GoalSummary, 'id' | 'title'>[],
  onProgress: (done: number) => void,
): Promise<Asked> {
  const outcome: Asked = { asked: 0, failures: [] }
  async function ask({ id, title }: (typeof goals)[number]): Promise<void> {
    try {
      await api.requestReport({ params: { goalId: id } })
      outcome.asked += 1
    } catch (error) {
      outcome.failures.push({ id, title, reason: describeFailure(error).sentence })
    }
  }
  await inParallel(goals, ask, onProgress)
  return outcome
}
