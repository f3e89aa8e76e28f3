import { isApiError } from '../data/api/failures/failures.ts'

/** Deletes an organization. If the response of an earlier attempt was lost, the organization is deleted already. */
export async function ignoreDeleted(deleteOrganization: () => Promise<unknown>): Promise<void> {
  try {
    await deleteOrganization()
  } catch (error) {
    if (!isApiError(error, 'membership_not_found')) throw error
  }
}
