import { awsRegionOf, localCredentials } from '@cairn/lambda/configuration/configuration'
import { StartError } from './start-error.ts'

export type Environment = Record<string, string | undefined>

/** What the local service itself reads; the rest of the environment goes to the runtime as it is. */
export type Settings = {
  port: number
  /** One address to listen on; the loopback addresses where it is not said. */
  host: string | undefined
  dataDirectory: string
  /** The database to use instead of the embedded engine. */
  endpoint: string | undefined
  tableName: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/**
 * Reads the settings; an empty variable counts as one that is not set.
 * @throws StartError naming the setting that is wrong.
 */
export function readSettings(environment: Environment): Settings {
  const endpoint = environment.DYNAMODB_ENDPOINT || undefined
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw new StartError(`DYNAMODB_ENDPOINT must be an http or https URL, not "${endpoint}".`)
  }
  return {
    port: readPort(environment.PORT || '3000'),
    host: environment.HOST || undefined,
    dataDirectory: environment.DATA_DIR || '.data',
    endpoint,
    tableName: environment.TABLE_NAME || 'cairn',
    // AWS wants to be signed for where it is. DynamoDB Local keeps its tables by key id and region.
    region:
      awsRegionOf(endpoint ?? '') || environment.AWS_REGION || environment.AWS_DEFAULT_REGION || 'us-east-1',
    credentials: endpoint === undefined ? engineCredentials() : localCredentials(environment, endpoint),
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new StartError(`PORT must be a number from 0 to 65535, not "${text}".`)
  }
  return port
}

/** What the runtime reads: without a key id it makes up credentials too. */
export function credentialVariables({ credentials, region }: Settings): Environment {
  return { AWS_REGION: region, ...(credentials && { AWS_ACCESS_KEY_ID: undefined }) }
}

/** The embedded engine takes any. The SDK writes into the object that it is given, so each service gets its own. */
const engineCredentials = () => ({ accessKeyId: 'local', secretAccessKey: 'local' })
