import {
  type AttachDatabase,
  closeDatabase,
  createDatabase,
  type Database,
} from '@cairn/domain/storage/database/client'
import { attachEngine, openEngine } from '@cairn/engine'
import { startLocalService } from '@cairn/local/service'
import { meterCalls, type Units } from './meter.ts'

export type MeteredService = {
  origin: string
  /** Reaches the table without being measured. */
  database: Database
  /** The service's own connection, which is measured. */
  measured: Database
  /** Returns what a call consumes. */
  measure(call: () => Promise<unknown>): Promise<Units>
  /** The log, with its emails. */
  lines: readonly string[]
  stop(): Promise<void>
}

/** Starts the service on an engine of its own whose units are counted. */
export async function startMeteredService(): Promise<MeteredService> {
  const engine = openEngine()
  const attach: AttachDatabase = (client) => attachEngine(client, engine)
  const meter = meterCalls({ attach })
  const lines: string[] = []
  const service = await startLocalService({
    port: 0,
    dataDirectory: null,
    attach: meter.attach,
    // Work that it does by itself would be counted.
    background: false,
    sweepEvery: null,
    environment: { LOG_LEVEL: 'SILENT' },
    writeLine: (line) => lines.push(line),
    report: () => undefined,
  })
  // As on AWS, where a function follows the stream of the table: it writes feed and postings.
  Object.assign(service.database, { hasStream: true })
  const database = createDatabase({
    attach,
    tableName: service.tableName,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    hasStream: true,
  })
  return {
    origin: service.origin,
    database,
    measured: service.database,
    measure: async (call) => {
      meter.take()
      await call()
      return meter.take()
    },
    lines,
    stop: async () => {
      closeDatabase(database)
      await service.stop()
      engine.close()
    },
  }
}
