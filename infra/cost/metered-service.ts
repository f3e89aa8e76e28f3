import { closeDatabase, createDatabase, type Database } from '@cairn/domain/database/client'
import { startLocalService } from '@cairn/local/service'
import { startWireEngine } from '@cairn/wire-engine'
import { startMeteringProxy, type Units } from './metering-proxy.ts'

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

/** Starts the service on an engine that counts units, and a proxy that adds them up. */
export async function startMeteredService(): Promise<MeteredService> {
  const engine = await startWireEngine()
  const meter = await startMeteringProxy(engine.endpoint)
  const lines: string[] = []
  const service = await startLocalService({
    port: 0,
    dataDirectory: null,
    endpoint: meter.endpoint,
    // What it does by itself would be counted.
    background: false,
    sweepEvery: null,
    environment: { LOG_LEVEL: 'SILENT' },
    writeLine: (line) => lines.push(line),
    report: () => undefined,
  })
  // As on AWS, where a function follows the stream of the table: it writes feed and postings.
  Object.assign(service.database, { hasStream: true })
  const database = createDatabase({
    endpoint: engine.endpoint,
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
      await meter.stop()
      await engine.stop()
    },
  }
}
