import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { FunctionGroup } from '@cairn/contract'
import type { GroupHandler } from '@cairn/lambda/pipeline/event'
import { standardHeaders } from '@cairn/lambda/pipeline/response/response-headers'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { readBody } from './body.ts'
import { createConnections } from './connections.ts'
import { createContext, functionTimeoutMilliseconds, type InvocationOptions } from './context.ts'
import { createEvent, splitTarget } from './event.ts'
import { listenOn } from './listen.ts'
import { isFollowable, malformationOf } from './request.ts'
import {
  exceedsResponseLimit,
  type GatewayResponse,
  sendResponse,
  toErrorResponse,
  toRawErrorResponse,
} from './response.ts'
import { findRoute, type Route } from './routes.ts'
import type { SiteHandler } from './site.ts'

export type GatewayHandlers = {
  groups: Record<FunctionGroup, GroupHandler>
  /** For `$default`: requests that match no route. */
  fallback: GroupHandler
  /** Serves pages and files, before the API. `undefined` leaves the request to the API. */
  site?: SiteHandler
}

export type GatewayOptions = {
  /** 0 chooses a free port. */
  port: number
  /** One address to listen on. Default: the loopback addresses. */
  host?: string | undefined
  /** The address of the service for browsers, which decides the promise of HTTPS in every response. */
  webOrigin?: string | undefined
  /** Requests wait until it resolves. */
  handlers: Promise<GatewayHandlers>
  clock?: (() => Date) | undefined
  /** Override `gatewayLimits`. */
  limits?: Partial<typeof gatewayLimits> | undefined
  /** Overrides `lastCallMilliseconds`, for tests whose clients have stopped sending. */
  lastCall?: number | undefined
  /** Logs an error with its cause, which the client does not see. */
  logError: (message: string, requestId: string, cause: unknown) => void
}

export type Gateway = {
  port: number
  /** Refuses new requests, gives requests in flight this long to finish, then cuts them off. */
  close(graceMilliseconds: number): Promise<void>
}

type RequestBody = NonNullable<Awaited<ReturnType<typeof readBody>>>
type FunctionResponse = Awaited<ReturnType<GroupHandler>>

/** A client may resolve `localhost` to either. */
const loopbackAddresses = ['127.0.0.1', '::1']
const headersTimeoutMilliseconds = 10_000
/** API Gateway's limit for an integration (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html). */
const requestTimeoutMilliseconds = 30_000
const connectionsCheckMilliseconds = 2_000
/**
 * Before the gateway stops listening, every response closes its connection for this long. Otherwise a request that the client
 * has already sent, but the gateway has not yet read, would be reset.
 */
const lastCallMilliseconds = 100
/** Bounds on what one client can take from the others. The README says how much memory they allow. */
export const gatewayLimits = {
  connections: 512,
  /** How long a client may take to read a response. */
  responseMilliseconds: 60_000,
}
/** Longer than clients keep idle connections, so that no client sends a request on a connection that is just being closed. */
const keepAliveMilliseconds = 75_000

