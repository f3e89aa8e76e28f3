import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Units = { reads: number; writes: number; trips: number }

export type MeteringProxy = {
  endpoint: string
  /** Returns the units consumed since the previous call. */
  take(): Units
  stop(): Promise<void>
}

type Capacity = { CapacityUnits?: number }

const reads = new Set(['GetItem', 'BatchGetItem', 'Query'])

/** Whether an operation reads or writes items; the others are about the table. */
const isOfData = (operation: string) => /Items?$|^Query$|^Scan$/.test(operation)

/** A proxy in front of the engine that asks for the consumed capacity of every call and adds it up. */
export async function startMeteringProxy(engineEndpoint: string): Promise<MeteringProxy> {
  let units: Units = { reads: 0, writes: 0, trips: 0 }
  const server = createServer(async (request, response) => {
    const operation = String(request.headers['x-amz-target'] ?? '').replace(/^.*\./, '')
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString() || '{}')
    const { authorization = '', 'x-amz-target': target = '', 'x-amz-date': date = '' } = request.headers
    const upstream = await fetch(engineEndpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': String(target),
        'x-amz-date': String(date),
        authorization,
      },
      body: JSON.stringify({ ...body, ...(isOfData(operation) && { ReturnConsumedCapacity: 'TOTAL' }) }),
    })
    const text = await upstream.text()
    const consumed: Capacity | Capacity[] | undefined = JSON.parse(text).ConsumedCapacity
    const total = [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
    units.trips++
    if (reads.has(operation)) units.reads += total
    else units.writes += total
    response.writeHead(upstream.status, { 'content-type': 'application/x-amz-json-1.0' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => {
      const taken = units
      units = { reads: 0, writes: 0, trips: 0 }
      return taken
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
