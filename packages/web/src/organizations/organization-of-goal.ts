import { apiIn } from '../api/client.ts'
import { isApiError } from '../api/failures.ts'

/** So many organizations are asked at once. */
const batchSize = 4

/** Whether a goal is in an organization. Throws what keeps the service from telling. */
async function hasGoal(organizationId: string, goalId: string): Promise<boolean> {
  try {
    await apiIn(organizationId).getGoal({ params: { goalId } })
    return true
  } catch (error) {
    if (isApiError(error, 'goal_not_found') || isApiError(error, 'membership_not_found')) return false
    throw error
  }
}

/**
 * The organization that has a goal, for a link that does not say; undefined where none of `candidates` has it. The
 * likeliest is asked alone, the others a few at a time.
 */
export async function organizationOfGoal(
  goalId: string,
  [likeliest, ...others]: readonly [string, ...string[]],
  isIn = hasGoal,
): Promise<string | undefined> {
  if (await isIn(likeliest, goalId)) return likeliest
  for (let start = 0; start < others.length; start += batchSize) {
    const batch = others.slice(start, start + batchSize)
    const found = await Promise.all(batch.map((organizationId) => isIn(organizationId, goalId)))
    const organizationId = batch[found.indexOf(true)]
    if (organizationId !== undefined) return organizationId
  }
  return undefined
}
