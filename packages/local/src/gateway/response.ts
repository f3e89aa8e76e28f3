import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import { type ErrorCode, ServiceError } from '@cairn/contract/errors/errors'
import { responseLimitBytes } from '@cairn/domain/storage/pagination/response-size'
import { errorResponse } from '@cairn/lambda/pipeline/errors'
import { isOpenToAll, openToAll } from '@cairn/lambda/pipeline/response/cross-origin'
import type { AddHeaders } from '@cairn/lambda/pipeline/response/response-headers'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { splitTarget } from './event.ts'

/** A function's response, or one of the site, whose files are bytes. */
export type GatewayResponse = Omit<APIGatewayProxyStructuredResultV2, 'body'> & {
  body?: string | Buffer | undefined
}

/**
 * An error of the gateway itself, with the shape of every other error.
 * @param request  Undefined if it could not be read.
 */
export function toErrorResponse(
  code: ErrorCode,
  message: string,
  request?: IncomingMessage,
): APIGatewayProxyStructuredResultV2 {
  const error = new ServiceError(code, message)
  const response = errorResponse(error)
  return {
    ...response,
    headers: { ...response.headers, ...(request && isForAll(request, error.status) && openToAll) },
  }
}

function isForAll({ url = '/', headers }: IncomingMessage, status: number): boolean {
  const { authorization, cookie } = headers
  const asked = { path: splitTarget(url).rawPath, authorization, hasCookie: cookie !== undefined }
  return isOpenToAll(asked, { status, isUnrouted: true })
}

/**
 * Sends a response. `close` ends the connection after it. Node sends the headers and a body of text in one piece.
 * @throws if a header cannot be sent; another response can then be sent instead.
 */
export function sendResponse(
  serverResponse: ServerResponse,
  response: GatewayResponse,
  { close }: { close: boolean },
): void {
  const { statusCode = 200, cookies, isBase64Encoded = false } = response
  const body = isBase64Encoded ? Buffer.from(String(response.body ?? ''), 'base64') : (response.body ?? '')
  const headers: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(response.headers ?? {})) {
    if (!/^(content-length|connection|transfer-encoding)$/i.test(name)) headers[name] = String(value)
  }
  if (cookies?.length) headers['set-cookie'] = cookies
  if (statusCode !== 204 && statusCode !== 304) headers['content-length'] = Buffer.byteLength(body)
  if (close) headers.connection = 'close'
  serverResponse.writeHead(statusCode, headers)
  serverResponse.end(body)
}

/**
 * The most that one UTF-16 code unit of a string takes in JSON: the six bytes of `\u0001`, the escape of a control character
 * or a lone surrogate. Everything else takes at most three.
 */
const mostBytesPerUnit = 6

/**
 * Whether Lambda would fail the invocation: it limits the response as JSON. Nearly every response is far below the limit, so
 * the body, which may be megabytes, is serialized only if its length does not rule that out.
 */
export function exceedsResponseLimit(response: APIGatewayProxyStructuredResultV2): boolean {
  const { body = '', ...envelope } = response
  const units = `${JSON.stringify(envelope)},"body":""`.length + body.length
  if (units * mostBytesPerUnit <= responseLimitBytes) return false
  return Buffer.byteLength(JSON.stringify(response)) > responseLimitBytes
}

/** An error as bytes, for a connection on which no request could be read. The connection ends with it. */
export function toRawErrorResponse(message: string, withStandardHeaders: AddHeaders): string {
  const response = withStandardHeaders(toErrorResponse('invalid_request', message), randomUUID())
  const { statusCode = 400, headers, body = '' } = response
  const lines = Object.entries({
    ...headers,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`, ...lines, '', body].join('\r\n')
}
