import { startTestService } from '../../../support/service/service.ts'
import { claimsAt, createKey, jwtEnvironment, signToken, startKeyServer } from '../support/issuer.ts'
import type { Person, ProviderAdapter } from '../support/provider-under-test.ts'
import type { RequestHeaders } from '../support/send.ts'

const claimsOf = ({ key, displayName, email }: Person) => ({
  ...claimsAt(new Date()),
  sub: key,
  name: displayName,
  email,
})

/** Every request carries an issuer's token in the header of this name. */
function jwtAdapter(name: string, header: string, environment: Record<string, string>): ProviderAdapter {
  const headersOf = (token: string): RequestHeaders => ({
    [header]: header === 'authorization' ? `Bearer ${token}` : token,
  })
  return {
    name,
    start: async () => {
      const key = await createKey('key-1')
      const foreign = await createKey('key-1')
      const issuer = await startKeyServer(key)
      const settings = jwtEnvironment(issuer.jwksUrl)
      const service = await startTestService({ environment: { ...settings, ...environment } })
      return {
        origin: service.origin,
        method: 'redirect',
        loginUrl: settings.AUTH_JWT_LOGIN_URL ?? '',
        logoutUrl: settings.AUTH_JWT_LOGOUT_URL ?? '',
        lines: service.lines,
        stop: async () => {
          await service.stop()
          await issuer.stop()
        },
        credentialOf: async (person) => headersOf(await signToken(claimsOf(person), key)),
        brokenCredentialsOf: async (person) => {
          const claims = claimsOf(person)
          const now = claims.iat
          return {
            'another key': headersOf(await signToken(claims, foreign)),
            'another key id': headersOf(await signToken(claims, { ...key, kid: 'key-2' })),
            'another audience': headersOf(await signToken({ ...claims, aud: 'other' }, key)),
            'too old': headersOf(await signToken({ ...claims, exp: now - 10 }, key)),
            'an unverified address': headersOf(await signToken({ ...claims, email_verified: false }, key)),
            'no token': headersOf('x'),
          }
        },
      }
    },
  }
}

export const bearerAdapter = jwtAdapter('a JWT issuer, in the Authorization header', 'authorization', {})

export const headerAdapter = jwtAdapter('a JWT issuer, in a configured header', 'x-goog-iap-jwt-assertion', {
  AUTH_JWT_HEADER: 'x-goog-iap-jwt-assertion',
})
