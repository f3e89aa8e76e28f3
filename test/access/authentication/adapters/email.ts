import { createClient } from '@cairn/contract/http/client'
import { parseSessionToken } from '@cairn/domain/accounts/auth/sessions/sessions'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { userEntity } from '@cairn/domain/storage/table/entities/people/user'
import { emailsIn } from '../../../support/people/logged-emails.ts'
import { startTestService, type TestService } from '../../../support/service/service.ts'
import { changeRecord } from '../../../support/table/write-records.ts'
import type { Person, ProviderAdapter } from '../support/provider-under-test.ts'

const password = 'correct horse battery'

/** Registers and verifies a person, and returns their first session cookie, unused. */
async function firstCookie({ origin, lines }: TestService, { email, displayName }: Person): Promise<string> {
  const api = createClient({ baseUrl: origin, headers: { origin } })
  await api.register({ body: { email, password, displayName } })
  const link = emailsIn(lines, email).at(-1)?.link ?? ''
  await api.verifyEmail({
    body: { token: new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '' },
  })
  return logIn(origin, email)
}

async function logIn(origin: string, email: string): Promise<string> {
  const response = await fetch(`${origin}/v1/auth/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** The built-in provider: sessions are cookies of the service. */
export const emailAdapter: ProviderAdapter = {
  name: 'the email provider',
  start: async () => {
    const service = await startTestService()
    const { origin, table } = service
    const known = new Map<string, { person: Person; cookie: Promise<string> }>()

    async function cookieOf(person: Person): Promise<string> {
      const signedIn = known.get(person.key) ?? { person, cookie: firstCookie(service, person) }
      known.set(person.key, { ...signedIn, person })
      const cookie = await signedIn.cookie
      const { displayName, email } = signedIn.person
      if (displayName !== person.displayName || email !== person.email) await changeIdentity(cookie, person)
      return cookie
    }

    /** Changes the user's record, which tells name and address. */
    async function changeIdentity(cookie: string, { displayName, email }: Person): Promise<void> {
      const session = parseSessionToken(cookie.replace('session=', ''))
      if (!session) throw new Error('The cookie is not a session.')
      const key = { userKey: keyOf(session.userId) }
      await changeRecord(table.database, userEntity, key, { set: { displayName, email } })
    }

    return {
      origin,
      method: 'email',
      loginUrl: `${origin}/sign-in`,
      logoutUrl: `${origin}/sign-in`,
      lines: service.lines,
      stop: service.stop,
      credentialOf: async (person) => ({ cookie: await cookieOf(person) }),
      brokenCredentialsOf: async (person) => {
        const cookie = await cookieOf(person)
        const [user] = cookie.split('.')
        return {
          'no session': { cookie: 'session=x' },
          'an empty session': { cookie: 'session=' },
          'another secret': { cookie: `${user}.${'A'.repeat(43)}` },
          'a truncated secret': { cookie: cookie.slice(0, -1) },
          'another name': { cookie: cookie.replace('session=', '__Host-session=') },
        }
      },
    }
  },
}
