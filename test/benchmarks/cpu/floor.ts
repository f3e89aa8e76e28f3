/**
 * The least that a handler written by hand would do: take the event apart, hash the credential, make the calls with the
 * SDK's document client, and answer what they gave as JSON. No validation, no errors, no headers, no log.
 */
import { createHash } from 'node:crypto'
import { BatchGetCommand, GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { createDatabase } from '@cairn/domain/database/client'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'

/** A call as it was recorded: in DynamoDB's JSON, with the number of the round trip that it belongs to. */
export type RecordedCall = { wave: number; operation: string; body: Record<string, unknown> }

const commands = {
  BatchGetItem: BatchGetCommand,
  GetItem: GetCommand,
  Query: QueryCommand,
  TransactWriteItems: TransactWriteCommand,
}

/** The same connections and timeouts as the service's. */
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
    const answers: object[] = []
    for (const trip of trips) answers.push(...(await Promise.all(trip.map((send) => send()))))
    const records = answers.map((answer) => ({ ...answer, $metadata: undefined }))
    return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(records) }
  }
}

const recordFields = new Set(['Key', 'Item', 'ExpressionAttributeValues', 'ExclusiveStartKey'])

/** What the document client takes, of what it sent: records as JavaScript has them. */
function nativeInput(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((element) => nativeInput(element, field === 'Keys' ? 'Key' : ''))
  if (typeof value !== 'object' || value === null) return value
  if (recordFields.has(field)) return unmarshall(value as Parameters<typeof unmarshall>[0])
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, nativeInput(inner, name)]))
}
