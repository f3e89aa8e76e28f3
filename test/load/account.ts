import { randomBytes } from 'node:crypto'
import { type Client, createClient } from '@cairn/contract/http/client'
import { type LoadSettings, UsageError } from './settings.ts'

/** An account that has signed in, as a browser. */
export type Account = {
  email: string
  api: Client
  /** Signs out, or deletes the account if the load has registered it. */
  leave(): Promise<void>
}

/** @throws UsageError if nobody can sign in. */
export async function openAccount({ origin, account }: LoadSettings): Promise<Account> {
  if (account) {
    const api = await signIn(origin, account)
    return { email: account.email, api, leave: async () => void (await api.logout()) }
  }
  const own = {
    email: `load-${randomBytes(6).toString('hex')}@example.com`,
    password: randomBytes(18).toString('base64url'),
  }
  await register(origin, own)
  const api = await signIn(origin, own)
  return {
    email: own.email,
    api,
    leave: async () => void (await api.deleteAccount({ body: { password: own.password } })),
  }
}

async function register(origin: string, { email, password }: { email: string; password: string }) {
  if ((await fetch(`${origin}/dev/mail`)).status !== 200) {
    throw new UsageError(
      `${origin} does not show its emails, so nobody can register by a program. Set LOAD_EMAIL and LOAD_PASSWORD.`,
    )
  }
  const anonymous = createClient({ baseUrl: origin, headers: { origin } })
  await anonymous.register({ body: { email, password, displayName: 'Load' } })
  await anonymous.verifyEmail({ body: { token: await tokenIn(origin, email) } })
}

/** The token of the verification link in the newest email to an address. */
async function tokenIn(origin: string, email: string): Promise<string> {
  const list = await (await fetch(`${origin}/dev/mail`)).text()
  const [row] = list.split('<li>').filter((part) => part.includes(email))
  const id = row?.match(/href="\/dev\/mail\/(\d+)"/)?.[1]
  const text = await (await fetch(`${origin}/dev/mail/${id}?view=text`)).text()
  const token = text.match(/#token=([\w.~-]+)/)?.[1]
  if (token === undefined) throw new Error(`${origin}/dev/mail has no verification link for ${email}.`)
  return token
}

async function signIn(
  origin: string,
  { email, password }: { email: string; password: string },
): Promise<Client> {
  const response = await fetch(`${origin}/v1/auth/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (response.status !== 200) throw new UsageError(`${email} cannot sign in: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return createClient({ baseUrl: origin, headers: { origin, cookie } })
}
