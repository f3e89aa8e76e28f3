import { errorStatuses } from '@cairn/contract'
import { type Described, describedBy, errorSchema, isPath, type Schema } from './document.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { isRefused, violations } from './json-schema.ts'
import { type FuzzResponse, pathOf, type Wire } from './send-fuzz.ts'

const securityHeaders = [
  'x-request-id',
  'content-security-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'cache-control',
]
const cacheablePaths = ['/health', '/v1/auth/config', '/v1/api-token-scopes']

/** The problems of a response, by the OpenAPI document and the contract's rules for every route. */
export function problemsOf(request: FuzzRequest, wire: Wire, response: FuzzResponse): string[] {
  const { method, target } = wire
  const path = pathOf(target)
  const operation = describedBy(method, path)
  // Other paths may be pages of the web app.
  if (!operation && !/^\/(v1|health)(\/|$)/.test(path)) return response.status === 500 ? ['500'] : []
  const reasons = operation ? refusalReasons(operation, request, wire) : []
  return [
    ...formProblems(method, path, response),
    ...(operation ? declaredProblems(operation, response) : routeProblems(method, path, response)),
    ...(response.status < 400 ? reasons.map((reason) => `${response.status} although ${reason}`) : []),
    ...(request.isValid ? needlessRefusals(response) : []),
  ]
}

/** Problems by the rules for every route. */
function formProblems(method: string, path: string, { status, headers, text }: FuzzResponse): string[] {
  const problems = securityHeaders.filter((name) => !headers.has(name)).map((name) => `no ${name}`)
  if (status >= 500) problems.push(`${status} ${text.slice(0, 200)}`)
  const isCacheable = status < 400 && cacheablePaths.includes(path)
  if (!isCacheable && headers.get('cache-control') !== 'no-store') problems.push('it is cacheable')
  if (headers.get('x-request-id') === 'chosen-by-the-client')
    problems.push("it repeats the client's request id")
  if (text !== '' && !/^application\/json(;|$)/.test(headers.get('content-type') ?? '')) {
    problems.push(`content type ${headers.get('content-type')}`)
  }
  if (status >= 400 && method !== 'HEAD') problems.push(...errorProblems(status, text))
  return problems
}

function errorProblems(status: number, text: string): string[] {
  const body = parsed(text) as { error?: keyof typeof errorStatuses; details?: unknown } | undefined
  const problems = violations(errorSchema, body, 'response')
  if (body?.error && errorStatuses[body.error] !== status) problems.push(`${body.error} has status ${status}`)
  if (body?.error !== 'invalid_request' && body?.details !== undefined)
    problems.push('only invalid_request may have details')
  return problems
}

/** Problems by the status, headers and body that the operation declares. */
function declaredProblems({ responses }: Described, { status, headers, text }: FuzzResponse): string[] {
  const declared = responses[String(status)]
  if (!declared) return [`status ${status} is not declared: ${text.slice(0, 200)}`]
  const problems = Object.entries(declared.headers ?? {})
    .filter(([name, header]) => header.required && !headers.has(name))
    .map(([name]) => `no ${name}`)
  const schema = declared.content?.['application/json']?.schema
  if (!schema) return text === '' ? problems : [...problems, 'a body although none is declared']
  return [...problems, ...violations(schema, parsed(text), 'response')]
}

function routeProblems(method: string, path: string, { status, headers }: FuzzResponse): string[] {
  // Browsers ask whether a page of another origin may send a request.
  if (method === 'OPTIONS' && status === 204) {
    return headers.get('access-control-allow-origin') === '*' ? [] : ['204 without a permission']
  }
  if (isPath(path)) {
    return status === 405 && headers.has('allow') ? [] : [`${status} for an unsupported method`]
  }
  return status === 404 || status === 400 ? [] : [`${status} for an undeclared path`]
}

