import { ServiceError } from '@cairn/contract/errors/errors'
import { type Endpoint, oauthEndpoints, oauthPaths } from '@cairn/contract/http/endpoints'
import { oauthOperations } from '@cairn/contract/operations/oauth'
import type { Operation } from '@cairn/contract/registry/operation'
import { scopesByNameOnly } from '@cairn/contract/schemas/api-tokens'
import { hasConnected } from '@cairn/domain/programs/oauth/grants'
import { countAttempt } from '@cairn/domain/requests/rate-limits/rate-limiter'
import type { RequestContext } from '@cairn/domain/requests/request-context'
import { transact } from '@cairn/domain/storage/database/transaction'
import { unavailable } from '@cairn/domain/storage/database/unavailable'
import type { Provider } from 'oidc-provider'
import { createSessionReader } from '../auth/create-session-reader.ts'
import type { Runtime } from '../configuration/runtime.ts'
import { maximumAnonymousBodyBytes } from '../pipeline/checks/read-body.ts'
import { contextOf } from '../pipeline/context.ts'
import {
  type GroupHandler,
  type HttpEvent,
  type HttpResponse,
  headerOf,
  type OperationEvent,
} from '../pipeline/event.ts'
import { createGroupHandler } from '../pipeline/group.ts'
import type { Implementations } from '../pipeline/operation.ts'
import { createRequestPipeline } from '../pipeline/request-pipeline.ts'
import { RouteError, routeKeyOf } from '../pipeline/route.ts'
import { withinDeadline } from '../pipeline/within-deadline.ts'
import { allScopes, createAuthorizationServer } from './authorization-server.ts'
import { answerToPoll, deviceRequestOf, withInterval } from './device-authorization.ts'
import { exchange, headersAt } from './node-exchange.ts'
import { problemPageHeaders, problemResponse } from './problem-page.ts'
import { isLoopback } from './program-of.ts'
import { type Refusal, refusalOfAuthorization, refusalOfRegistration } from './refuse-request.ts'
import { resourcesOf } from './resources.ts'
import { type CurrentRequest, currentRequest } from './storage/current-request.ts'

/** How often a request is answered again because another one has used the same code or token meanwhile. */
const maximumAttempts = 4

/**
 * Builds the handler of OAuth: operations of the web app, and the endpoints that programs use.
 *
 *   program ─▶ /oauth/authorize ─▶ the web app asks ─▶ decideOAuthConsent ─▶ /oauth/authorize/{id} ─▶ code ─▶ /oauth/token ─▶ tokens
 */
