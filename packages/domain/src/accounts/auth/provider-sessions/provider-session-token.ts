import { createSealer } from '../../../requests/sealer.ts'
import { keyOf } from '../../../storage/database/keys.ts'

/**
 * The cookie of a session that an OpenID provider began: `<user id>.<key of the provider's session>.<secret>`, the user id in
 * base64url and the key possibly empty. The first two are neither secret nor a proof: with them the session, the user's record
 * and the provider's session are read in one round trip.
 */

export type ProviderSessionClaim = {
  userId: string
  /** Undefined if the provider has not named its session. */
  providerSessionKey: string | undefined
  secret: string
}

/** Room for the longest user id, of 200 characters in any script. */
const tokenPattern = /^([A-Za-z0-9_-]{2,1100})\.([0-9a-f]{64})?\.([A-Za-z0-9_-]{43})$/

/** The key of a provider's session: its id, qualified by the issuer. */
export function providerSessionKeyOf(issuer: string, sessionId: string): string {
  return keyOf(JSON.stringify(['provider session', issuer, sessionId]))
}

export function providerSessionToken({
  userId,
  providerSessionKey = '',
  secret,
}: ProviderSessionClaim): string {
  return `${Buffer.from(userId, 'utf8').toString('base64url')}.${providerSessionKey}.${secret}`
}

/**
 * Returns undefined if the text cannot be the token of a session of this provider.
 *
 * @param providerWord  What the provider's user ids begin with, before the colon.
 */
export function parseProviderSessionToken(
  token: string,
  providerWord: string,
): ProviderSessionClaim | undefined {
  const [, encoded, providerSessionKey, secret] = tokenPattern.exec(token) ?? []
  if (encoded === undefined || secret === undefined) return undefined
  const userId = Buffer.from(encoded, 'base64url').toString('utf8')
  const isCanonical = Buffer.from(userId, 'utf8').toString('base64url') === encoded
  return isCanonical && userId.startsWith(`${providerWord}:`)
    ? { userId, providerSessionKey, secret }
    : undefined
}

/**
 * The identity token of a session, for the provider's logout. It has the person's name and address, so the table stores it only
 * sealed with the cookie's secret: nobody can read it without the cookie.
 */

/** Longer ones would make the address of the provider's logout page too long. */
const maximumLength = 8 * 1024

const sealerOf = (secret: string) => createSealer('identity token', Buffer.from(secret, 'base64url'))

/** Returns undefined for a token that is too long: the provider then asks the person whether to sign out. */
export function sealIdToken(idToken: string, secret: string): string | undefined {
  return idToken.length > maximumLength ? undefined : sealerOf(secret).seal([], idToken)
}

export function openIdToken(sealed: string | undefined, secret: string): string | undefined {
  return sealed === undefined ? undefined : sealerOf(secret).open([], sealed)
}
