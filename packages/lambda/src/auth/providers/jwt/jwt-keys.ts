/**
 * The public keys of a JWT issuer: from its address or from a file, and from nowhere that a token points at.
 *
 * Threat: tokens with made-up key ids, by which anybody could have us flood the issuer. An unknown id fetches the keys
 * again at most once in 30 seconds, and while fetching fails there are five tries in ten seconds, whatever comes in.
 * Keys that cannot be had are no reason to trust anybody: the request ends in `unavailable`. One broken key of a set is no
 * reason to refuse everybody: only tokens that name it are no good.
 */
import { readFileSync } from 'node:fs'
import { ServiceError } from '@cairn/contract/errors'
import { unavailable } from '@cairn/domain/database/unavailable'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose'
import { ConfigurationError } from '../../../configuration/settings.ts'
import type { JwtConfiguration } from './jwt-configuration.ts'

/** Well within the 8 seconds of a request; keys that the issuer withdrew are believed for 10 minutes at most. */
const keyFetch = { timeoutDuration: 3_000, cooldownDuration: 30_000, cacheMaxAge: 600_000 }

/** `jose` pauses after a success only. */
const tries = { maximum: 5, withinMilliseconds: 10_000 }

/**
 * Finds the key that a token names. Throws `JWKSNoMatchingKey` if the issuer has none by that id or a broken one, also if
 * the token names none; `JWKSMultipleMatchingKeys`, which holds them, if it has several; and `unavailable` if the
 * issuer's keys cannot be had.
 *
 * Throws `ConfigurationError` at once if the file is no key set.
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
      const isAnswer = [ServiceError, errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys].some(
        (kind) => error instanceof kind,
      )
      // What is left is a key that cannot be imported.
      throw isAnswer ? error : new errors.JWKSNoMatchingKey(undefined, { cause: error })
    }
  }
}

function readKeyFile(file: string) {
  try {
    return createLocalJWKSet(usableKeys(JSON.parse(readFileSync(file, 'utf8'))))
  } catch {
    throw new ConfigurationError('AUTH_JWT_JWKS_FILE must name a readable JSON Web Key Set.')
  }
}

/** The set without the entries that are no keys, for which `jose` would refuse it whole. Throws if all of them are none. */
function usableKeys(set: unknown): JSONWebKeySet {
  const entries = (set as { keys?: unknown } | null)?.keys
  if (!Array.isArray(entries)) throw new Error('There is no key set.')
  const keys = entries.filter((entry) => typeof entry === 'object' && entry !== null && 'kty' in entry)
  if (keys.length === 0 && entries.length > 0) throw new Error('None of the entries is a key.')
  return { keys }
}

/** Throws `unavailable` whatever is wrong with the answer. */
function createBoundedFetch(): FetchImplementation {
  let begun: number[] = []
  return async (url, options) => {
    const now = Date.now()
    begun = begun.filter((moment) => moment > now - tries.withinMilliseconds)
    try {
      if (begun.length >= tries.maximum) throw new Error('Fetching the keys has failed too often just now.')
      begun.push(now)
      const response = await fetch(url, options)
      if (response.status !== 200) throw new Error(`The keys came with the status ${response.status}.`)
      return Response.json(usableKeys(await response.json()))
    } catch (error) {
      throw unavailable(error)
    }
  }
}
