/** How a request looks on the wire, without any schema: for the clients of this package and of `@cairn/client`. */

/** The parts of an operation that a client needs to send its request. */
export type Route = { method: string; path: string; repeatable?: readonly string[] }

/** The request of any operation. */
export type AnyRequest = {
  params?: Record<string, string>
  query?: Record<string, string | number | readonly string[] | undefined>
  body?: unknown
}

/**
 * Returns the path and query of a request. Several values of one parameter are separated by commas. A parameter that may be repeated
 * is sent once for each value.
 */
export function requestPath(
  { path, repeatable = [] }: Pick<Route, 'path' | 'repeatable'>,
  { params = {}, query = {} }: AnyRequest,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    const values = repeatable.includes(name) && Array.isArray(value) ? value : [value]
    for (const one of values) search.append(name, String(one))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** A request as `fetch` takes it. */
export type SentRequest = {
  method: string
  headers: Record<string, string>
  redirect: 'manual'
  body?: string
}

/** Returns what `fetch` sends. Redirects are not followed: they would take the credential along. */
export function requestInit(
  { method }: Pick<Route, 'method'>,
  { body }: AnyRequest,
  headers: Record<string, string>,
): SentRequest {
  const hasBody = body !== undefined
  return {
    method,
    headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
    redirect: 'manual',
    ...(hasBody && { body: JSON.stringify(body) }),
  }
}

/** The shape of every error body, whatever its code. */
export type ErrorShape = { error: string; message: string; details?: { path: string; message: string }[] }

/**
 * Whether the service may have sent this, and not a proxy in between. Not by the schema, which contains those of the
 * history: browsers would load all of them to read an error.
 */
export function isErrorShape(body: unknown): body is ErrorShape {
  if (typeof body !== 'object' || body === null) return false
  const { error, message, details = [] } = body as Partial<Record<keyof ErrorShape, unknown>>
  const isDetail = (detail: unknown) =>
    typeof detail === 'object' && detail !== null && 'path' in detail && 'message' in detail
  return (
    typeof error === 'string' &&
    typeof message === 'string' &&
    Array.isArray(details) &&
    details.every(isDetail)
  )
}

/** Returns the seconds of `Retry-After`; undefined without one. The service sends seconds only, never a date. */
export function retryAfterOf({
  headers,
}: {
  headers: { get(name: string): string | null }
}): number | undefined {
  const text = headers.get('retry-after')
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined
}
