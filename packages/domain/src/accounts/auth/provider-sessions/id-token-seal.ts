/**
 * The identity token of a session, for the provider's logout. It has the person's name and address, so the table stores it only
 * sealed with the cookie's secret: nobody can read it without the cookie.
 */
import { createSealer } from '../../../requests/sealer.ts'

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
