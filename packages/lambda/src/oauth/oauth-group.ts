import { type Endpoint, oauthEndpoints, oauthPaths } from '@cairn/contract/endpoints'
import { ServiceError } from '@cairn/contract/errors'
import type { Operation } from '@cairn/contract/operation'
import { oauthOperations } from '@cairn/contract/operations/oauth'
import { countAttempt } from '@cairn/domain/rate-limits/rate-limiter'
import type { RequestContext } from '@cairn/domain/request-context'
import type { Provider } from 'oidc-provider'
import type { Runtime } from '../configuration/runtime.ts'
import { contextOf } from '../pipeline/context.ts'
import type { GroupHandler, HttpResponse, OperationEvent } from '../pipeline/event.ts'
import { createGroupHandler } from '../pipeline/group.ts'
import type { Implementations } from '../pipeline/operation.ts'
import { createRequestPipeline } from '../pipeline/request-pipeline.ts'
import { RouteError, routeKeyOf } from '../pipeline/route.ts'
import { withinDeadline } from '../pipeline/within-deadline.ts'
import { allScopes, createAuthorizationServer } from './authorization-server.ts'
import { exchange, headersAt } from './node-exchange.ts'
import { resourcesOf } from './resources.ts'
import { currentRequest } from './storage.ts'

const maximumBodyBytes = 64 * 1024

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

  async function serve(event: OperationEvent, { method, path }: Endpoint): Promise<HttpResponse> {
    if (path === oauthPaths.resource || path === oauthPaths.mcpResource) {
      return method === 'OPTIONS' ? permission('GET') : resourceMetadata(path)
    }
    const context = contextOf(runtime, event)
    if (path === oauthPaths.register) {
      if (method === 'OPTIONS') return permission('POST')
      await countAttempt(context, 'registerProgram', { claimedKey: 'program' })
    }
    const request: { context: RequestContext; failure?: unknown } = { context }
    server ??= createAuthorizationServer(webOrigin, webhookTargets)
    const listener = server.callback()
    const response = await currentRequest.run(request, () =>
      exchange(listener, {
        method,
        url: urlOf(event, path),
        headers: headersAt(webOrigin, event),
        body: path === oauthPaths.register ? registrationOf(event) : bodyOf(event),
      }),
    )
    if (request.failure !== undefined) throw request.failure
    return path === oauthPaths.register ? withOpenOrigin(response) : response
  }

  /** RFC 9728: who issues tokens for an address. */
  function resourceMetadata(path: string): HttpResponse {
    const { mcp } = resourcesOf(webOrigin)
    return withOpenOrigin({
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
    })
  }
}

/** The address as the library reads it. A request that names no scope asks for all: the person decides. */
function urlOf(event: OperationEvent, path: string): string {
  const query = new URLSearchParams(event.rawQueryString)
  if (path === oauthPaths.authorize && !query.get('scope')) query.set('scope', allScopes.join(' '))
  const text = query.toString()
  return text === '' ? event.rawPath : `${event.rawPath}?${text}`
}

function bodyOf({ body, isBase64Encoded }: OperationEvent): string {
  const text = Buffer.from(String(body ?? ''), isBase64Encoded ? 'base64' : 'utf8').toString('utf8')
  if (Buffer.byteLength(text) <= maximumBodyBytes) return text
  throw new ServiceError('payload_too_large', `The body must be at most ${maximumBodyBytes / 1024} KiB.`)
}

/** Programs on the person's own computer often do not say that they are: only those may return to a loopback address. */
function registrationOf(event: OperationEvent): string {
  const text = bodyOf(event)
  try {
    const fields = JSON.parse(text)
    const { redirect_uris: addresses = [], application_type: type } = fields
    const returnsToComputer =
      Array.isArray(addresses) && addresses.some((address) => !/^https:/i.test(String(address)))
    return type === undefined && returnsToComputer
      ? JSON.stringify({ ...fields, application_type: 'native' })
      : text
  } catch {
    // The library says what is wrong with it.
    return text
  }
}

/** Programs in browsers may read it from every origin: it is public, and no cookie counts. */
function withOpenOrigin(response: HttpResponse): HttpResponse {
  return { ...response, headers: { ...response.headers, 'access-control-allow-origin': '*' } }
}

function permission(method: 'GET' | 'POST'): HttpResponse {
  return withOpenOrigin({
    statusCode: 204,
    headers: {
      'access-control-allow-methods': method,
      'access-control-allow-headers': 'content-type, mcp-protocol-version',
      'access-control-max-age': '3600',
    },
  })
}
