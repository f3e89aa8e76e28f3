/**
 * The minimum of a handler written by hand: parse the event, hash the credential, make the calls with the SDK's document client, and
 * return their results as JSON. No validation, no errors, no headers, no log.
 */
import { createHash } from 'node:crypto'
import { BatchGetCommand, GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { createDatabase } from '@cairn/domain/storage/database/client'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'

/** A recorded call, in DynamoDB's JSON, with the number of its round trip. */
export type RecordedCall = { wave: number; operation: string; body: Record<string, unknown> }

const commands = {
  BatchGetItem: BatchGetCommand,
  GetItem: GetCommand,
  Query: QueryCommand,
  TransactWriteItems: TransactWriteCommand,
}

/** With the connections and timeouts of the service. */
const { client } = createDatabase({
  tableName: process.env.TABLE_NAME ?? '',
  endpoint: process.env.DYNAMODB_ENDPOINT,
  region: process.env.AWS_REGION,
})

export function createFloor(calls: readonly RecordedCall[]) {
  const trips = [...Map.groupBy(calls, ({ wave }) => wave).values()].map((trip) =>
    trip.map(({ operation, body }) => {
      const Command = commands[operation as keyof typeof commands]
      if (!Command) throw new Error(`The floor does not know ${operation}.`)
      const input = nativeInput(body)
      return () => client.send(new Command(input as never) as GetCommand)
    }),
  )
  return async (event: APIGatewayProxyEventV2) => {
    const { body, cookies, headers } = event
    if (body !== undefined) JSON.parse(body)
    const credential = cookies?.[0] ?? headers.authorization ?? ''
    createHash('sha256').update(credential).digest('hex')
    const results: object[] = []
    for (const trip of trips) results.push(...(await Promise.all(trip.map((send) => send()))))
    const records = results.map((result) => ({ ...result, $metadata: undefined }))
    return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(records) }
  }
}

const recordFields = new Set(['Key', 'Item', 'ExpressionAttributeValues', 'ExclusiveStartKey'])

/** Converts a recorded request to the document client's input, with records as JavaScript values. */
function nativeInput(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((element) => nativeInput(element, field === 'Keys' ? 'Key' : ''))
  if (typeof value !== 'object' || value === null) return value
  if (recordFields.has(field)) return unmarshall(value as Parameters<typeof unmarshall>[0])
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, nativeInput(inner, name)]))
}