export function createOAuthGroup(
  runtime: Runtime,
  implementations: Implementations<typeof oauthOperations, RequestContext>,
): GroupHandler {
  const operations = createGroupHandler(runtime, oauthOperations, implementations)
  const { webOrigin, webhookTargets } = runtime.configuration
  const sessions = createSessionReader(runtime.configuration)
  const endpoints = new Map(oauthEndpoints.map((endpoint) => [routeKeyOf(endpoint), endpoint]))
  let server: Provider | undefined

  const protocol = createRequestPipeline(runtime, (event) =>
    withinDeadline(event, async () => {
      const endpoint = endpoints.get(event.routeKey)
      if (!endpoint) throw new RouteError()
      event.operation = { ...oauthOperations.getOAuthConsent, id: endpoint.id } as Operation
      return serve(event, endpoint)
    }),
  )
  return (event, context) =>
    endpoints.has(event.routeKey) ? protocol(event, context) : operations(event, context)

  async function serve(event: OperationEvent, { path }: Endpoint): Promise<HttpResponse> {
    if (path === oauthPaths.resource || path === oauthPaths.mcpResource) return resourceMetadata(path)
    const context = contextOf(runtime, event)
    if (path === oauthPaths.register) return register(event, context)
    if (path === oauthPaths.authorize) return authorize(event, context)
    if (path === oauthPaths.device) return authorizeDevice(event, context)
    const response = await answer(context, event, urlOf(event, path), bodyOf(event))
    if (path === oauthPaths.metadata) return withoutOthersOffers(response)
    return withProblemPage(response)
  }

  async function register(event: OperationEvent, context: RequestContext): Promise<HttpResponse> {
    await countAttempt(context, 'registerProgram', { claimedKey: 'program' })
    const fields = fieldsOf(bodyOf(event))
    const registration = fields && registrationOf(fields)
    const refusal = registration && refusalOfRegistration(registration)
    if (refusal) return errorResponse(refusal)
    const body = registration ? JSON.stringify(registration) : bodyOf(event)
    return answer(context, event, event.rawPath, body)
  }

  /** Asks for consent. Anybody can send a browser here, and register where it is sent back to: errors stay with us. */
  async function authorize(event: OperationEvent, context: RequestContext): Promise<HttpResponse> {
    await countAttempt(context, 'authorizeProgram', { claimedKey: 'program' })
    const query = new URLSearchParams(event.rawQueryString)
    const languages = headerOf(event, 'accept-language')
    const refusal = refusalOfAuthorization(query)
    if (refusal) return problemResponse({ webOrigin, languages, ...refusal })
    const response = await answer(context, event, urlOf(event, oauthPaths.authorize), '')
    const { location } = (response.headers ?? {}) as { location?: string }
    const target = location === undefined ? null : URL.parse(location, webOrigin)
    if (!target || target.origin === webOrigin || isLoopback(target)) return withProblemPage(response)
    if (await isConnected(event, context, query.get('client_id') ?? '')) return response
    const returned = new URLSearchParams(target.search || target.hash.slice(1))
    return problemResponse({
      webOrigin,
      languages,
      error: returned.get('error') ?? 'invalid_request',
      description: returned.get('error_description') ?? undefined,
    })
  }

  /** Begins the sign-in of a program on a device that has no browser. */
  async function authorizeDevice(event: OperationEvent, context: RequestContext): Promise<HttpResponse> {
    await countAttempt(context, 'authorizeProgram', { claimedKey: 'program' })
    const request = deviceRequestOf(bodyOf(event), wantedScopes)
    if (typeof request !== 'string') return errorResponse(request)
    return withInterval(await answer(context, event, event.rawPath, request))
  }

  /** Whether the person whose browser it is has connected the program. */
  async function isConnected(event: OperationEvent, context: RequestContext, clientId: string) {
    const claim = await sessions.read(event as HttpEvent, event.now)
    const session = await claim?.confirm(context)
    return session !== undefined && hasConnected(context, session.user.id, clientId)
  }

  /** Lets the library answer, and commits what it wrote in one transaction. */
  async function answer(
    context: RequestContext,
    event: OperationEvent,
    url: string,
    body: string,
  ): Promise<HttpResponse> {
    server ??= createAuthorizationServer(webOrigin, webhookTargets)
    const listener = server.callback()
    const headers = headersAt(webOrigin, event)
    const { method } = event.requestContext.http
    for (let attempt = 0; attempt < maximumAttempts; attempt++) {
      const request: CurrentRequest = { context, writes: new Map() }
      const response = await currentRequest.run(request, () =>
        exchange(listener, { method, url, headers, body }),
      )
      if (request.failure !== undefined) throw request.failure
      if (request.writes.size === 0) return answerToPoll(request, response)
      // If a condition fails, another request has used the same code or token: the library looks again.
      const failed = await transact(context.database, Object.fromEntries(request.writes))
      if (failed.length === 0) return response
    }
    throw unavailable()
  }

  /** RFC 9728: who issues tokens for an address. */
  function resourceMetadata(path: string): HttpResponse {
    const { mcp } = resourcesOf(webOrigin)
    return {
      statusCode: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' },
      body: JSON.stringify({
        resource: path === oauthPaths.mcpResource ? mcp : webOrigin,
        authorization_servers: [webOrigin],
        scopes_supported: allScopes,
        bearer_methods_supported: ['header'],
        resource_name: 'Cairn',
        resource_documentation: `${webOrigin}/docs`,
      }),
    }
  }
}

