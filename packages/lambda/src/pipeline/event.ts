import type { Operation } from '@cairn/contract/operation'
import type { Access, SessionAccess } from '@cairn/domain/access'
import type { BackgroundWork } from '@cairn/domain/background-work'
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context as LambdaContext,
} from 'aws-lambda'

/** API Gateway's HTTP API, payload format 2.0. */
export type HttpEvent = APIGatewayProxyEventV2
export type HttpResponse = APIGatewayProxyStructuredResultV2
export type GroupHandler = (event: HttpEvent, context: LambdaContext) => Promise<HttpResponse>

/**
 * An event on its way through the checks of its operation. Each adds what it found out; `run` finds all of it.
 */
export type OperationEvent = Omit<HttpEvent, 'body'> & {
  /** Text until it was parsed. */
  body?: unknown
  /** The moment of the request, by the service's clock. */
  now: Date
  /** When the request's time is over, in Unix milliseconds. */
  deadline: number
  operation?: Operation
  /** Settled before the response leaves. */
  backgroundWork?: BackgroundWork
  access?: SessionAccess | Access | undefined
  input?: { params: object; query: object; body: unknown }
}

/** The part of a middy request that our middlewares use. */
export type OperationRequest = { event: OperationEvent }

/** One header's value; API Gateway lower-cases names and joins repeats with a comma. */
export function headerOf(event: Pick<HttpEvent, 'headers'>, name: string): string | undefined {
  return event.headers[name]
}
