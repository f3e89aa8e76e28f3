import { awsRegionOf, localCredentials } from '@cairn/lambda/configuration/configuration'
import { StartError } from './start-error.ts'

export type Environment = Record<string, string | undefined>

/** The settings of the local service itself. The runtime reads the rest of the environment. */
export type Settings = {
  port: number
  /** One address to listen on. Default: the loopback addresses. */
  host: string | undefined
  dataDirectory: string
  /** The database to use instead of the embedded one. */
  endpoint: string | undefined
  tableName: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/**
 * Reads the settings. An empty variable counts as not set.
 * @throws StartError that names the wrong setting.
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
    // AWS requires a signature for its own region. DynamoDB Local keeps separate tables for each key id and region.
    region:
      awsRegionOf(endpoint ?? '') || environment.AWS_REGION || environment.AWS_DEFAULT_REGION || 'us-east-1',
    credentials: endpoint === undefined ? databaseCredentials() : localCredentials(environment, endpoint),
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new StartError(`PORT must be a number from 0 to 65535, not "${text}".`)
  }
  return port
}

/** The runtime's variables for these settings. Without a key id the runtime makes up credentials too. */
export function credentialVariables({ credentials, region }: Settings): Environment {
  return { AWS_REGION: region, ...(credentials && { AWS_ACCESS_KEY_ID: undefined }) }
}

/** The embedded database and DynamoDB Local accept any credentials. The SDK modifies the object, so each service gets its own. */
const databaseCredentials = () => ({ accessKeyId: 'local', secretAccessKey: 'local' })
