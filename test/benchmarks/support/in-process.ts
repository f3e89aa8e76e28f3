import type { LocalServiceOptions } from '@cairn/local/service'
import { startLocalService } from '@cairn/local/service'
import type { ServiceAddress } from '../workload/organization.ts'

/** The service's table. An engine on this machine accepts any credentials. */
export const localTable = {
  tableName: 'cairn',
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
}

/** Runs the service in this process, on a data directory or on a running engine, to create the data of a benchmark. */
export async function withServiceInProcess<T>(
  where: Pick<LocalServiceOptions, 'dataDirectory' | 'endpoint' | 'attach' | 'background'>,
  use: (service: ServiceAddress) => Promise<T>,
): Promise<T> {
  const service = await startLocalService({
    port: 0,
    dataDirectory: null,
    ...where,
    environment: { EMAIL_DELIVERY: 'off', LOG_LEVEL: 'SILENT', RATE_LIMITS: 'off' },
  })
  try {
    return await use(service)
  } finally {
    await service.stop()
  }
}
