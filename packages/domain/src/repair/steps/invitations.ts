import { keepAddress, takeAddress } from '../../organizations/invitations/state/invited-address.ts'
import { timestampOf } from '../../requests/context.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import {
  type InvitationRecord,
  invitationEntity,
} from '../../storage/table/entities/organizations/invitation.ts'
import { invitationAddressEntity } from '../../storage/table/entities/organizations/invitation-address.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import type { RepairStep } from '../step.ts'

/** Reserves the addresses of pending invitations, and frees the others. Expired ones are deleted by the table. */
export const invitationStep: RepairStep = {
  name: 'invitations',
  see: {
    async invitation(repair, record) {
      const { database, now } = repair
      const { organizationId, invitationId, email, expiresAt, ttl, status } = record
      if (status !== 'pending' || ttl === undefined || expiresAt <= timestampOf(now)) return
      const invited = { ...record, ttl }
      const key = { organizationId, emailKey: keyOf(email) }
      const marker = await readRecord(database, invitationAddressEntity, key)
      const isFree = !marker || marker.expiresAt <= timestampOf(now)
      const isOwn = marker?.invitationId === invitationId
      const isSame =
        isOwn &&
        marker.expiresAt === expiresAt &&
        marker.ttl === ttl &&
        (marker.invitedByUserId ?? record.invitedByUserId) === record.invitedByUserId &&
        (marker.createdAt ?? record.createdAt) === record.createdAt
      // Another pending invitation has the address: nobody knows which one is meant.
      if (isSame || (!isFree && !isOwn)) return
      await repair.write('addresses of invitations reserved', {
        invitation: stillPending(record),
        address: isOwn ? keepAddress(invited) : takeAddress(invited, undefined, now),
      })
    },
    async invitationAddress(repair, { organizationId, emailKey, invitationId, expiresAt }) {
      if (expiresAt <= timestampOf(repair.now)) return
      const invitation = await readRecord(repair.database, invitationEntity, { organizationId, invitationId })
      if (invitation?.status === 'pending' && keyOf(invitation.email) === emailKey) return
      // An invitation that has ended remains so.
      await repair.write('addresses of invitations freed', {
        address: {
          Delete: invitationAddressEntity
            .remove({ organizationId, emailKey })
            .where((stored, { eq }) => eq(stored.invitationId, invitationId)),
        },
      })
    },
  },
}

function stillPending({ organizationId, invitationId, expiresAt }: InvitationRecord): TransactionItem {
  return {
    ConditionCheck: invitationEntity
      .remove({ organizationId, invitationId })
      .where((stored, { eq }) =>
        [eq(stored.status, 'pending'), eq(stored.expiresAt, expiresAt)].join(' AND '),
      ),
  }
}
