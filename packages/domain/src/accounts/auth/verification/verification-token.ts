import { ServiceError } from '@cairn/contract/errors/errors'
import { secretPattern } from '../../../requests/secrets.ts'

/**
 * The token of a verification link: the principal's key and a secret, so that verification is one conditional write
 * without a read. The key is a hash, and appears only in the URL fragment in an email to the owner of the address.
 */
export function verificationTokenOf(emailKey: string, secret: string): string {
  return `${emailKey}_${secret}`
}

const tokenPattern = /^([0-9a-f]{64})_(.+)$/s

/** Returns undefined if the text is not a verification token. */
export function parseVerificationToken(token: string): { emailKey: string; secret: string } | undefined {
  const [, emailKey, secret] = tokenPattern.exec(token) ?? []
  if (emailKey === undefined || secret === undefined || !secretPattern.test(secret)) return undefined
  return { emailKey, secret }
}

/** The same error for every reason: it reveals nothing about the link. */
export function invalidOrExpiredToken(): ServiceError {
  return new ServiceError(
    'invalid_or_expired_token',
    'This link is invalid or has expired. Request a new one.',
  )
}
