import { clientVersion } from '@cairn/client'
import { retryAfterOf } from '@cairn/contract/http/wire'
import { CommandError, exitCodes, usageError } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { tryAgain } from '../output/words.ts'

/** The metadata of RFC 8414 that a program needs. */
export type Server = {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  registration_endpoint: string
  revocation_endpoint: string
  /** RFC 8628. Undefined for a service that has none. */
  device_authorization_endpoint?: string
  scopes_supported?: unknown
}

/** RFC 8628. */
export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** The page for a code shows it. */
const userAgent = `cairn-cli/${clientVersion}`

const timeoutMilliseconds = 30_000

/** Together shorter than another command waits for the lock under which a token is renewed. */
const maximumAttempts = 3
const longestPauseSeconds = 10

export type Pause = Io['pause']

/** The response of an endpoint, of which nothing is known. */
export type Answer = { status: number; body: Record<string, unknown> }

/**
 * Sends a request, again if the service says that it is too busy: then it has done nothing.
 * @throws `CommandError` if there is no response, or the service stays busy.
 */
async function send(url: string, pause: Pause, init: RequestInit = {}): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const response = await exchange(url, init)
    const body: unknown = await response.json().catch(() => undefined)
    const asked = retryAfterOf(response)
    const isBusy = response.status === 429 || response.status === 503
    if (isBusy && attempt < maximumAttempts && (asked ?? 0) <= longestPauseSeconds) {
      await pause((asked ?? attempt) * 1_000)
      continue
    }
    if (isBusy || response.status >= 500) {
      const sentence = `${new URL(url).origin} is busy or unavailable: ${tryAgain(asked)}`
      throw new CommandError(sentence, exitCodes.tryLater)
    }
    const isObject = typeof body === 'object' && body !== null
    return { status: response.status, body: isObject ? (body as Answer['body']) : {} }
  }
}

/** Sends a form. */
export const post = (url: string, fields: Record<string, string>, pause: Pause): Promise<Answer> =>
  send(url, pause, { method: 'POST', body: new URLSearchParams(fields) })

async function exchange(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, {
      ...init,
      headers: { ...init.headers, 'user-agent': userAgent },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
  } catch {
    throw new CommandError(`Cannot reach ${new URL(url).origin}.`, exitCodes.tryLater)
  }
}

/**
 * Returns the metadata of the service. Every endpoint must be on its origin: the document must not send the person, a code or a
 * token elsewhere.
 */
export async function readServer(origin: string, pause: Pause): Promise<Server> {
  const { body } = await send(`${origin}/.well-known/oauth-authorization-server`, pause)
  const server = body as Server
  const endpoints = [
    server.authorization_endpoint,
    server.token_endpoint,
    server.registration_endpoint,
    server.revocation_endpoint,
    ...(server.device_authorization_endpoint === undefined ? [] : [server.device_authorization_endpoint]),
  ]
  const isOfOrigin = (url: unknown) =>
    typeof url === 'string' && URL.canParse(url) && new URL(url).origin === origin
  if (server.issuer !== origin || !endpoints.every(isOfOrigin)) {
    throw usageError(`${origin} has no sign-in for programs. Use an API token: cairn login ${origin}`)
  }
  return server
}

/** Registers the command for this sign-in. Returns its id. */
export async function register(
  { registration_endpoint }: Server,
  metadata: { redirect_uris: string[] } | { grant_types: string[]; response_types: string[] },
  pause: Pause,
): Promise<string> {
  const { body } = await send(registration_endpoint, pause, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'cairn command', ...metadata }),
  })
  if (typeof body.client_id !== 'string') throw refused(body)
  return body.client_id
}

export type Tokens = { token: string; refreshToken: string; expiresAt: string }

/** Exchanges a code or a refresh token. */
export async function requestTokens(
  { token_endpoint }: Pick<Server, 'token_endpoint'>,
  fields: Record<string, string>,
  now: number,
  pause: Pause,
): Promise<Tokens> {
  const { body } = await post(token_endpoint, fields, pause)
  return tokensIn(body, now)
}

/** Returns the tokens of a response. @throws `CommandError` with the reason if there are none. */
export function tokensIn(body: Answer['body'], now: number): Tokens {
  const { access_token: token, refresh_token: refreshToken, expires_in: seconds } = body
  if (typeof token !== 'string' || typeof refreshToken !== 'string' || typeof seconds !== 'number') {
    throw refused(body)
  }
  return { token, refreshToken, expiresAt: new Date(now + seconds * 1_000).toISOString() }
}

/** Ends the grant. Whoever has no connection forgets the tokens all the same. */
export async function revoke(
  origin: string,
  clientId: string,
  refreshToken: string,
  pause: Pause,
): Promise<void> {
  const fields = { token: refreshToken, client_id: clientId }
  await post(`${origin}/oauth/revoke`, fields, pause).catch(() => undefined)
}

function refused({ error, error_description: description }: Answer['body']): CommandError {
  const reason = description ?? error
  return new CommandError(
    `The sign-in was refused${reason === undefined ? '' : `: ${String(reason)}`}.`,
    exitCodes.notAllowed,
  )
}
