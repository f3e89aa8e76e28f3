import { type ServerResponse, STATUS_CODES } from 'node:http'
import { type ErrorCode, ServiceError } from '@cairn/contract/errors'
import { responseLimitInBytes } from '@cairn/domain/pagination/response-size'
import { errorResponse } from '@cairn/lambda/pipeline/errors'
import { withStandardHeaders } from '@cairn/lambda/pipeline/response/response-headers'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

/** A function's response, or the site's, whose files are bytes. */
export type GatewayAnswer = Omit<APIGatewayProxyStructuredResultV2, 'body'> & {
  body?: string | Buffer | undefined
}

/** What the gateway itself answers, in the shape and with the headers of every other error. */
export function errorAnswer(
  code: ErrorCode,
  message: string,
  requestId: string,
): APIGatewayProxyStructuredResultV2 {
  return withStandardHeaders(errorResponse(new ServiceError(code, message)), requestId)
}

/** Sends a response. `close` ends the connection after it. */
export function sendAnswer(
  response: ServerResponse,
  answer: GatewayAnswer,
  { close }: { close: boolean },
): void {
  const body = bodyOf(answer)
  response.statusCode = answer.statusCode ?? 200
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    if (!/^(content-length|connection|transfer-encoding)$/i.test(name))
      response.setHeader(name, String(value))
  }
  if (answer.cookies?.length) response.setHeader('set-cookie', answer.cookies)
  if (response.statusCode !== 204 && response.statusCode !== 304)
    response.setHeader('content-length', body.length)
  if (close) response.setHeader('connection', 'close')
  response.end(body)
}

/** Lambda fails an invocation whose response, as JSON, exceeds the limit, so the local gateway refuses it too. */
export function isTooLargeToAnswer(answer: APIGatewayProxyStructuredResultV2): boolean {
  return Buffer.byteLength(JSON.stringify(answer)) > responseLimitInBytes
}

function bodyOf({ body = '', isBase64Encoded = false }: GatewayAnswer): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
}

/** An answer for a connection on which no request could be read, as bytes. The connection ends with it. */
export function rawErrorAnswer(code: ErrorCode, message: string, requestId: string): string {
  const { statusCode = 400, headers, body = '' } = errorAnswer(code, message, requestId)
  const lines = Object.entries({
    ...headers,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`, ...lines, '', body].join('\r\n')
}
