import { apiIn } from '../data/api/client.ts'
import { isApiError } from '../data/api/failures/failures.ts'

/** The number of organizations to ask at the same time. */
const batchSize = 4

/**
 * Whether a goal is in an organization.
 * @throws errors other than "not found" and "not a member".
 */
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
 * Finds the organization of a goal, for links that do not name one. Asks the most likely one first, then the others in
 * batches. Returns undefined if none of `candidates` has the goal.
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
