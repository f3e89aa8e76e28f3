import { createDataDirectory } from '@cairn/local/data-directory/data-directory'
import { startEngine } from '@cairn/local/engine/engine'
import { withServiceInProcess } from '../support/in-process.ts'
import { createOrganization, type PreparedOrganization } from './organization.ts'

/** Creates organizations of these sizes in a data directory, for a service that is started on it later. */
export async function prepareOrganizations(
  dataDirectory: string,
  sizes: readonly number[],
): Promise<PreparedOrganization[]> {
  await createDataDirectory(dataDirectory)
  const engine = await startEngine({ dataDirectory })
  try {
    return await withServiceInProcess(engine.endpoint, async (service) => {
      const organizations: PreparedOrganization[] = []
      for (const size of sizes) organizations.push(await createOrganization(service, size))
      return organizations
    })
  } finally {
    await engine.stop()
  }
}
