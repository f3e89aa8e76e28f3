import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Route } from './routes.ts'

/** The path and query of the request line, exactly as sent, without the origin of the absolute form (RFC 9112, 3.2.2). */
export function splitTarget(target: string): { rawPath: string; rawQueryString: string } {
  const originForm = target.replace(/^https?:\/\/[^/?]*(?=[/?]|$)/i, '')
  const mark = originForm.indexOf('?')
  const path = mark === -1 ? originForm : originForm.slice(0, mark)
  return { rawPath: path || '/', rawQueryString: mark === -1 ? '' : originForm.slice(mark + 1) }
}

/**
 * The event that API Gateway's HTTP API sends to a function, in payload format 2.0
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html).
 */
export function createEvent(
  request: IncomingMessage,
  body: Buffer,
  route: Route | undefined,
  { requestId, now }: { requestId: string; now: Date },
): APIGatewayProxyEventV2 {
  const { rawPath, rawQueryString } = splitTarget(request.url ?? '/')
  const { cookies, headers } = readHeaders(request.rawHeaders)
  const routeKey = route?.routeKey ?? '$default'
  const domainName = headers.host ?? 'localhost'
  const isText = isUtf8(body)
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(rawQueryString !== '' && { queryStringParameters: readQuery(rawQueryString) }),
    ...(route &&
      Object.keys(route.pathParameters).length > 0 && { pathParameters: decodeAll(route.pathParameters) }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName,
      domainPrefix: domainName.split('.')[0] ?? domainName,
      http: {
        method: request.method ?? 'GET',
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey,
      stage: '$default',
      time: commonLogTime(now),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  }
}

/** Headers with lower-case names and repeated values joined by a comma; cookies separately. */
function readHeaders(rawHeaders: string[]): { headers: Record<string, string>; cookies: string[] } {
  const values = new Map<string, string[]>()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    append(values, rawHeaders[index]?.toLowerCase() ?? '', rawHeaders[index + 1] ?? '')
  }
  const cookies = (values.get('cookie') ?? [])
    .flatMap((value) => value.split(';'))
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie !== '')
  values.delete('cookie')
  return { headers: joinValues(values), cookies }
}

function readQuery(rawQueryString: string): Record<string, string> {
  const values = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(rawQueryString)) append(values, name, value)
  return joinValues(values)
}

function append(values: Map<string, string[]>, name: string, value: string): void {
  const known = values.get(name)
  if (known) known.push(value)
  else values.set(name, [value])
}

/** `Object.fromEntries` creates an own property even for the name `__proto__`. */
function joinValues(values: Map<string, string[]>): Record<string, string> {
  return Object.fromEntries([...values].map(([name, all]) => [name, all.join(',')]))
}

/** Keeps a malformed percent sequence as sent: no id matches it. */
function decodeAll(parameters: Record<string, string>): Record<string, string> {
  const decode = (text: string) => {
    try {
      return decodeURIComponent(text)
    } catch {
      return text
    }
  }
  return Object.fromEntries(Object.entries(parameters).map(([name, text]) => [name, decode(text)]))
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Common Log Format in UTC: `20/Nov/2026:10:00:00 +0000`. */
function commonLogTime(date: Date): string {
  const [day, time] = date.toISOString().split('T') as [string, string]
  return `${day.slice(8)}/${months[date.getUTCMonth()]}/${day.slice(0, 4)}:${time.slice(0, 8)} +0000`
}
