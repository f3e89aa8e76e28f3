import type { CanonicalUser } from '@cairn/domain/requests/access'
import { canonicalUserSchema } from '../../credentials/canonical-user.ts'
import { SignInProblem } from './sign-in-problem.ts'

/** Claims of an identity token or of the userinfo endpoint. The provider may say anything. */
export type Claims = Readonly<Record<string, unknown>>

/** Whether claims tell name and address, so that nothing else need be asked. */
export function areComplete(claims: Claims): boolean {
  return nameIn(claims) !== undefined && claims.email !== undefined && claims.email_verified !== undefined
}

/**
 * Returns the canonical user that the provider vouches for. Address and `email_verified` are taken from one of the two, never one
 * from each: they must be about the same address.
 *
 * @param userInfo  Undefined if the provider has not been asked.
 * @throws `SignInProblem` if there is no usable name or address, or the address is not verified.
 */
export function userOf(
  providerWord: string,
  subject: string,
  idToken: Claims,
  userInfo: Claims | undefined,
): CanonicalUser {
  const address = [idToken, userInfo].find(
    (claims) => claims?.email !== undefined && claims.email_verified !== undefined,
  )
  const unverified = address ?? [idToken, userInfo].find((claims) => claims?.email !== undefined)
  if (unverified?.email === undefined) {
    throw new SignInProblem('no_email', 'The provider has told no email address.')
  }
  if (address?.email_verified !== true) {
    throw new SignInProblem('email_not_verified', 'The provider has not verified the email address.')
  }
  const user = canonicalUserSchema().safeParse({
    id: `${providerWord}:${subject}`,
    displayName: nameIn(idToken) ?? (userInfo && nameIn(userInfo)) ?? address.email,
    email: address.email,
  }).data
  if (user) return user
  throw new SignInProblem('no_email', 'The provider has told no usable id, name or email address.')
}

/** OpenID Connect Core, 5.1. */
function nameIn({ name, given_name, family_name, preferred_username }: Claims): string | undefined {
  const parts = [given_name, family_name].filter(isName)
  return [name, parts.join(' '), preferred_username].find(isName)
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
