import { DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb'
import { createDataDirectory } from '@cairn/local/data-directory'
import { startEngine } from '@cairn/local/engine'
import { localTable, withServiceInProcess } from '../support/in-process.ts'
import { createOrganization, type PreparedOrganization } from './organization.ts'

/**
 * Makes organizations of these sizes in a data directory that a service is started on afterwards. The table's stream
 * is off meanwhile: the engine looks through all of it at every write, and nothing of this is news.
 */
export async function prepareOrganizations(
  dataDirectory: string,
  sizes: readonly number[],
): Promise<PreparedOrganization[]> {
  await createDataDirectory(dataDirectory)
  const engine = await startEngine({ dataDirectory })
  try {
    return await withServiceInProcess(engine.endpoint, async (service) => {
      await switchStream(engine.endpoint, 'off')
      const organizations: PreparedOrganization[] = []
      for (const size of sizes) organizations.push(await createOrganization(service, size))
      await switchStream(engine.endpoint, 'on')
      return organizations
    })
  } finally {
    await engine.stop()
  }
}

async function switchStream(endpoint: string, to: 'on' | 'off'): Promise<void> {
  const { tableName, ...local } = localTable
  const client = new DynamoDBClient({ ...local, endpoint })
  const StreamSpecification =
    to === 'on'
      ? ({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const)
      : { StreamEnabled: false }
  await client.send(new UpdateTableCommand({ TableName: tableName, StreamSpecification }))
  client.destroy()
}