/** The reasons to refuse the request that follow from the OpenAPI document and the order of checks. */
function refusalReasons(operation: Described, request: FuzzRequest, wire: Wire): string[] {
  const { body } = wire
  const { security, method, parameters } = operation
  const { credential, origin, contentType } = request
  const reasons: string[] = []
  const takesToken = security.some((scheme) => 'apiToken' in scheme)
  const needsCredential = security.length > 0 && !security.some((scheme) => Object.keys(scheme).length === 0)
  if (needsCredential && (credential === 'none' || credential === 'other'))
    reasons.push('it has no credential')
  if (needsCredential && !takesToken && (credential === 'token' || credential === 'both')) {
    reasons.push('it carries an API token')
  }
  const isByToken = takesToken && (credential === 'token' || credential === 'both')
  if (method !== 'GET' && origin !== 'own' && !isByToken) reasons.push('the origin is not allowed')
  if (operation.body) {
    const value = parsed(body?.toString('utf8') ?? '')
    if (value === undefined) reasons.push('the body is not JSON')
    else if (isRefused(operation.body, value)) {
      reasons.push(`the body has ${violations(operation.body, value, 'request').slice(0, 3)}`)
    }
    if (!/json/i.test(contentType ?? '')) reasons.push(`the content type is ${contentType}`)
  }
  const values = valuesIn(operation, wire)
  for (const { in: place, name, schema } of parameters) {
    // The header is ignored: an API token acts in its own organization.
    if (name === 'Organization-Id' && isByToken) continue
    const text = values[place].get(place === 'header' ? name.toLowerCase() : name)
    if (text !== undefined && isParameterRefused(schema, text))
      reasons.push(`${name} is ${text.slice(0, 60)}`)
  }
  return reasons
}

function isParameterRefused(schema: Schema, text: string): boolean {
  if (schema.type === 'array') return violations(schema, text.split(','), 'request').length > 0
  if (schema.type === 'boolean') return text !== 'true' && text !== 'false'
  if (schema.type !== 'integer') return violations(schema, text, 'request').length > 0
  return (
    !/^[1-9]\d*$/.test(text) ||
    violations({ ...schema, pattern: undefined } as Schema, Number(text), 'request').length > 0
  )
}

/** Parameters as they arrive: repeated query parameters and headers are joined by a comma, header names are in lower case. */
function valuesIn({ path }: Described, { target, headers }: Wire) {
  const query = new Map<string, string>()
  const header = new Map<string, string>()
  const append = (values: Map<string, string>, name: string, value: string) =>
    values.set(name, values.has(name) ? `${values.get(name)},${value}` : value)
  for (const [name, value] of new URLSearchParams(target.split('?').slice(1).join('?'))) {
    append(query, name, value)
  }
  for (let index = 0; index + 1 < headers.length; index += 2) {
    append(header, headers[index]?.toLowerCase() ?? '', headers[index + 1] ?? '')
  }
  const segments = pathOf(target).split('/')
  const inPath = new Map(
    path.split('/').flatMap((part, index): [string, string][] => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      return name === undefined ? [] : [[name, decoded(segments[index] ?? '')]]
    }),
  )
  return { query, path: inPath, header }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Messages about the state of the service, or about a rule that no schema says. */
const beyondSchemas = [
  // The name that confirms a deletion is that of the organization, whatever it is now.
  'Enter the name of the organization exactly as it is.',
  // A comment is about a report that there is.
  '"path":"reportRevision","message":"The goal has ',
  // The days of a period exist, and the first is not after the last.
  'Use a period such as 2026-Q4',
  // A budget limits something.
  'Set at least one limit.',
]

/** A valid request may be refused because of the state of the service, but not because of its form. */
function needlessRefusals({ status, text }: FuzzResponse): string[] {
  if (beyondSchemas.some((message) => text.includes(message))) return []
  const code = status < 400 ? undefined : (parsed(text) as { error?: string } | undefined)?.error
  const needless = [
    'invalid_request',
    'unauthorized',
    'invalid_api_token',
    'origin_not_allowed',
    'insufficient_scope',
  ]
  return code !== undefined && needless.includes(code)
    ? [`a valid request is refused: ${status} ${text}`]
    : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
