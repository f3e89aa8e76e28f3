import { ServiceError } from '@cairn/contract/errors'
import { secretPattern } from '../secrets.ts'

/**
 * The token of a verification link: the principal's key and a secret, so that verifying is one conditional write
 * without a look-up before. The key is a hash, and travels in the URL fragment of the address owner's own mail.
 */
export function verificationTokenOf(emailKey: string, secret: string): string {
  return `${emailKey}_${secret}`
}

const tokenPattern = /^([0-9a-f]{64})_(.+)$/s

/** Undefined where the text is no verification token. */
export function parseVerificationToken(token: string): { emailKey: string; secret: string } | undefined {
  const [, emailKey, secret] = tokenPattern.exec(token) ?? []
  if (emailKey === undefined || secret === undefined || !secretPattern.test(secret)) return undefined
  return { emailKey, secret }
}

/** The same for every reason: what a link was is nobody's business but its owner's. */
export function invalidOrExpiredToken(): ServiceError {
  return new ServiceError('invalid_or_expired_token', 'The link is not valid any more. Ask for a new one.')
}
