import { type Client, createClient } from '@cairn/contract/http/client'
import { fetchNotingSecrets, noteSecret } from '../used-secrets.ts'
import { copyInto } from './copies.ts'
import { emailsIn } from './logged-emails.ts'

export type Browser = {
  email: string
  userId: string
  /** The session cookie as a request carries it. */
  cookie: string
  /** Calls operations as the web app does: with the cookie and the web origin. */
  api: Client
}

export type Person = { email: string; displayName: string; password?: string }

const defaultPassword = 'correct horse battery'

/** Registers a person, opens the link from the log, and signs in; or copies somebody who has. */
export async function signIn(
  service: { origin: string; lines: readonly string[]; isPlain?: boolean },
  person: Person,
): Promise<Browser> {
  const copied = await copyInto(service, JSON.stringify(person), (original) => signInFirst(original, person))
  if (!copied) return signInFirst(service, person)
  noteSecret(person.password ?? defaultPassword)
  return browserOf(service, copied)
}

async function signInFirst(
  service: { origin: string; lines: readonly string[] },
  { email, displayName, password = defaultPassword }: Person,
): Promise<Browser> {
  const { origin, lines } = service
  const anonymous = createClient({ baseUrl: origin, headers: { origin } })
  await anonymous.register({ body: { email, password, displayName } })
  const link = emailsIn(lines, email).findLast(({ kind }) => kind === 'email_verification')?.link
  if (link === undefined) throw new Error(`The log has no verification email to ${email}.`)
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
  noteSecret(token)
  await anonymous.verifyEmail({ body: { token } })
  return signInAgain(service, { email, displayName, password })
}

/** Signs a verified person in again: another session. */
export async function signInAgain(
  { origin }: { origin: string },
  { email, password = defaultPassword }: Person,
): Promise<Browser> {
  const response = await fetch(`${origin}/v1/auth/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (response.status !== 200)
    throw new Error(`Signing in failed: ${response.status} ${await response.text()}`)
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  noteSecret(password)
  const browser = browserOf({ origin }, { email, userId: '', cookie })
  const { user } = await browser.api.getAuthSession()
  return { ...browser, userId: user.id }
}

/** The browser of somebody who has signed in. */
export function browserOf(
  { origin }: { origin: string },
  { email, userId, cookie }: Omit<Browser, 'api'>,
): Browser {
  noteSecret(cookie.split('=')[1])
  const api = createClient({ baseUrl: origin, headers: { origin, cookie }, fetch: fetchNotingSecrets })
  return { email, userId, cookie, api }
}
