import type { Answer, Send } from '../requests/exchange.ts'
import { mailsIn } from './sign-in.ts'

export const password = 'correct horse battery'

export type Registration = { email: string; displayName: string; password?: string }

export function register(send: Send, registration: Registration): Promise<Answer> {
  return send('POST', '/v1/auth/register', { body: { password, ...registration } })
}

export function logIn(send: Send, email: string, secret = password): Promise<Answer> {
  return send('POST', '/v1/auth/login', { body: { email, password: secret } })
}

export function verify(send: Send, token: string): Promise<Answer> {
  return send('POST', '/v1/auth/verify-email', { body: { token } })
}

/** @param cookie  Of the browser that opens the link, if it has any. */
export function preview(send: Send, token: string, cookie?: string): Promise<Answer> {
  return send('POST', '/v1/auth/verify-email/preview', { body: { token }, headers: { cookie } })
}

/** The token in the last verification link that was mailed to the address. */
export function mailedToken({ lines }: { lines: readonly string[] }, email: string): string {
  const mail = mailsIn(lines, email).findLast(({ mail }) => mail === 'email_verification')
  const token = new URLSearchParams(new URL(mail?.link ?? '').hash.slice(1)).get('token')
  if (token === null) throw new Error(`The link to ${email} holds no token.`)
  return token
}

/** The cookie that an answer sets, as a request carries it. */
export function cookieOf({ headers }: Answer): string {
  const [cookie = ''] = headers.getSetCookie()
  return cookie.split(';')[0] ?? ''
}

/** Everything of an answer that must be the same where nobody may see a difference; of random secrets, their length. */
export function bytesOf({ status, headers, text }: Answer) {
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
