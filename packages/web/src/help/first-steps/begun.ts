/**
 * Whether a person has begun with the first steps of an organization, or is done with them. Only an organization without goals offers them;
 * once begun, the rest stays until it is done or hidden.
 */
export type Progress = 'begun' | 'hidden'

const keyOf = (userId: string, organizationId: string) => `cairn.first-steps.${userId}.${organizationId}`

export function storedProgress(userId: string, organizationId: string): Progress | undefined {
  try {
    const stored = localStorage.getItem(keyOf(userId, organizationId))
    return stored === 'begun' || stored === 'hidden' ? stored : undefined
  } catch {
    return undefined
  }
}

export function storeProgress(userId: string, organizationId: string, progress: Progress): void {
  try {
    localStorage.setItem(keyOf(userId, organizationId), progress)
  } catch {
    // Storage may be blocked. The steps then come back with the next visit, as long as there is no goal.
  }
}
