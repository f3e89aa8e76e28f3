import { closeDatabase, createDatabase } from '@cairn/domain/database/client'
import { startLocalService } from '@cairn/local/service'
import type { ServiceAddress } from '../workload/organization.ts'

/** The service's table on the embedded engine, which accepts any credentials. */
export const localTable = {
  tableName: 'cairn',
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
}

/** Runs the service in this process on a running engine, to create the data of a benchmark. */
export async function withServiceInProcess<T>(
  endpoint: string,
  use: (service: ServiceAddress) => Promise<T>,
): Promise<T> {
  const service = await startLocalService({
    port: 0,
    dataDirectory: null,
    endpoint,
    environment: { EMAIL_DELIVERY: 'off', LOG_LEVEL: 'SILENT', RATE_LIMITS: 'off' },
  })
  const database = createDatabase({ ...localTable, endpoint })
  try {
    return await use({ origin: service.origin, database })
  } finally {
    closeDatabase(database)
    await service.stop()
  }
}
