import { startWireEngine } from '@cairn/wire-engine'
import { startMeteringProxy } from '../../../infra/cost/metering-proxy.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { figure, markdownTable } from '../markdown-table.ts'
import type { Part } from '../part.ts'
import { settings } from '../settings.ts'
import { createHttpClient } from '../support/http-client.ts'
import { withServiceInProcess } from '../support/in-process.ts'
import { type Act, runClients } from '../support/load.ts'
import { benchmarked } from '../workload/operations.ts'
import { createOrganization } from '../workload/organization.ts'

export type OperationUnits = {
  operation: string
  /** Sequential round trips. */
  trips: number
  calls: number
  readUnits: number
  writeUnits: number
}

export const units: Part<OperationUnits[]> = {
  title: 'Round trips and capacity',
  method:
    'Every call of one request is recorded between the service and the engine, which reports the consumed units by the rules ' +
    'of DynamoDB: one per 4 KB for a strongly consistent read, one per 1 KB and index for a write, and twice as many in a ' +
    'transaction. Concurrent calls are one round trip. Goals are about 1 KB with one of five labels. ' +
    '`infra/README.md` has the units and prices of every operation.',
  measure: measureUnits,
  tables: (rows) =>
    markdownTable(
      ['Operation', 'Round trips', 'Calls', 'Read units', 'Write units'],
      rows.map(({ operation, trips, calls, readUnits, writeUnits }) => [
        operation,
        figure(trips),
        figure(calls),
        figure(readUnits, 1),
        figure(writeUnits, 1),
      ]),
    ),
}

async function measureUnits(): Promise<OperationUnits[]> {
  const engine = await startWireEngine()
  const meter = await startMeteringProxy(engine.endpoint)
  const recorder = await startEngineProxy(meter.endpoint)
  try {
    const prepared = await withServiceInProcess({ endpoint: engine.endpoint }, (service) =>
      createOrganization(service, settings.units.goals),
    )
    return await withServiceInProcess({ endpoint: recorder.endpoint }, async ({ origin }) => {
      const client = createHttpClient(origin, 1)
      const callOnce = (act: Act) => runClients(client, act, { concurrency: 1, requests: 1 })
      const rows: OperationUnits[] = []
      for (const operation of benchmarked) {
        const act = await operation.begin({ ...prepared, origin })
        // The first call is not counted: it opens connections, and records the use of the token, which happens every few minutes.
        await callOnce(act)
        recorder.reset()
        meter.take()
        await callOnce(act)
        const { reads, writes } = meter.take()
        rows.push({
          operation: operation.title,
          trips: recorder.waves,
          calls: recorder.calls.length,
          readUnits: reads,
          writeUnits: writes,
        })
      }
      await client.close()
      return rows
    })
  } finally {
    await recorder.stop()
    await meter.stop()
    await engine.stop()
  }
}
