import type { ServiceError } from '@cairn/contract/errors/errors'
import type { Operation } from '@cairn/contract/registry/operation'
import type { RequestTasks } from '@cairn/domain/background/request-tasks'
import type { Access, SessionAccess } from '@cairn/domain/requests/access'
import type { Hold } from '@cairn/domain/requests/context'
import type { RequestContext } from '@cairn/domain/requests/request-context'
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context as LambdaContext,
} from 'aws-lambda'

/** API Gateway's HTTP API, payload format 2.0. */
export type HttpEvent = APIGatewayProxyEventV2
export type HttpResponse = APIGatewayProxyStructuredResultV2
export type GroupHandler = (event: HttpEvent, context: InvocationContext) => Promise<HttpResponse>
/** Also says when the client has gone, where a request may be held. */
export type InvocationContext = LambdaContext & { clientGone?: AbortSignal | undefined }

/** An event on its way through the request pipeline. Each step adds what it finds out. */
export type OperationEvent = Omit<HttpEvent, 'body'> & {
  /** Text until it is parsed. */
  body?: unknown
  /** The moment of the request, by the service's clock. */
  now: Date
  /** The start of the request in real time, in Unix milliseconds. */
  startedAt: number
  /** The deadline of the request, in Unix milliseconds. */
  deadline: number
  operation?: Operation
  /** Of an operation whose requests may be held. */
  hold?: Hold
  /** Aborted when the client has gone. Absent where no request is held. */
  clientGone?: AbortSignal | undefined
  /** Settled before the response is sent. */
  requestTasks?: RequestTasks | undefined
  context?: RequestContext | undefined
  /** `Set-Cookie` headers for the response to a success. */
  responseCookies?: string[]
  access?: SessionAccess | Access | undefined
  /** Whether a session was looked for. A cookie that nobody has looked at is left alone. */
  isSessionChecked?: boolean
  /** Of a 401: how a client gets a credential (RFC 9110, 11.6.1). */
  challenge?: string
  /** The tool that the request calls. */
  tool?: string | undefined
  /** Why the tool was refused; the response is then a success of the protocol. */
  toolRefusal?: ServiceError | undefined
  /** Headers that say what a verified caller may still send. */
  rateLimit?: Record<string, string>
  input?: { params: object; query: object; body: unknown }
  /** Of a request that creates something. */
  idempotencyKey?: string | undefined
  /** Whether the response is that of an earlier request with the same key. */
  isReplayed?: boolean
}

/** The part of a middy request that our middleware uses. */
export type OperationRequest = { event: OperationEvent }

/** The value of a header. API Gateway lower-cases names and joins repeated headers with a comma. */
export function headerOf(event: Pick<HttpEvent, 'headers'>, name: string): string | undefined {
  return event.headers[name]
}
