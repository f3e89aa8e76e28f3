/** A program that wants to act for somebody, and the browser of that person. */
import { createHash, randomBytes } from 'node:crypto'
import type { Browser as Session } from '../people/sign-in.ts'

export type Tokens = { access_token: string; refresh_token: string; expires_in: number; scope: string }

export const redirectUri = 'http://127.0.0.1:9/callback'

export function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Registers a program. Returns its id. */
export async function registerProgram(origin: string, fields: object = {}): Promise<string> {
  const response = await fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Helpdesk bot', redirect_uris: [redirectUri], ...fields }),
  })
  const body = (await response.json()) as { client_id: string }
  if (response.status !== 201) throw new Error(`${response.status}: ${JSON.stringify(body)}`)
  return body.client_id
}

export type Request = {
  clientId: string
  challenge: string
  resource?: string | undefined
  scope?: string
  state?: string
}

export function authorizationUrl(
  origin: string,
  request: Request,
  more: Record<string, string> = {},
): string {
  const { clientId, challenge, resource = `${origin}/mcp`, scope, state = 'state' } = request
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource,
    state,
    ...(scope !== undefined && { scope }),
    ...more,
  })
  return `${origin}/oauth/authorize?${query}`
}

/** A browser that follows no redirect by itself and keeps cookies. */
export function createBrowser(origin: string, session?: Session) {
  const cookies = new Map<string, string>()
  if (session) cookies.set(...(session.cookie.split('=', 2) as [string, string]))
  return {
    cookies,
    async open(url: string, init: RequestInit = {}): Promise<Response> {
      const response = await fetch(url, {
        ...init,
        redirect: 'manual',
        headers: {
          ...init.headers,
          origin,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      })
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    },
  }
}
export type Browser = ReturnType<typeof createBrowser>

/** Sends a browser to the service as a program does. Returns the id of the request for consent. */
export async function begin(browser: Browser, url: string): Promise<string> {
  const response = await browser.open(url)
  const location = response.headers.get('location') ?? ''
  const consent = new URL(location, url).searchParams.get('consent')
  if (consent === null) throw new Error(`${response.status} ${location} ${await response.text()}`)
  return consent
}

/** Decides as the signed-in person, and follows the way back. Returns the parameters that the program gets. */
export async function decide(
  browser: Browser,
  origin: string,
  consentId: string,
  decision: object,
): Promise<URLSearchParams> {
  const response = await browser.open(`${origin}/v1/oauth/consents/${consentId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(decision),
  })
  const { redirectTo } = (await response.json()) as { redirectTo: string }
  if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify({ redirectTo })}`)
  const back = await browser.open(redirectTo)
  return new URL(back.headers.get('location') ?? '', origin).searchParams
}

/** Sends a form to the token endpoint, or another one. */
export async function post(
  origin: string,
  path: string,
  fields: Record<string, string>,
): Promise<{ status: number; body: Tokens & { error?: string } }> {
  const response = await fetch(`${origin}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
}

/** The whole way of a program, from registration to its tokens. */
export async function connect(
  origin: string,
  session: Session,
  {
    organizationId,
    scopes,
    resource = `${origin}/mcp`,
    clientId: known,
  }: { organizationId: string; scopes: string[]; resource?: string; clientId?: string },
): Promise<{ clientId: string; tokens: Tokens }> {
  const clientId = known ?? (await registerProgram(origin))
  const { verifier, challenge } = pkce()
  const browser = createBrowser(origin, session)
  const consentId = await begin(browser, authorizationUrl(origin, { clientId, challenge, resource }))
  const returned = await decide(browser, origin, consentId, { allow: true, organizationId, scopes })
  const { status, body } = await post(origin, '/oauth/token', {
    grant_type: 'authorization_code',
    code: returned.get('code') ?? '',
    redirect_uri: redirectUri,
    client_id: clientId,
    code_verifier: verifier,
    resource,
  })
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)} ${returned}`)
  return { clientId, tokens: body }
}

export function refresh(origin: string, clientId: string, refreshToken: string) {
  return post(origin, '/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
  })
}

export async function me(origin: string, token: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${origin}/v1/me`, { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, body: await response.json() }
}
