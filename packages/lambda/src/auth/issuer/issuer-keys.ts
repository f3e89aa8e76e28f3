/**
 * The public keys of an issuer, from its address or from a file, never from where a token points.
 *
 * Threat: tokens with invented key ids, with which anybody could make us flood the issuer. An unknown id fetches the keys
 * again at most once in 30 seconds. While fetching fails there are at most five attempts in ten seconds.
 * Without keys nobody is trusted: the request ends in `unavailable`. A broken key of a set disables only tokens that name it.
 */
import { readFileSync } from 'node:fs'
import { ServiceError } from '@cairn/contract/errors/errors'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose'
import { ConfigurationError } from '../../configuration/settings.ts'
import { limitAttempts, limitedFetch } from './limited-fetch.ts'

/** The source of the keys: at an address, or in a local file. */
export type KeySource = { url: string } | { file: string }

/** In milliseconds. A fetch fits into the 8 seconds of a request. A withdrawn key is trusted for at most 10 minutes. */
const keyFetch = { timeoutDuration: 3_000, cooldownDuration: 30_000, cacheMaxAge: 600_000 }

/**
 * Returns a function that finds the key a token names. It throws `JWKSNoMatchingKey` if the token names no key, or one that
 * is unknown or broken; `JWKSMultipleMatchingKeys`, which contains the keys, if several match; and `unavailable` if the
 * issuer's keys cannot be fetched.
 * @throws `ConfigurationError` if the file is not a key set.
 */
export function createIssuerKeys(source: KeySource): JWTVerifyGetKey {
  const findKey =
    'url' in source
      ? createRemoteJWKSet(new URL(source.url), { ...keyFetch, [customFetch]: limitAttempts(fetchKeys) })
      : readKeyFile(source.file)

  return async (header, token) => {
    if (header.kid === undefined) throw new errors.JWKSNoMatchingKey()
    try {
      return await findKey(header, token)
    } catch (error) {
      const isExpected = [ServiceError, errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys].some(
        (kind) => error instanceof kind,
      )
      // The key cannot be imported.
      throw isExpected ? error : new errors.JWKSNoMatchingKey(undefined, { cause: error })
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

/**
 * Removes entries that are not keys, for which `jose` would refuse the whole set.
 * @throws if no entry is a key.
 */
function usableKeys(set: unknown): JSONWebKeySet {
  const entries = (set as { keys?: unknown } | null)?.keys
  if (!Array.isArray(entries)) throw new Error('There is no key set.')
  const keys = entries.filter((entry) => typeof entry === 'object' && entry !== null && 'kty' in entry)
  if (keys.length === 0 && entries.length > 0) throw new Error('None of the entries is a key.')
  return { keys }
}

/** `jose` pauses only after a success, so attempts are limited as well. */
const fetchKeys: FetchImplementation = async (url, options) => {
  const response = await limitedFetch(url, options)
  if (response.status !== 200) throw new Error(`Fetching the keys returned status ${response.status}.`)
  return Response.json(usableKeys(await response.json()))
}
