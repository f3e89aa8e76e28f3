import { readFileSync } from 'node:fs'
import { splitTarget } from '../gateway/event.ts'
import type { GatewayResponse } from '../gateway/response.ts'
import type { SiteHandler } from '../gateway/site.ts'
import type { Mailbox } from './mailbox.ts'
import { emailPage, listPage, missingPage } from './pages.ts'

export const devMailPath = '/dev/mail'

const script = readFileSync(new URL('new-mail.js', import.meta.url), 'utf8')

/** No script, nothing loaded, and styles of the page itself only. The frame of an email inherits it. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The list, which frames nothing, has a script that asks for new emails. */
const listPolicy = `${policy}; script-src 'self'; connect-src 'self'`

/** Pages of other origins can neither read a page, nor load it, nor keep a window on it. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/**
 * Shows the emails that were delivered to the log. Threat: they contain valid links, so only a browser on this machine may see
 * them. A page of another site must not read them either, by a name that resolves to this machine: the `Host` must be `ownHost`.
 * Behind a proxy, everybody comes from this machine: a request that names another client is refused.
 */
export function createDevMail(mailbox: Mailbox, ownHost: string): SiteHandler {
  return async ({ method, url = '/', headers: sent, socket }) => {
    const { rawPath: path, rawQueryString: query } = splitTarget(url)
    if (path !== devMailPath && !path.startsWith(`${devMailPath}/`)) return undefined
    if (method !== 'GET' && method !== 'HEAD') return undefined
    if (!isFromThisMachine(sent, socket?.remoteAddress, ownHost)) return undefined
    if (path === devMailPath)
      return respond(200, listPage(mailbox.list()), { 'content-security-policy': listPolicy })
    if (path === `${devMailPath}/new-mail.js`)
      return respond(200, script, { 'content-type': 'text/javascript; charset=utf-8' })
    if (path === `${devMailPath}/latest`) {
      const [latest] = mailbox.list()
      const location = latest ? `${devMailPath}/${latest.id}` : devMailPath
      return { statusCode: 303, headers: { ...headers, location } }
    }
    const [, id] = /^\/dev\/mail\/(\d{1,9})$/.exec(path) ?? []
    const email = id === undefined ? undefined : mailbox.find(Number(id))
    if (!email) return respond(404, missingPage())
    const view = new URLSearchParams(query).get('view') === 'text' ? 'text' : 'html'
    return respond(200, emailPage(email, view))
  }
}

function respond(statusCode: number, body: string, more: Record<string, string> = {}): GatewayResponse {
  return { statusCode, headers: { ...headers, ...more }, body }
}

const loopbackAddress = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
/** A proxy on this machine adds one of them. */
const proxyHeader = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/

function isFromThisMachine(
  sent: Record<string, string | string[] | undefined>,
  remoteAddress: string | undefined,
  ownHost: string,
): boolean {
  return (
    loopbackAddress.test(remoteAddress ?? '') &&
    sent.host?.toString().toLowerCase() === ownHost &&
    !Object.keys(sent).some((name) => proxyHeader.test(name)) &&
    isOwnOrNavigation(sent)
  )
}

/** Whether the browser says that nothing but a person or our own pages asks. What is not a browser says nothing. */
function isOwnOrNavigation(sent: Record<string, string | string[] | undefined>): boolean {
  const site = sent['sec-fetch-site'] ?? 'none'
  return site === 'none' || site === 'same-origin' || sent['sec-fetch-dest'] === 'document'
}

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * The host by which browsers on this machine call the service. Undefined if the web origin is not on this machine: the service is then
 * for others too, and there may be a proxy in front of it that does not say so.
 */
export function hostOnThisMachine(webOrigin: string): string | undefined {
  const { protocol, host = '' } = URL.parse(webOrigin) ?? {}
  return protocol === 'http:' && loopbackHost.test(host) ? host : undefined
}
