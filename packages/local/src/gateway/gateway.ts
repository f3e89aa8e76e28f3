import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Group } from '@cairn/contract'
import { maximumBodyBytes } from '@cairn/lambda/pipeline/checks/read-body'
import type { GroupHandler } from '@cairn/lambda/pipeline/event'
import { withStandardHeaders } from '@cairn/lambda/pipeline/response/response-headers'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { readBody } from './body.ts'
import { createConnections } from './connections.ts'
import { createContext, functionTimeoutMilliseconds } from './context.ts'
import { createEvent, splitTarget } from './event.ts'
import { listenOn } from './listen.ts'
import { isFollowable, malformationOf } from './request.ts'
import { errorAnswer, type GatewayAnswer, isTooLargeToAnswer, sendAnswer } from './response.ts'
import { findRoute, type Route } from './routes.ts'
import type { SiteHandler } from './site.ts'

export type GatewayHandlers = {
  groups: Record<Group, GroupHandler>
  /** Stands behind `$default`: what no route takes. */
  fallback: GroupHandler
  /** Asked before the API for pages and files; `undefined` leaves the request to the API. */
  site?: SiteHandler
}

export type GatewayOptions = {
  /** 0 chooses a free port. */
  port: number
  /** One address to listen on; the loopback addresses where it is not said. */
  host?: string | undefined
  /** Requests that come before they are there wait for them. */
  handlers: Promise<GatewayHandlers>
  clock?: (() => Date) | undefined
  /** Others than `gatewayLimits`. */
  limits?: Partial<typeof gatewayLimits> | undefined
  /** Takes what went wrong, with its cause, which the client is not told. */
  logError: (message: string, requestId: string, cause: unknown) => void
}

export type Gateway = {
  port: number
  /** Takes no more requests, lets those in flight finish for so long, and cuts off what is left. */
  close(graceMilliseconds: number): Promise<void>
}

type RequestBody = NonNullable<Awaited<ReturnType<typeof readBody>>>
type Answer = Awaited<ReturnType<GroupHandler>>

/** `localhost` may mean either, depending on the client. */
const loopbackAddresses = ['127.0.0.1', '::1']
const headersTimeoutMilliseconds = 10_000
/** As long as API Gateway gives an integration (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html). */
const requestTimeoutMilliseconds = 30_000
const connectionsCheckMilliseconds = 2_000
/**
 * Before the door is shut every answer ends its connection. A request that was sent before the client could know, and
 * not yet read, would be reset otherwise.
 */
const lastCallMilliseconds = 100
/** What one client may take from all others; the README has what it comes to in memory. */
export const gatewayLimits = {
  connections: 512,
  /** How long a client may take to read a response. */
  responseMilliseconds: 60_000,
}
/** Longer than clients keep theirs, so that none sends on a connection in the moment that it is closed. */
const keepAliveMilliseconds = 75_000

/**
 * A local API Gateway HTTP API: the registry's routes in front of the functions' handlers, payload format 2.0.
 * @throws StartError where the port is taken.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { handlers, clock = () => new Date(), logError } = options
  const limits = { ...gatewayLimits, ...options.limits }
  const connections = createConnections(limits.connections)
  let closing = false

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = findRoute(request.method ?? 'GET', splitTarget(request.url ?? '/').rawPath)
    // One byte too many is as good as all of them to the function, which refuses more than the maximum, each in its order.
    const reading = readBody(request, route?.takesBody ? maximumBodyBytes + 1 : 0)
    await connections.begin(request, response)
    if (!isFollowable(request)) connections.endAfter(request)
    const body = await reading
    if (body === undefined) return // The client is gone, or what it sent was refused while it was read.
    connections.hold(request)
    const requestId = randomUUID()
    const send = (answer: GatewayAnswer) =>
      sendAnswer(response, answer, { close: closing || body === 'endless' || connections.isLast(request) })
    try {
      send(await answerTo(request, route, body, requestId))
    } catch (error) {
      logError('The handler failed.', requestId, error)
      for (const name of response.getHeaderNames()) response.removeHeader(name)
      send(errorAnswer('internal_error', 'Something went wrong.', requestId))
    }
    const deadline = setTimeout(() => response.destroy(), limits.responseMilliseconds).unref()
    response.on('close', () => clearTimeout(deadline))
  }

  async function answerTo(
    request: IncomingMessage,
    route: Route | undefined,
    body: RequestBody,
    requestId: string,
  ): Promise<GatewayAnswer> {
    if (!Buffer.isBuffer(body)) {
      return errorAnswer('payload_too_large', 'The request is larger than 6 MB.', requestId)
    }
    const malformation = malformationOf(request)
    if (malformation !== undefined) return errorAnswer('invalid_request', malformation, requestId)
    const { groups, fallback, site } = await handlers
    const page = await site?.(request)
    if (page) {
      const { headers = {} } = page
      return { ...page, ...withStandardHeaders({ headers }, requestId) }
    }
    const event = createEvent(request, body, route, { requestId, now: clock() })
    return invoke(route ? groups[route.group] : fallback, event, route?.group ?? 'fallback')
  }

  /** Calls a handler as Lambda does: with a time limit, and with a limit to the answer. */
  async function invoke(handler: GroupHandler, event: APIGatewayProxyEventV2, name: string): Promise<Answer> {
    const { requestId } = event.requestContext
    const timeout = new AbortController()
    const answer = await Promise.race([
      handler(event, createContext(`cairn-${name}`, requestId)),
      delay(functionTimeoutMilliseconds, undefined, { signal: timeout.signal }),
    ]).finally(() => timeout.abort())
    if (!answer) {
      logError('The handler took too long.', requestId, undefined)
      return errorAnswer('unavailable', 'The service takes too long to answer. Try again shortly.', requestId)
    }
    if (isTooLargeToAnswer(answer)) throw new Error('The answer is larger than the 6 MB that Lambda sends.')
    return answer
  }

  function createListener(): Server {
    const server = createServer({
      headersTimeout: headersTimeoutMilliseconds,
      requestTimeout: requestTimeoutMilliseconds,
      connectionsCheckingInterval: connectionsCheckMilliseconds,
      keepAliveTimeout: keepAliveMilliseconds,
      insecureHTTPParser: false,
      requireHostHeader: false, // Checked above, to answer in the error shape.
    })
    server.maxHeadersCount = 0 // Bounded by their size already; Node would drop the rest without a word.
    const listen = (request: IncomingMessage, response: ServerResponse) => void handle(request, response)
    server.on('request', listen)
    server.on('checkExpectation', listen) // RFC 9110, 10.1.1 lets a server ignore what it does not know.
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
    await delay(Math.min(lastCallMilliseconds, graceMilliseconds))
    const closed = Promise.all(
      listeners.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
    )
    connections.endIdle()
    const over = await Promise.race([closed, delay(graceMilliseconds, 'over' as const, { ref: false })])
    if (over === 'over') connections.endAll()
    await closed
  }

  return { port, close }
}
