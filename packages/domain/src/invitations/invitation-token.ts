/**
 * The token of an invitation link: `<organization id>_<invitation id>_<secret>`.
 *
 * The ids are the invitation's key, so that accepting reads one record; they prove nothing, the 256 random bits
 * do, and of these only the hash is stored.
 */
import { timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../secrets.ts'

/** A token taken apart: which invitation it claims, and by what secret. */
export type InvitationClaim = { organizationId: string; invitationId: string; secret: string }

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const pattern = new RegExp(`^(${uuid})_(${uuid})_([A-Za-z0-9_-]{43})$`)

export function invitationTokenOf({ organizationId, invitationId, secret }: InvitationClaim): string {
  return `${organizationId}_${invitationId}_${secret}`
}

/** Undefined where the text cannot be the token of any invitation: then the database is not asked. */
export function parseInvitationToken(token: string): InvitationClaim | undefined {
  const [, organizationId, invitationId, secret] = pattern.exec(token) ?? []
  return organizationId && invitationId && secret ? { organizationId, invitationId, secret } : undefined
}

/** Whether the secret is that of the link that is alive, compared in constant time. */
export function isInvitationSecret({ tokenHash }: { tokenHash: string }, secret: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(tokenHash))
}
