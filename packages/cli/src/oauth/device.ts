/** Signing in on a machine without a browser: a code, which the person enters in a browser elsewhere (RFC 8628). */
import { CommandError, exitCodes, usageError } from '../exit-codes.ts'
import { type Grant, scopesOf } from './authorize.ts'
import {
  deviceGrant,
  type Pause,
  post,
  readServer,
  register,
  type Server,
  type Tokens,
  tokensIn,
} from './requests.ts'

/** The page and the code, as the person sees them. */
export type Shown = { page: string; code: string; pageWithCode: string | undefined; minutes: number }

/** The pause between two requests if the service names none, and by how much it grows (RFC 8628, 3.5). In seconds. */
const defaultPollSeconds = 5

/** @param show  Shows the page and the code, which the person enters there. */
export async function authorizeDevice(
  origin: string,
  pause: Pause,
  show: (shown: Shown) => void,
): Promise<Grant> {
  const server = await readServer(origin, pause)
  const endpoint = server.device_authorization_endpoint
  if (endpoint === undefined) {
    throw usageError(`${origin} has no sign-in with a code. Use an API token: cairn login ${origin}`)
  }
  const clientId = await register(
    server,
    { grant_types: [deviceGrant, 'refresh_token'], response_types: [] },
    pause,
  )
  const { body } = await post(
    endpoint,
    { client_id: clientId, resource: origin, scope: scopesOf(server) },
    pause,
  )
  const { device_code: deviceCode, user_code: code, verification_uri: page, expires_in: lifetime } = body
  // The person must not be sent elsewhere with the code.
  const isOurs = (url: unknown): url is string => URL.parse(String(url))?.origin === origin
  if (
    typeof deviceCode !== 'string' ||
    typeof code !== 'string' ||
    typeof lifetime !== 'number' ||
    !isOurs(page)
  ) {
    throw new CommandError('The service did not answer with a code to sign in with.')
  }
  const { verification_uri_complete: complete, interval } = body
  show({
    page,
    code,
    pageWithCode: isOurs(complete) ? complete : undefined,
    minutes: Math.ceil(lifetime / 60),
  })
  const fields = { grant_type: deviceGrant, device_code: deviceCode, client_id: clientId, resource: origin }
  const seconds = typeof interval === 'number' && interval > 0 ? interval : defaultPollSeconds
  const tokens = await untilDecided(server, fields, { seconds, lifetime }, pause)
  return { ...tokens, clientId }
}

/** Asks for the tokens until the person has decided or the code has expired. */
async function untilDecided(
  { token_endpoint }: Server,
  fields: Record<string, string>,
  { seconds, lifetime }: { seconds: number; lifetime: number },
  pause: Pause,
): Promise<Tokens> {
  let waitSeconds = seconds
  for (let waited = 0; waited <= lifetime; waited += waitSeconds) {
    await pause(waitSeconds * 1_000)
    const now = Date.now()
    const { body } = await post(token_endpoint, fields, pause).catch(ifUnreachable)
    if (body.error === 'expired_token') break
    // A response that was cut off has neither: the service gives the tokens again.
    const isCutOff = body.error === undefined && body.access_token === undefined
    if (isCutOff || body.error === 'slow_down') waitSeconds += defaultPollSeconds
    else if (body.error !== 'authorization_pending') return tokensIn(body, now)
  }
  throw new CommandError('Nobody entered the code in time. Start again: cairn login --device')
}

/** A service that cannot be reached for a moment has not refused: the code still counts, and the pause grows. */
function ifUnreachable(error: unknown): { body: Record<string, unknown> } {
  if (error instanceof CommandError && error.exitCode === exitCodes.tryLater) {
    return { body: { error: 'slow_down' } }
  }
  throw error
}