/**
 * A local API Gateway HTTP API: the registry's routes in front of the functions' handlers, payload format 2.0.
 * @throws StartError if the port is taken.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { handlers, clock = () => new Date(), lastCall = lastCallMilliseconds, logError } = options
  const limits = { ...gatewayLimits, ...options.limits }
  const withStandardHeaders = standardHeaders(options.webOrigin)
  const connections = createConnections(limits.connections, (message) =>
    toRawErrorResponse(message, withStandardHeaders),
  )
  let closing = false

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = findRoute(request.method ?? 'GET', splitTarget(request.url ?? '/').rawPath)
    // One byte over the maximum is enough for the function to refuse the body, in its usual order of checks.
    const reading = readBody(request, route?.maximumBytes ? route.maximumBytes + 1 : 0)
    await connections.begin(request, response)
    if (!isFollowable(request)) connections.endAfter(request)
    const body = await reading
    if (body === undefined) return // The client is gone, or its bytes were refused while reading.
    if (route?.holdMilliseconds) connections.watchFor(request)
    else connections.hold(request)
    const requestId = randomUUID()
    const fail = (error: unknown): GatewayResponse => {
      logError('The handler failed.', requestId, error)
      return toErrorResponse('internal_error', 'Something went wrong.', request)
    }
    // In a later tick than the one that writes the request's log line (log-output.ts).
    const send = (result: GatewayResponse) =>
      process.nextTick(() => {
        const close = closing || body === 'endless' || connections.isLast(request)
        try {
          const { headers } = withStandardHeaders({ headers: result.headers ?? {} }, requestId)
          sendResponse(response, { ...result, headers }, { close })
        } catch (error) {
          send(fail(error))
        }
      })
    const gone = new AbortController()
    if (route?.holdMilliseconds) response.once('close', () => gone.abort())
    send(await respondTo(request, route, body, requestId, gone.signal).catch(fail))
    const deadline = setTimeout(() => response.destroy(), limits.responseMilliseconds).unref()
    response.on('close', () => clearTimeout(deadline))
  }

  async function respondTo(
    request: IncomingMessage,
    route: Route | undefined,
    body: RequestBody,
    requestId: string,
    clientGone: AbortSignal,
  ): Promise<GatewayResponse> {
    if (!Buffer.isBuffer(body)) {
      return toErrorResponse('payload_too_large', 'The request is larger than 6 MB.', request)
    }
    const malformation = malformationOf(request)
    if (malformation !== undefined) return toErrorResponse('invalid_request', malformation, request)
    const { groups, fallback, site } = await handlers
    const page = await site?.(request)
    if (page) return page
    const event = createEvent(request, body, route, { requestId, now: clock() })
    const response = await invoke(route ? groups[route.group] : fallback, event, route?.group ?? 'fallback', {
      timeoutMilliseconds: functionTimeoutMilliseconds + (route?.holdMilliseconds ?? 0),
      clientGone: route?.holdMilliseconds ? clientGone : undefined,
    })
    if (response) return response
    const message = 'The service took too long to respond. Try again shortly.'
    return toErrorResponse('unavailable', message, request)
  }

  /** Calls a handler as Lambda does, with its limits on time and response size. Returns undefined if it took too long. */
  async function invoke(
    handler: GroupHandler,
    event: APIGatewayProxyEventV2,
    name: string,
    options: InvocationOptions & { timeoutMilliseconds: number },
  ): Promise<FunctionResponse | undefined> {
    const { requestId } = event.requestContext
    const tooLate = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => tooLate.resolve(undefined), options.timeoutMilliseconds)
    const handled = handler(event, createContext(`cairn-${name}`, requestId, options))
    const response = await Promise.race([handled, tooLate.promise]).finally(() => clearTimeout(timer))
    if (!response) {
      logError('The handler took too long.', requestId, undefined)
      return undefined
    }
    if (exceedsResponseLimit(response))
      throw new Error('The response is larger than the 6 MB that Lambda allows.')
    return response
  }

  function createListener(): Server {
    const server = createServer({
      headersTimeout: headersTimeoutMilliseconds,
      requestTimeout: requestTimeoutMilliseconds,
      connectionsCheckingInterval: connectionsCheckMilliseconds,
      keepAliveTimeout: keepAliveMilliseconds,
      insecureHTTPParser: false,
      requireHostHeader: false, // Checked in `malformationOf`, so that the response has the error shape.
    })
    server.maxHeadersCount = 0 // Their size is bounded already, and Node drops excess headers silently.
    const listen = (request: IncomingMessage, response: ServerResponse) => void handle(request, response)
    server.on('request', listen)
    server.on('checkExpectation', listen) // RFC 9110, 10.1.1 lets a server ignore unknown expectations.
    connections.watch(server)
    return server
  }

  const { listeners, port } = await listenOn(
    options.host ? [options.host] : loopbackAddresses,
    options.port,
    createListener,
  )

  async function close(graceMilliseconds: number): Promise<void> {
    closing = true
    await delay(Math.min(lastCall, graceMilliseconds))
    const closed = Promise.all(
      listeners.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
    )
    connections.endIdle()
    const timeout = delay(graceMilliseconds, 'timeout' as const, { ref: false })
    if ((await Promise.race([closed, timeout])) === 'timeout') connections.endAll()
    await closed
  }

  return { port, close }
}
