import { errorStatuses } from '@cairn/contract'
import { type Described, describedBy, errorSchema, isPath, type Schema } from './document.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { isRefused, violations } from './json-schema.ts'
import { type FuzzAnswer, pathOf, type Wire } from './send-fuzz.ts'

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

/** What is wrong with an answer, by the document and by the rules for every route; empty where nothing is. */
export function problemsOf(request: FuzzRequest, wire: Wire, answer: FuzzAnswer): string[] {
  const { method, target } = wire
  const path = pathOf(target)
  const operation = describedBy(method, path)
  // What is no route of the API may be a page of the web app.
  if (!operation && !/^\/(v1|health)(\/|$)/.test(path)) return answer.status === 500 ? ['500'] : []
  const refused = operation ? refusalsOf(operation, request, wire) : []
  return [
    ...formProblems(method, path, answer),
    ...(operation ? declaredProblems(operation, answer) : routeProblems(path, answer)),
    ...(answer.status < 400 ? refused.map((why) => `${answer.status} although ${why}`) : []),
    ...(request.isValid ? needlessRefusal(answer) : []),
  ]
}

/** The rules for every route. */
function formProblems(method: string, path: string, { status, headers, text }: FuzzAnswer): string[] {
  const problems = securityHeaders.filter((name) => !headers.has(name)).map((name) => `no ${name}`)
  if (status >= 500) problems.push(`${status} ${text.slice(0, 200)}`)
  const isCacheable = status < 400 && cacheablePaths.includes(path)
  if (!isCacheable && headers.get('cache-control') !== 'no-store') problems.push('it may be kept')
  if (headers.get('x-request-id') === 'chosen-by-the-client') problems.push("the client's request id")
  if (text !== '' && !/^application\/json(;|$)/.test(headers.get('content-type') ?? '')) {
    problems.push(`content type ${headers.get('content-type')}`)
  }
  if (status >= 400 && method !== 'HEAD') problems.push(...errorProblems(status, text))
  return problems
}

function errorProblems(status: number, text: string): string[] {
  const body = parsed(text) as { error?: keyof typeof errorStatuses; details?: unknown } | undefined
  const problems = violations(errorSchema, body, 'answer')
  if (body?.error && errorStatuses[body.error] !== status) problems.push(`${body.error} travels as ${status}`)
  if (body?.error !== 'invalid_request' && body?.details !== undefined)
    problems.push('details of another error')
  return problems
}

/** Status, headers and body as the operation declares them. */
function declaredProblems({ responses }: Described, { status, headers, text }: FuzzAnswer): string[] {
  const declared = responses[String(status)]
  if (!declared) return [`status ${status} is not declared: ${text.slice(0, 200)}`]
  const problems = Object.entries(declared.headers ?? {})
    .filter(([name, header]) => header.required && !headers.has(name))
    .map(([name]) => `no ${name}`)
  const schema = declared.content?.['application/json']?.schema
  if (!schema) return text === '' ? problems : [...problems, 'a body where none is declared']
  return [...problems, ...violations(schema, parsed(text), 'answer')]
}

function routeProblems(path: string, { status, headers }: FuzzAnswer): string[] {
  if (isPath(path)) {
    return status === 405 && headers.has('allow')
      ? []
      : [`${status} for a method that the path does not take`]
  }
  return status === 404 || status === 400 ? [] : [`${status} for a path that is not declared`]
}

/** Why the request must be refused, as far as the document and the order of checks tell. */
function refusalsOf(operation: Described, request: FuzzRequest, wire: Wire): string[] {
  const { body } = wire
  const { security, method, parameters } = operation
  const { credential, origin, contentType } = request
  const why: string[] = []
  const takesToken = security.some((scheme) => 'apiToken' in scheme)
  if (security.length > 0 && (credential === 'none' || credential === 'other'))
    why.push('it has no credential')
  if (security.length > 0 && !takesToken && (credential === 'token' || credential === 'both')) {
    why.push('a token opens it')
  }
  const isByToken = takesToken && (credential === 'token' || credential === 'both')
  if (method !== 'GET' && origin !== 'own' && !isByToken) why.push('the origin is not allowed')
  if (operation.body) {
    const value = parsed(body?.toString('utf8') ?? '')
    if (value === undefined) why.push('the body is no JSON')
    else if (isRefused(operation.body, value)) {
      why.push(`the body has ${violations(operation.body, value, 'request').slice(0, 3)}`)
    }
    if (!/json/i.test(contentType ?? '')) why.push(`the content type is ${contentType}`)
  }
  const values = valuesIn(operation, wire)
  for (const { in: place, name, schema } of parameters) {
    // An API token acts in its own organization, whatever the header says.
    if (place === 'header' && isByToken) continue
    const text = values[place].get(place === 'header' ? name.toLowerCase() : name)
    if (text !== undefined && isParameterRefused(schema, text)) why.push(`${name} is ${text.slice(0, 60)}`)
  }
  return why
}

function isParameterRefused(schema: Schema, text: string): boolean {
  if (schema.type !== 'integer') return violations(schema, text, 'request').length > 0
  return (
    !/^[1-9]\d*$/.test(text) ||
    violations({ ...schema, pattern: undefined } as Schema, Number(text), 'request').length > 0
  )
}

/** Parameters as they arrive: repeats of a query parameter or a header joined by a comma, headers in lower case. */
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

/** A valid request may meet another state than it needs, but there is nothing to say against its form. */
function needlessRefusal({ status, text }: FuzzAnswer): string[] {
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
