import { type Client, createClient } from '@cairn/contract/client'
import { mailsIn } from '../../support/people/sign-in.ts'
import type { TestService } from '../../support/service/service.ts'

export const password = 'correct horse battery'

/** Calls the service as the web app does before anybody signed in. */
export function anonymous({ origin }: TestService): Client {
  return createClient({ baseUrl: origin, headers: { origin } })
}

/** The tokens of all verification links to an address, the oldest first. */
export function verificationTokens({ lines }: TestService, email: string): string[] {
  return mailsIn(lines, email)
    .filter(({ mail }) => mail === 'email_verification')
    .map(({ link }) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '')
}

export async function registerVerified(
  service: TestService,
  person: { email: string; displayName: string },
): Promise<void> {
  await anonymous(service).register({ body: { ...person, password } })
  const token = verificationTokens(service, person.email).at(-1) ?? ''
  await anonymous(service).verifyEmail({ body: { token } })
}

/** The session cookie of a new session. Unlike `signIn` it asks for nothing with it: that is the test's to do. */
export async function logIn({ origin }: TestService, email: string): Promise<string> {
  const response = await fetch(`${origin}/v1/auth/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (response.status !== 200) throw new Error(`Signing in failed: ${response.status}`)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

export function withCookie({ origin }: TestService, cookie: string): Client {
  return createClient({ baseUrl: origin, headers: { origin, cookie } })
}
