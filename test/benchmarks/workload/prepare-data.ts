import type { LocalServiceOptions } from '@cairn/local/service'
import { withServiceInProcess } from '../support/in-process.ts'
import { createOrganization, type PreparedOrganization } from './organization.ts'

/** The place where a service keeps its data. */
export type DataPlace = Pick<LocalServiceOptions, 'dataDirectory'>

/** Creates organizations of these sizes, for a service that is started on the same data later. */
export function prepareOrganizations(
  place: DataPlace,
  sizes: readonly number[],
): Promise<PreparedOrganization[]> {
  return withServiceInProcess(place, async (service) => {
    const organizations: PreparedOrganization[] = []
    for (const size of sizes) organizations.push(await createOrganization(service, size))
    return organizations
  })
}
