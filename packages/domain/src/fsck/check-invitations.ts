import { timestampOf } from '../context.ts'
import { keyOf } from '../keys.ts'
import type { Check, Report } from './finding.ts'
import type { RecordKey } from './records.ts'

type Hold = RecordKey & { expiresAt: string; ttl: number | undefined }

/**
 * An address is held by the one invitation to it that is pending. One that has expired may have lost its address to
 * another, and the table may have removed either of the two records already.
 */
export function checkInvitations(report: Report, now: Date): Check {
  const pending = new Map<string, Hold>()
  const markers = new Map<string, Hold>()
  const isOver = ({ expiresAt }: Hold) => expiresAt <= timestampOf(now)

  return {
    see(record) {
      const { pk, sk, __edb_e__: name } = record
      if (name === 'invitation' && record.status === 'pending') {
        const { organizationId, email, invitationId, expiresAt, ttl } = record
        pending.set(`${organizationId}/${keyOf(email)}/${invitationId}`, { pk, sk, expiresAt, ttl })
      } else if (name === 'invitationAddress') {
        const { organizationId, emailKey, invitationId, expiresAt, ttl } = record
        markers.set(`${organizationId}/${emailKey}/${invitationId}`, { pk, sk, expiresAt, ttl })
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
