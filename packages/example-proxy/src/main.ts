/**
 * An example of a proxy for `AUTH_PROVIDER=trusted_proxy`, for trying out only: it believes whatever people type into its form. See
 * packages/lambda/src/auth/README.md.
 *
 *   browser ─▶ proxy: removes both headers, finds the session by its own cookie,
 *                     signs the user, for this method and path ─▶ service
 *
 * Everything else is forwarded unchanged: the exact target, headers in their order, bodies as streams.
 */
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import { httpAddress, identifier, required, wholeNumber, word } from '@cairn/lambda/configuration/settings'
import { splitTarget } from '@cairn/local/gateway/event'
import { listenOn } from '@cairn/local/gateway/listen'
import { sentenceAbout } from '@cairn/local/start-error'
import { assertionHeaders, signAssertion } from './assertion.ts'
import { createProxyLogin, loginPath, logoutPath, type ProxySession, withoutOwnCookie } from './login.ts'

export {
  type Assertion,
  type SignedAssertion,
  signAssertion,
  signatureOf,
} from './assertion.ts'

export type ExampleProxyOptions = {
  /** The address of the service. Requests wait until it is known. */
  upstream: string | Promise<string>
  /** 0 chooses a free port. */
  port: number
  secret: string
  issuer: string
  audience: string
  headerWord?: string
  clock?: () => Date
}

export type ExampleProxy = {
  /** The address for browsers: the web origin of the service. */
  origin: string
  port: number
  loginUrl: string
  logoutUrl: string
  stop(): Promise<void>
}

/** Headers of one connection, not of the request (RFC 9110, 7.6.1). */
const connectionHeaders = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
]
/** They say where a body ends; without them it would be read as another request. `Connection` cannot remove them. */
const framingHeaders = ['content-length', 'host', 'transfer-encoding']

/** @throws StartError if the port is in use or forbidden. */
export async function startExampleProxy(options: ExampleProxyOptions): Promise<ExampleProxy> {
  const { upstream, secret, issuer, audience, headerWord = 'service', clock = () => new Date() } = options
  const names = assertionHeaders(headerWord)
  const login = createProxyLogin()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = splitTarget(request.url ?? '/')
    if (await login.handle(target, request, response)) return
    const { rawPath, rawQueryString } = target
    const path = rawQueryString === '' ? rawPath : `${rawPath}?${rawQueryString}`
    const session = login.sessionOf(request)
    const headers = [
      ...forwardedHeaders(request.rawHeaders, Object.values(names)),
      ...(session ? assertionOf(session, request.method ?? 'GET', path) : []),
    ]
    forward(await upstream, path, headers, request, response)
  }

  /** Valid for one request, within half a minute. */
  function assertionOf({ sessionId, user }: ProxySession, method: string, path: string): string[] {
    const { assertion, signature } = signAssertion(
      {
        version: 1,
        iss: issuer,
        aud: audience,
        iat: Math.floor(clock().getTime() / 1000),
        method,
        path,
        sessionId,
        user: { ...user, emailVerified: true },
      },
      secret,
    )
    return [names.assertion, assertion, names.signature, signature]
  }

  const createListener = () =>
    createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  const { listeners, port } = await listenOn(['127.0.0.1', '::1'], options.port, createListener)
  const origin = `http://localhost:${port}`
  return {
    origin,
    port,
    loginUrl: origin + loginPath,
    logoutUrl: origin + logoutPath,
    stop: async () => {
      const closed = listeners.map((server) => new Promise((resolve) => server.close(resolve)))
      for (const server of listeners) server.closeAllConnections()
      await Promise.all(closed)
    },
  }
}

/** Names and values in turn, as Node has them, without the headers and the cookie that a client must not forward. */
function forwardedHeaders(rawHeaders: readonly string[], assertionNames: readonly string[]): string[] {
  return pairsOf(rawHeaders).flatMap(([name, value]) => {
    if (assertionNames.includes(name.toLowerCase())) return []
    if (name.toLowerCase() !== 'cookie') return [name, value]
    const cookies = withoutOwnCookie(value)
    return cookies === '' ? [] : [name, cookies]
  })
}

/** Pairs of name and value, without the headers of the connection and those that `Connection` names. */
function pairsOf(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((option) => option.trim().toLowerCase()))
    .filter((option) => !framingHeaders.includes(option))
  return pairs.filter(([name]) => ![...connectionHeaders, ...named].includes(name.toLowerCase()))
}

function forward(
  upstream: string,
  path: string,
  headers: string[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const send = upstream.startsWith('https:') ? httpsRequest : httpRequest
  const options: RequestOptions = { method: request.method, path, headers, agent: false }
  const forwarded = send(new URL(upstream), options, (received) => {
    response.writeHead(received.statusCode ?? 502, pairsOf(received.rawHeaders).flat())
    received.pipe(response)
    received.on('error', () => response.destroy())
  })
  forwarded.on('error', () => {
    if (response.headersSent) response.destroy()
    else sendUnavailable(response)
  })
  response.on('close', () => response.writableFinished || forwarded.destroy())
  request.pipe(forwarded)
}

/** In the shape of the service's own errors. */
function sendUnavailable(response: ServerResponse): void {
  const body = { error: 'unavailable', message: 'The service behind the proxy cannot be reached.' }
  response
    .writeHead(503, { 'content-type': 'application/json', 'retry-after': '2' })
    .end(JSON.stringify(body))
}

/** @throws ConfigurationError that names the wrong variable. */
export function readOptions(environment: NodeJS.ProcessEnv): ExampleProxyOptions & { upstream: string } {
  return {
    upstream: httpAddress(environment, 'UPSTREAM'),
    port: wholeNumber(environment, 'PORT', { minimum: 0, maximum: 65_535, fallback: 4000 }),
    secret: required(environment, 'AUTH_PROXY_SECRET'),
    issuer: identifier(environment, 'AUTH_PROXY_ISSUER'),
    audience: identifier(environment, 'AUTH_PROXY_AUDIENCE'),
    headerWord: word(environment, 'AUTH_PROXY_HEADER_WORD', 'service'),
  }
}

if (import.meta.main) {
  try {
    const options = readOptions(process.env)
    const { upstream } = options
    const { origin, loginUrl, logoutUrl } = await startExampleProxy(options)
    console.log(`The example proxy listens on ${origin} and forwards to ${upstream}.`)
    console.log(`Sign in at ${loginUrl} and sign out at ${logoutUrl}.`)
    console.log('For trying out only: it believes whatever you type.')
  } catch (error) {
    console.error(sentenceAbout(error))
    process.exit(1)
  }
}
