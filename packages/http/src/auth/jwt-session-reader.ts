/**
 * Sessions that a JWT issuer vouches for: access or identity tokens, presented with every request.
 *
 * Threats: a token that the issuer did not sign, or that it signed for somebody else (`jose` checks signature,
 * algorithm, key id, issuer, audience and times; keys come from the configured set alone, never from what a token
 * points at with `jku`, `x5u` or `jwk`); an issuer that is down, or flooded on our account with made-up key ids
 * (keys are cached, an unknown id fetches them again at most once in 30 seconds, and without keys there is no
 * session); an unverified address, by which somebody would accept another's invitation.
 */
import { readFileSync } from 'node:fs'
import { userId } from '@cairn/contract/schemas/common'
import { unavailable } from '@cairn/domain/unavailable'
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod'
import { type HttpEvent, headerOf } from '../event.ts'
import { ConfigurationError } from '../settings.ts'
import { bearerOf } from './bearer.ts'
import type { JwtConfiguration } from './jwt-configuration.ts'
import type { SessionReader } from './session-reader.ts'

const clockToleranceInSeconds = 5
const keyFetch = { timeoutDuration: 3_000, cooldownDuration: 30_000, cacheMaxAge: 600_000 }

const nonBlank = z.string().refine((text) => text.trim() !== '' && text.isWellFormed())

/** The claims that become the canonical user; what else a token says goes no further. */
const claimsSchema = z.object({
  sub: nonBlank,
  name: nonBlank,
  email: nonBlank,
  email_verified: z.literal(true),
})

export function createJwtSessionReader(configuration: JwtConfiguration): SessionReader {
  const { issuer, audience, algorithms, header, providerWord } = configuration
  const keys = keysOf(configuration)
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
      const id = `${providerWord}:${claims.sub}`
      if (!userId.safeParse(id).success) return undefined
      const user = { id, displayName: claims.name.trim(), email: claims.email.trim().toLowerCase() }
      return { userId: id, confirm: async () => user }
    },
  }

  async function verify(token: string, now: Date) {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms,
        clockTolerance: clockToleranceInSeconds,
        currentDate: now,
        requiredClaims: ['exp', 'sub'],
      })
      return claimsSchema.safeParse(payload).data
    } catch (error) {
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError))
        throw unavailable(error)
      return undefined
    }
  }
}

/** Throws `ConfigurationError` where the file is no key set. */
function keysOf({ jwks }: JwtConfiguration): JWTVerifyGetKey {
  if ('url' in jwks) return createRemoteJWKSet(new URL(jwks.url), keyFetch)
  try {
    return createLocalJWKSet(JSON.parse(readFileSync(jwks.file, 'utf8')))
  } catch {
    throw new ConfigurationError('AUTH_JWT_JWKS_FILE must name a readable JSON Web Key Set.')
  }
}
