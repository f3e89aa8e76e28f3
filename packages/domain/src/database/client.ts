import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/**
 * The table and the time that one request may take with it. `deadline` is Unix time in milliseconds; retries
 * stop before it.
 */
export type Database = {
  readonly client: DynamoDBDocumentClient
  readonly tableName: string
  readonly deadline?: number
}

export type DatabaseOptions = {
  tableName: string
  /** Where DynamoDB answers; AWS decides where it is not said. */
  endpoint?: string | undefined
  region?: string | undefined
  /** The embedded engine takes any; AWS's own chain is used where none are given. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}

// A call that hangs must end inside the 8 seconds of a request, with time left for another try.
const connectionTimeoutInMilliseconds = 1_000
const requestTimeoutInMilliseconds = 2_000
const maximumConnections = 200

export function createDatabase(options: DatabaseOptions): Database {
  const client = new DynamoDBClient({
    ...(options.endpoint && { endpoint: options.endpoint }),
    ...(options.region && { region: options.region }),
    ...(options.credentials && { credentials: options.credentials }),
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: connectionTimeoutInMilliseconds,
      requestTimeout: requestTimeoutInMilliseconds,
      // Without it the SDK only logs that the time is over and goes on waiting.
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: maximumConnections },
      httpsAgent: { keepAlive: true, maxSockets: maximumConnections },
    },
  })
  // Nobody reads its log, but it would copy every request and answer for it.
  client.middlewareStack.remove('loggerMiddleware')
  return {
    tableName: options.tableName,
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
  }
}

/** Ends the connections of a database that is used no more. */
export function closeDatabase(database: Database): void {
  database.client.destroy()
}

/**
 * An ElectroDB entity is costly to build and bound to its client: built at its first use, once a client. What a
 * function does not use is neither built nor bundled.
 */
export function perDatabase<E>(
  build: (configuration: { client: DynamoDBDocumentClient; table: string }) => E,
) {
  const built = new WeakMap<DynamoDBDocumentClient, E>()
  return (database: Database): E => {
    let entity = built.get(database.client)
    if (entity === undefined) {
      entity = build({ client: database.client, table: database.tableName })
      built.set(database.client, entity)
    }
    return entity
  }
}