const unnamedScopes = allScopes.filter((scope) => !scopesByNameOnly.includes(scope))

/** Scopes of OpenID Connect. Programs ask for them by habit, and nobody is signed in elsewhere with Cairn. */
const ofSignIns = ['openid', 'profile', 'email', 'offline_access']

/** The scopes of a request as the library reads them. One that names none asks for all but those about people: the person decides. */
function wantedScopes(scope: string | null): string {
  const wanted = (scope ?? '').split(' ').filter((one) => one && !ofSignIns.includes(one))
  return (wanted.length > 0 ? wanted : unnamedScopes).join(' ')
}

/** The address as the library reads it. */
function urlOf(event: OperationEvent, path: string): string {
  const query = new URLSearchParams(event.rawQueryString)
  if (path === oauthPaths.authorize) {
    query.set('scope', wantedScopes(query.get('scope')))
  }
  const text = query.toString()
  return text === '' ? event.rawPath : `${event.rawPath}?${text}`
}

/** The page's headers, if the library has answered with our page. */
function withProblemPage(response: HttpResponse): HttpResponse {
  const { 'content-type': type } = (response.headers ?? {}) as Record<string, string>
  if (!type?.startsWith('text/html') || (response.statusCode ?? 0) < 400) return response
  return { ...response, headers: { ...response.headers, ...problemPageHeaders } }
}

/** The library always offers to sign people in, and other ways to return a code. */
function withoutOthersOffers(response: HttpResponse): HttpResponse {
  const metadata: Record<string, unknown> = JSON.parse(String(response.body))
  const offered = { ...metadata, scopes_supported: allScopes, response_modes_supported: ['query'] }
  return { ...response, body: JSON.stringify(offered) }
}

function errorResponse({ error, description }: Refusal): HttpResponse {
  return {
    statusCode: 400,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ error, error_description: description }),
  }
}

function bodyOf({ body, isBase64Encoded }: OperationEvent): string {
  const text = Buffer.from(String(body ?? ''), isBase64Encoded ? 'base64' : 'utf8').toString('utf8')
  if (Buffer.byteLength(text) <= maximumAnonymousBodyBytes) return text
  throw new ServiceError(
    'payload_too_large',
    `The body must be at most ${maximumAnonymousBodyBytes / 1024} KiB.`,
  )
}

/** The fields of a registration; undefined if the body is no JSON object, of which the library says what is wrong. */
function fieldsOf(body: string): Record<string, unknown> | undefined {
  try {
    const fields: unknown = JSON.parse(body)
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields)
      ? (fields as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** The fields of a registration that we use (RFC 7591, 2). Others are ignored, as the standard requires. */
const usedMetadata = new Set([
  'application_type',
  'client_name',
  'client_uri',
  'contacts',
  'grant_types',
  'logo_uri',
  'policy_uri',
  'redirect_uris',
  'response_types',
  'scope',
  'software_id',
  'software_version',
  'token_endpoint_auth_method',
  'tos_uri',
])

/**
 * Returns the registered values: no secret, and no algorithm that needs one. Programs on the person's own computer often do not say that they
 * are: only those may return to a loopback address.
 */
function registrationOf(fields: Record<string, unknown>): Record<string, unknown> {
  const { redirect_uris: addresses = [], application_type: type } = fields
  const returnsToComputer =
    Array.isArray(addresses) && addresses.some((address) => !/^https:/i.test(String(address)))
  const needed = Object.entries(fields).filter(([name]) => usedMetadata.has(name))
  return {
    // The library gives a secret to whoever does not say that it needs none.
    token_endpoint_auth_method: 'none',
    ...Object.fromEntries(needed),
    ...(type === undefined && returnsToComputer && { application_type: 'native' }),
  }
}
