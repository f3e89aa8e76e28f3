import { splitTarget } from '../gateway/event.ts'
import type { GatewayResponse } from '../gateway/response.ts'
import type { SiteHandler } from '../gateway/site.ts'
import type { Mailbox } from './mailbox.ts'
import { emailPage, listPage, missingPage } from './pages.ts'

const root = '/dev/mail'

/** No script, nothing loaded, and styles of the page itself only. The frame of an email inherits it. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

/**
 * Shows the emails that were delivered to the log. Threat: they contain valid links, so only a browser on this machine may see
 * them. A page of another site must not read them either, by a name that resolves to this machine: the `Host` must be a
 * loopback name. Behind a proxy, everybody comes from this machine: a request that names another client is refused.
 */
export function createDevMail(mailbox: Mailbox): SiteHandler {
  return async ({ method, url = '/', headers: sent, socket }) => {
    const { rawPath: path, rawQueryString: query } = splitTarget(url)
    if (path !== root && !path.startsWith(`${root}/`)) return undefined
    if (method !== 'GET' && method !== 'HEAD') return undefined
    if (!isFromThisMachine(sent, socket?.remoteAddress)) return undefined
    if (path === root) return respond(200, listPage(mailbox.list()))
    const [, id] = /^\/dev\/mail\/(\d{1,9})$/.exec(path) ?? []
    const email = id === undefined ? undefined : mailbox.find(Number(id))
    if (!email) return respond(404, missingPage())
    const view = new URLSearchParams(query).get('view') === 'text' ? 'text' : 'html'
    return respond(200, emailPage(email, view))
  }
}

function respond(statusCode: number, body: string): GatewayResponse {
  return { statusCode, headers, body }
}

const loopbackAddress = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i
/** A proxy on this machine adds one of them. */
const proxyHeader = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/

function isFromThisMachine(
  sent: Record<string, string | string[] | undefined>,
  remoteAddress: string | undefined,
): boolean {
  return (
    loopbackAddress.test(remoteAddress ?? '') &&
    loopbackHost.test(sent.host?.toString() ?? '') &&
    !Object.keys(sent).some((name) => proxyHeader.test(name))
  )
}
