import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import * as sdk from '@aws-sdk/client-dynamodb'
import { attachEngine, type Engine } from '@cairn/engine'

type AnyCommand = new (input: object) => { constructor: unknown; input: object }

export type EngineServer = {
  endpoint: string
  stop(): Promise<void>
}

/**
 * Serves an engine over DynamoDB's protocol on loopback, for tests that need a network between a service and its database:
 * proxies with faults, built functions, and commands. It does not keep its process running.
 */
export async function startEngineServer(engine: Engine): Promise<EngineServer> {
  const client = new sdk.DynamoDBClient({ region: 'local' })
  attachEngine(client, engine)

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const operation = String(request.headers['x-amz-target']).replace(/^.*\./, '')
    const input = fromWire(await json(request)) as object
    const Command = (sdk as unknown as Record<string, AnyCommand>)[`${operation}Command`]
    try {
      if (Command === undefined) throw new Error(`unknown operation ${operation}`)
      const { $metadata, ...output } = await client.send(new Command(input) as never)
      respond(response, 200, output)
    } catch (error) {
      respond(response, ...refusalOf(error))
    }
  }

  const server = createServer((request, response) => {
    // A caller that gives up in the middle of a request gets no answer.
    handle(request, response).catch(() => response.destroy())
  })
  server.unref().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      client.destroy()
    },
  }
}

function respond(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
    .end(JSON.stringify(body, toWire))
}

/** The status and body of an error. */
function refusalOf(error: unknown): [number, object] {
  if (!(error instanceof sdk.DynamoDBServiceException)) throw error
  const { name, message, $metadata, $fault, $response, $retryable, ...details } = error
  const status = $metadata?.httpStatusCode ?? 500
  return [status, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message, ...details }]
}

/** In JSON, bytes are base64 and times are seconds. `Date` has been a text before it gets here. */
function toWire(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[key]
  if (original instanceof Date) return original.getTime() / 1_000
  return original instanceof Uint8Array ? Buffer.from(original).toString('base64') : value
}

/** An attribute named `B` is an object; bytes are a text. */
function fromWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromWire)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === 'B' && typeof inner === 'string') return [name, Buffer.from(inner, 'base64')]
      if (name === 'BS' && Array.isArray(inner)) return [name, inner.map((one) => Buffer.from(one, 'base64'))]
      return [name, fromWire(inner)]
    }),
  )
}
