import { timestampOf } from '../../requests/context.ts'
import { keyOf } from '../../storage/database/keys.ts'
import type { StoredRecord } from '../../storage/table/entities.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import type { Check, Report } from '../finding.ts'

type Reservation = RecordKey & Pick<StoredRecord<'invitation'>, 'expiresAt' | 'ttl'> & Sent
type Sent = Pick<StoredRecord<'invitationAddress'>, 'invitedByUserId' | 'createdAt'>

/**
 * Checks that every pending invitation reserves its address and that every reserved address has a pending invitation.
 * Void invitations count as pending, because the inviter's role can change without a write here. An expired invitation
 * may have lost its address to another, and the table may already have deleted either record.
 */
export function checkInvitations(report: Report, now: Date): Check {
  const pending = new Map<string, Reservation>()
  const markers = new Map<string, Reservation>()
  const isExpired = ({ expiresAt }: Reservation) => expiresAt <= timestampOf(now)

  return {
    see(record) {
      const { pk, sk, __edb_e__: name } = record
      if (name === 'invitation' && record.status === 'pending') {
        const { organizationId, email, invitationId, expiresAt, ttl, invitedByUserId, createdAt } = record
        const reservation = { pk, sk, expiresAt, ttl, invitedByUserId, createdAt }
        pending.set(`${organizationId}/${keyOf(email)}/${invitationId}`, reservation)
      } else if (name === 'invitationAddress') {
        const { organizationId, emailKey, invitationId, expiresAt, ttl, invitedByUserId, createdAt } = record
        const reservation = { pk, sk, expiresAt, ttl, invitedByUserId, createdAt }
        markers.set(`${organizationId}/${emailKey}/${invitationId}`, reservation)
      }
    },
    end() {
      for (const [name, marker] of markers) {
        const invitation = pending.get(name)
        if (!invitation) {
          if (!isExpired(marker)) {
            report('broken', marker, `an address is reserved without a pending invitation: ${name}`)
          }
        } else if (marker.expiresAt !== invitation.expiresAt || marker.ttl !== invitation.ttl) {
          report(
            'broken',
            marker,
            `a reserved address and its invitation do not expire at the same time: ${name}`,
          )
        } else if (isSentByAnother(marker, invitation)) {
          report(
            'broken',
            marker,
            `a reserved address and its invitation do not have the same inviter and creation time: ${name}`,
          )
        }
      }
      for (const [name, invitation] of pending) {
        if (!markers.has(name) && !isExpired(invitation)) {
          report('broken', invitation, `a pending invitation does not reserve its address: ${name}`)
        }
      }
    },
  }
}

function isSentByAnother(marker: Sent, invitation: Sent): boolean {
  return marker.invitedByUserId !== invitation.invitedByUserId || marker.createdAt !== invitation.createdAt
}
