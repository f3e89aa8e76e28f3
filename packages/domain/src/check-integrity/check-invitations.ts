import { timestampOf } from '../context.ts'
import { keyOf } from '../database/keys.ts'
import type { RecordKey, StoredRecord } from '../table/entities.ts'
import type { Check, Report } from './finding.ts'

type Hold = RecordKey & Pick<StoredRecord<'invitation'>, 'expiresAt' | 'ttl'> & Sent
type Sent = Pick<StoredRecord<'invitationAddress'>, 'invitedByUserId' | 'createdAt'>

/**
 * An address is held by the one invitation to it that is pending, void ones included: whose inviter is an administrator
 * can change without a write here. One that has expired may have lost its address to another, and the table may have
 * removed either of the two records already.
 */
export function checkInvitations(report: Report, now: Date): Check {
  const pending = new Map<string, Hold>()
  const markers = new Map<string, Hold>()
  const isOver = ({ expiresAt }: Hold) => expiresAt <= timestampOf(now)

  return {
    see(record) {
      const { pk, sk, __edb_e__: name } = record
      if (name === 'invitation' && record.status === 'pending') {
        const { organizationId, email, invitationId, expiresAt, ttl, invitedByUserId, createdAt } = record
        const hold = { pk, sk, expiresAt, ttl, invitedByUserId, createdAt }
        pending.set(`${organizationId}/${keyOf(email)}/${invitationId}`, hold)
      } else if (name === 'invitationAddress') {
        const { organizationId, emailKey, invitationId, expiresAt, ttl, invitedByUserId, createdAt } = record
        const hold = { pk, sk, expiresAt, ttl, invitedByUserId, createdAt }
        markers.set(`${organizationId}/${emailKey}/${invitationId}`, hold)
      }
    },
    end() {
      for (const [held, marker] of markers) {
        const invitation = pending.get(held)
        if (!invitation) {
          if (!isOver(marker)) {
            report('broken', marker, `an address is held without a pending invitation: ${held}`)
          }
        } else if (marker.expiresAt !== invitation.expiresAt || marker.ttl !== invitation.ttl) {
          report('broken', marker, `an address is held longer or shorter than its invitation lasts: ${held}`)
        } else if (isSentByAnother(marker, invitation)) {
          report(
            'broken',
            marker,
            `an address is held by an invitation of another inviter or moment: ${held}`,
          )
        }
      }
      for (const [held, invitation] of pending) {
        if (!markers.has(held) && !isOver(invitation)) {
          report('broken', invitation, `a pending invitation does not hold its address: ${held}`)
        }
      }
    },
  }
}

/** A marker of before invitations could be void does not tell. */
function isSentByAnother(marker: Sent, invitation: Sent): boolean {
  const { invitedByUserId = invitation.invitedByUserId, createdAt = invitation.createdAt } = marker
  return invitedByUserId !== invitation.invitedByUserId || createdAt !== invitation.createdAt
}
