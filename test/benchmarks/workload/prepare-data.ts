import { withServiceInProcess } from '../support/in-process.ts'
import { createOrganization, type PreparedOrganization } from './organization.ts'

/** Creates organizations of these sizes in a data directory, for a service that is started on it later. */
export function prepareOrganizations(
  dataDirectory: string,
  sizes: readonly number[],
): Promise<PreparedOrganization[]> {
  return withServiceInProcess({ dataDirectory }, async (service) => {
    const organizations: PreparedOrganization[] = []
    for (const size of sizes) organizations.push(await createOrganization(service, size))
    return organizations
  })
}
