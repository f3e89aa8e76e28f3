/**
 * The token of an invitation link: `<organization id>_<invitation id>_<secret>`.
 *
 * The ids are the invitation's key, so accepting it reads one record. They prove nothing: the 256 random bits do, and
 * only their hash is stored.
 */
import { timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../../../requests/secrets.ts'

/** A parsed token: the claimed invitation, and the secret that proves it. */
export type InvitationClaim = { organizationId: string; invitationId: string; secret: string }

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const pattern = new RegExp(
  `^(?<organizationId>${uuid})_(?<invitationId>${uuid})_(?<secret>[A-Za-z0-9_-]{43})$`,
)

export function invitationTokenOf({ organizationId, invitationId, secret }: InvitationClaim): string {
  return `${organizationId}_${invitationId}_${secret}`
}

/** Returns undefined if the text cannot be an invitation token. */
export function parseInvitationToken(token: string): InvitationClaim | undefined {
  return pattern.exec(token)?.groups as InvitationClaim | undefined
}

/** Whether the secret belongs to the valid link. Compares in constant time. */
export function isInvitationSecret({ tokenHash }: { tokenHash: string }, secret: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(tokenHash))
}
