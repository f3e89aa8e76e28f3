import type { HttpResponse, Send } from '../requests/exchange.ts'
import { anonymous } from './clients.ts'
import { emailsIn } from './logged-emails.ts'

type Service = { origin: string; lines: readonly string[] }

export const password = 'correct horse battery'

export type Registration = {
  email: string
  displayName: string
  password?: string
  invitationToken?: string
}

export function register(send: Send, registration: Registration): Promise<HttpResponse> {
  return send('POST', '/v1/auth/register', { body: { password, ...registration } })
}

export function logIn(send: Send, email: string, secret = password): Promise<HttpResponse> {
  return send('POST', '/v1/auth/login', { body: { email, password: secret } })
}

export function verify(send: Send, token: string): Promise<HttpResponse> {
  return send('POST', '/v1/auth/verify-email', { body: { token } })
}

/** @param cookie  Of the browser that opens the link, if it has any. */
export function preview(send: Send, token: string, cookie?: string): Promise<HttpResponse> {
  return send('POST', '/v1/auth/verify-email/preview', { body: { token }, headers: { cookie } })
}

/** The tokens of all links of a kind sent to the address, the oldest first. */
export function tokensIn({ lines }: Pick<Service, 'lines'>, email: string, wanted: string): string[] {
  return emailsIn(lines, email)
    .filter(({ kind }) => kind === wanted)
    .map(({ link }) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '')
}

/** The tokens of all verification links sent to the address, the oldest first. */
export function verificationTokens(service: Pick<Service, 'lines'>, email: string): string[] {
  return tokensIn(service, email, 'email_verification')
}

/** The token in the last verification link sent to the address. */
export function mailedToken(service: Pick<Service, 'lines'>, email: string): string {
  const token = verificationTokens(service, email).at(-1)
  if (!token) throw new Error(`No verification link was sent to ${email}.`)
  return token
}

/** Creates an account with a verified address, and no session. */
export async function registerVerified(
  service: Service,
  person: { email: string; displayName: string },
): Promise<void> {
  await anonymous(service).register({ body: { ...person, password } })
  await anonymous(service).verifyEmail({ body: { token: mailedToken(service, person.email) } })
}

/** Signs in and returns the session cookie. Unlike `signIn`, sends no request with it. */
export async function beginSession({ origin }: Pick<Service, 'origin'>, email: string): Promise<string> {
  const response = await fetch(`${origin}/v1/auth/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (response.status !== 200) throw new Error(`Signing in failed: ${response.status}`)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** The cookie that a response sets, as a request carries it. */
export function cookieOf({ headers }: HttpResponse): string {
  const [cookie = ''] = headers.getSetCookie()
  return cookie.split(';')[0] ?? ''
}

/** Returns the parts that must be equal in two responses that nobody may tell apart; of random secrets, their length. */
export function bytesOf({ status, headers, text }: HttpResponse) {
  const changing = ['date', 'x-request-id']
  const withoutSecret = (value: string) =>
    value.replace(/[\w-]{43}/g, (secret) => `${secret.length} random characters`)
  return {
    status,
    text,
    headers: [...headers]
      .filter(([name]) => !changing.includes(name))
      .map(([name, value]) => [name, name === 'set-cookie' ? withoutSecret(value) : value]),
  }
}
