import { type Operation, requestPath } from '@cairn/contract'
import type { ExampleRequest } from '../../../support/operations/example.ts'
import type { World } from '../../../support/people/world.ts'
import { sentBodyOf, typeOfSent } from '../../../support/requests/exchange.ts'

export type Sent = {
  status: number
  headers: Headers
  body: unknown
  /** The first cookie that the response sets, in the form of a Cookie header. */
  cookie: string | undefined
  milliseconds: number
}

/** Sends a request as the owner's browser, or with the API token if one is given. */
export async function sendTo(
  { service: { origin }, owner }: World,
  operation: Operation,
  request: ExampleRequest,
  secret: string | undefined,
): Promise<Sent> {
  const { params = {}, query = {}, body, headers = {}, cookie = owner.cookie } = request
  const start = performance.now()
  const response = await fetch(origin + requestPath(operation, { params, query }), {
    method: operation.method,
    redirect: 'manual',
    headers: {
      ...headers,
      ...(secret === undefined ? { origin, cookie } : { authorization: `Bearer ${secret}` }),
      ...(body !== undefined && { 'content-type': typeOfSent(body) ?? '' }),
    },
    ...(body !== undefined && { body: sentBodyOf(body) ?? '' }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' || ('file' in operation.success && response.ok) ? undefined : JSON.parse(text),
    cookie: response.headers.getSetCookie()[0]?.split(';')[0],
    milliseconds: performance.now() - start,
  }
}
