import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/**
 * A table, and the deadline of the request that uses it, in Unix milliseconds. Retries stop before the deadline.
 */
export type Database = {
  readonly client: DynamoDBDocumentClient
  readonly tableName: string
  readonly deadline?: number
  /** Whether a function follows the table's stream, so that postings need not be written with the goal. */
  readonly hasStream?: boolean
  /** For a table without a stream: called when a transaction may have committed a change record. */
  readonly onChange?: (() => void) | undefined
}

export type DatabaseOptions = {
  tableName: string
  /** Default: the endpoint of AWS. */
  endpoint?: string | undefined
  region?: string | undefined
  /** Default: the AWS credential chain. The embedded database needs none. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  /** Default: none. */
  attach?: AttachDatabase | undefined
  /** Default: false. */
  hasStream?: boolean
  /** Default: nothing is called. */
  onChange?: (() => void) | undefined
}

/** Lets a client use a database in this process. The client then sends nothing over the network. */
export type AttachDatabase = (client: DynamoDBClient | DynamoDBDocumentClient) => void

// A call that hangs must end within the 8 seconds of a request, with time left for a retry.
const connectionTimeoutMilliseconds = 1_000
const requestTimeoutMilliseconds = 2_000
const maximumConnections = 200

export function createDatabase(options: DatabaseOptions): Database {
  const client = new DynamoDBClient({
    ...(options.endpoint && { endpoint: options.endpoint }),
    ...(options.region && { region: options.region }),
    ...(options.credentials && { credentials: options.credentials }),
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: connectionTimeoutMilliseconds,
      requestTimeout: requestTimeoutMilliseconds,
      // Otherwise the SDK only logs the timeout and keeps waiting.
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: maximumConnections },
      httpsAgent: { keepAlive: true, maxSockets: maximumConnections },
    },
  })
  // Nobody reads its log, for which it copies every request and response.
  client.middlewareStack.remove('loggerMiddleware')
  const documentClient = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  })
  options.attach?.(documentClient)
  const { tableName, hasStream = false, onChange } = options
  return { tableName, client: documentClient, hasStream, ...(onChange && { onChange }) }
}

/** Closes the connections. The database cannot be used afterwards. */
export function closeDatabase(database: Database): void {
  database.client.destroy()
}
