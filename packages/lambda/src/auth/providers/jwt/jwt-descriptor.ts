import { ServiceError } from '@cairn/contract/errors/errors'
import { lazy } from '@cairn/contract/registry/lazy'
import { unavailable } from '@cairn/domain/storage/database/unavailable'
import { errors } from 'jose'
import * as z from 'zod'
import { type HttpEvent, headerOf } from '../../../pipeline/event.ts'
import { canonicalUserSchema, nonBlank } from '../../credentials/canonical-user.ts'
import { bearerOf } from '../../credentials/credential.ts'
import { createIssuerKeys } from '../../issuer/issuer-keys.ts'
import { verifyToken } from '../../issuer/verify-token.ts'
import type { ProviderDescriptor } from '../../provider-descriptor.ts'
import type { SessionReader } from '../../session-reader.ts'
import { type JwtConfiguration, readJwtConfiguration } from './jwt-configuration.ts'

/**
 * Reads sessions that a JWT issuer vouches for: access or identity tokens that come with every request.
 *
 * Threats:
 * - a token that the issuer did not sign, or signed for another service: `jose` checks signature, algorithm, key id, issuer,
 *   audience and times, with keys from the configured set only, never from `jku`, `x5u` or `jwk` of a token;
 * - an issuer that is down: without keys there is no session (`issuer/issuer-keys.ts`);
 * - an unverified address, which would let somebody accept another person's invitation.
 */

const clockToleranceSeconds = 5

/** The claims that become the canonical user. */
const claimsSchema = lazy(() =>
  z.object({
    sub: nonBlank(),
    name: z.string(),
    email: z.string(),
    email_verified: z.literal(true),
  }),
)

/** @throws `ConfigurationError` if the file of keys is not a key set. */
function createJwtSessionReader(configuration: JwtConfiguration): SessionReader {
  const { issuer, audience, algorithms, header, providerWord } = configuration
  const keys = createIssuerKeys(configuration.jwks)
  const readsAuthorization = header === 'authorization'

  const tokenOf = (event: HttpEvent) =>
    readsAuthorization ? bearerOf(headerOf(event, header)) : headerOf(event, header)

  return {
    readsAuthorization,
    read: async (event, now) => {
      const token = tokenOf(event)
      if (token === undefined) return undefined
      const claims = await verify(token, now)
      if (!claims) return undefined
      const { sub, name, email } = claims
      const id = `${providerWord}:${sub}`
      const user = canonicalUserSchema().safeParse({ id, displayName: name, email }).data
      return user && { userId: user.id, key: user.id, confirm: async () => ({ user }) }
    },
  }

  async function verify(token: string, now: Date) {
    const options = {
      issuer,
      audience,
      algorithms,
      clockTolerance: clockToleranceSeconds,
      currentDate: now,
      requiredClaims: ['exp', 'sub'],
    }
    try {
      return claimsSchema().safeParse(await verifyToken(token, keys, options)).data
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error instanceof ServiceError ? error : unavailable(error)
    }
  }
}

/** An issuer whose JSON Web Token comes with every request. */
export const jwtDescriptor = {
  readConfiguration: readJwtConfiguration,
  createSessionReader: createJwtSessionReader,
  isProxy: false,
  deployment: {
    variables: {
      AUTH_JWT_ISSUER: 'required',
      AUTH_JWT_AUDIENCE: 'required',
      AUTH_JWT_JWKS_URL: 'https address',
      AUTH_JWT_LOGIN_URL: 'https address',
      AUTH_JWT_LOGOUT_URL: 'https address',
      AUTH_JWT_ALGORITHMS: 'optional',
      AUTH_JWT_HEADER: 'optional',
      AUTH_JWT_PROVIDER_WORD: 'optional',
      AUTH_ACCOUNT_URL: 'optional https address',
    },
    packages: ['jose'],
    signInPackages: [],
  },
} as const satisfies ProviderDescriptor<JwtConfiguration>
