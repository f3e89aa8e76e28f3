/**
 * Sign-in of the example proxy, which believes whatever people type. A real proxy uses an identity provider instead, which knows its
 * users and their email addresses.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ProxyUser } from './assertion.ts'

export type ProxySession = { sessionId: string; user: ProxyUser }

export const loginPath = '/example-proxy/login'
export const logoutPath = '/example-proxy/logout'

const cookieName = 'example-proxy-session'
const cookieAttributes = 'Path=/; HttpOnly; SameSite=Lax'

/** Sessions in memory, with the pages that start and end them. */
export function createProxyLogin() {
  const sessions = new Map<string, ProxySession>()

  function sessionOf(request: IncomingMessage): ProxySession | undefined {
    const cookie = cookiesOf(request.headers.cookie).find(isOwnCookie)
    return sessions.get(cookie?.slice(cookieName.length + 1) ?? '')
  }

  /** Handles requests to the proxy's own two paths. Returns whether it has handled the request. */
  async function handle(
    { rawPath, rawQueryString }: { rawPath: string; rawQueryString: string },
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    if (rawPath === logoutPath) {
      const cookie = cookiesOf(request.headers.cookie).find(isOwnCookie)
      sessions.delete(cookie?.slice(cookieName.length + 1) ?? '')
      redirect(response, '/sign-in', `${cookieName}=; ${cookieAttributes}; Max-Age=0`)
      return true
    }
    if (rawPath !== loginPath) return false
    if (request.method === 'POST') signIn(new URLSearchParams(await text(request)), response)
    else sendForm(response, 200, new URLSearchParams(rawQueryString).get('returnTo') ?? '')
    return true
  }

  function signIn(form: URLSearchParams, response: ServerResponse): void {
    const [user, displayName, email] = ['user', 'displayName', 'email'].map((name) => form.get(name)?.trim())
    const returnTo = form.get('returnTo') ?? ''
    if (!user || !displayName || !email) {
      sendForm(response, 400, returnTo)
      return
    }
    const secret = randomBytes(32).toString('base64url')
    sessions.set(secret, {
      sessionId: randomUUID(),
      user: { id: `example:${user}`, displayName, email },
    })
    // The service checks whether the address is safe to return to.
    redirect(
      response,
      `/v1/auth/callback?${new URLSearchParams({ returnTo })}`,
      `${cookieName}=${secret}; ${cookieAttributes}`,
    )
  }

  return { handle, sessionOf }
}

/** Removes the proxy's own cookie from a `Cookie` header: its sessions stay in the proxy. */
export function withoutOwnCookie(header: string): string {
  return cookiesOf(header)
    .filter((cookie) => !isOwnCookie(cookie))
    .join('; ')
}

const cookiesOf = (header = '') => header.split(';').map((cookie) => cookie.trim())
const isOwnCookie = (cookie: string) => cookie.startsWith(`${cookieName}=`)

function redirect(response: ServerResponse, location: string, cookie: string): void {
  response.writeHead(302, { location, 'set-cookie': cookie, 'cache-control': 'no-store' }).end()
}

function sendForm(response: ServerResponse, status: number, returnTo: string): void {
  const value = returnTo.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    })
    .end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Example proxy</title>
<h1>Example proxy</h1>
<p>For trying out only: it believes whatever you type.
<form method="post" action="${loginPath}">
<input type="hidden" name="returnTo" value="${value}">
<p><label>User <input name="user" required></label>
<p><label>Name <input name="displayName" required></label>
<p><label>Email <input name="email" type="email" required></label>
<p><button>Sign in</button>
</form>
</html>
`)
}
