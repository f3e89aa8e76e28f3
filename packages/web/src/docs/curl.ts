import type { LocatedOperation, Parameter } from './openapi.ts'

/** For a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/**
 * A command that sends the example of an operation. It reads the token from `CAIRN_TOKEN`. What only a session may do needs the
 * cookies of a sign-in, and the origin.
 */
export function curlFor(
  { method, path, security }: LocatedOperation,
  parameters: readonly Parameter[],
  example: unknown,
  origin: string,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters.find((parameter) => parameter.name === name)?.example)),
  )
  const query = parameters.filter(({ in: place, required }) => place === 'query' && required)
  const search = new URLSearchParams(query.map(({ name, example }) => [name, String(example)])).toString()
  const takesToken = security.some((scheme) => 'apiToken' in scheme)
  const takesSession = !takesToken && security.length > 0
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${origin}${filled}${search && `?${search}`}`)}`,
    ...(takesToken ? ['-H "Authorization: Bearer $CAIRN_TOKEN"'] : []),
    ...(takesSession ? ['-b cookies.txt'] : []),
    ...(!takesToken && method !== 'GET' ? [`-H ${quoted(`Origin: ${origin}`)}`] : []),
    ...(example === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example, null, 2))}`]),
  ]
  return lines.join(' \\\n  ')
}
