/**
 * The public keys of a JWT issuer: from its address or from a file, and from nowhere that a token points at.
 *
 * Threat: tokens with made-up key ids, by which anybody could have us flood the issuer. An unknown id fetches the keys
 * again at most once in 30 seconds, and while fetching fails there are five tries in ten seconds, whatever comes in.
 * Keys that cannot be had are no reason to trust anybody: the request ends in `unavailable`.
 */
import { readFileSync } from 'node:fs'
import { unavailable } from '@cairn/domain/unavailable'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JWTVerifyGetKey,
} from 'jose'
import { ConfigurationError } from '../settings.ts'
import type { JwtConfiguration } from './jwt-configuration.ts'

/** Well within the 8 seconds of a request; keys that the issuer withdrew are believed for 10 minutes at most. */
const keyFetch = { timeoutDuration: 3_000, cooldownDuration: 30_000, cacheMaxAge: 600_000 }

/** `jose` pauses after a success only. */
const tries = { maximum: 5, withinMilliseconds: 10_000 }

/**
 * Finds the key that a token names. Throws `JWKSNoMatchingKey` where the issuer has none by that id, also where the
 * token names none, and `unavailable` where the issuer's keys cannot be had.
 *
 * Throws `ConfigurationError` at once where the file is no key set.
 */
export function createJwtKeys({ jwks }: JwtConfiguration): JWTVerifyGetKey {
  const findKey =
    'url' in jwks
      ? createRemoteJWKSet(new URL(jwks.url), { ...keyFetch, [customFetch]: createBoundedFetch() })
      : readKeyFile(jwks.file)

  return async (header, token) => {
    if (header.kid === undefined) throw new errors.JWKSNoMatchingKey()
    try {
      return await findKey(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) throw error
      throw unavailable(error)
    }
  }
}

function readKeyFile(file: string) {
  try {
    return createLocalJWKSet(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new ConfigurationError('AUTH_JWT_JWKS_FILE must name a readable JSON Web Key Set.')
  }
}

function createBoundedFetch(): FetchImplementation {
  let begun: number[] = []
  return async (url, options) => {
    const now = Date.now()
    begun = begun.filter((moment) => moment > now - tries.withinMilliseconds)
    if (begun.length >= tries.maximum) throw new Error('Fetching the keys has failed too often just now.')
    begun.push(now)
    return fetch(url, options)
  }
}
