import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { allOperations } from '@cairn/contract'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

/**
 * Answers for pages and files beside the API. `undefined` leaves the request to the API, which knows what to say
 * about other methods and paths.
 */
export type SiteHandler = (
  method: string,
  path: string,
) => APIGatewayProxyStructuredResultV2 | undefined | Promise<APIGatewayProxyStructuredResultV2 | undefined>

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse}td,th{text-align:left;vertical-align:top;padding:.25rem 1rem .25rem 0}
code{font:14px ui-monospace,monospace}`

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/** `/`, a page that lists what the service can do, and `/openapi.json`, the same for programs. */
export async function createSite(): Promise<SiteHandler> {
  const document = await readFile(new URL('../../contract/openapi.json', import.meta.url), 'utf8')
  const files = new Map<string, APIGatewayProxyStructuredResultV2>([
    ['/', { statusCode: 200, headers: pageHeaders, body: renderRoutes() }],
    [
      '/openapi.json',
      { statusCode: 200, headers: { ...pageHeaders, 'content-type': 'application/json' }, body: document },
    ],
  ])
  return (method, path) => (method === 'GET' || method === 'HEAD' ? files.get(path) : undefined)
}

function renderRoutes(): string {
  const rows = allOperations.map(
    ({ method, path, summary }) =>
      `<tr><td><code>${method}</code><td><code>${escapeHtml(path)}</code><td>${escapeHtml(summary)}`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Cairn</title>
<style>${style}</style>
<h1>Cairn</h1>
<p>Durable goals for teams and for the programs that work for them. For programs: <a href="/openapi.json">openapi.json</a>.
<table>
<tr><th>Method<th>Path<th>What it does
${rows.join('\n')}
</table>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
