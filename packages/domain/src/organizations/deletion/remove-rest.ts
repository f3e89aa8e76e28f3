import { keyOfName } from '../../goal-labels/label-name.ts'
import { keyOfAddress } from '../../invitations/state/invited-address.ts'
import { auditEntryEntity } from '../../table/entities/audit-entry.ts'
import { memberRemovalEntity } from '../../table/entities/due/member-removal.ts'
import { eventEntity } from '../../table/entities/events/event.ts'
import { feedPageEntity } from '../../table/entities/events/feed-page.ts'
import { goalLabelEntity } from '../../table/entities/goal-labels/goal-label.ts'
import { goalLabelNameEntity } from '../../table/entities/goal-labels/goal-label-name.ts'
import { goalViewEntity } from '../../table/entities/goal-views/goal-view.ts'
import { invitationEntity } from '../../table/entities/invitation.ts'
import { invitationAddressEntity } from '../../table/entities/invitation-address.ts'
import { organizationEntity } from '../../table/entities/organization.ts'
import { webhookEntity } from '../../table/entities/webhooks/webhook.ts'
import { webhookDeliveryEntity } from '../../table/entities/webhooks/webhook-delivery.ts'
import { recordsOf } from '../../table/entity/item.ts'
import { keyOfRecord, partitionKeyOf } from '../../table/entity/keys.ts'
import { type DeletionStep, removeAllIn, removeKeys } from './deletion-work.ts'

/** Removes webhooks with their deliveries. */
export const removeWebhooks: DeletionStep = async (work) => {
  const { organizationKey } = work
  let isWhole = true
  const partition = partitionKeyOf(webhookEntity, 'record', { organizationKey })
  const all = await removeAllIn(work, partition, async (items) => {
    for (const { webhookKey } of recordsOf(webhookEntity, items)) {
      const deliveries = partitionKeyOf(webhookDeliveryEntity, 'record', { organizationKey, webhookKey })
      isWhole &&= await removeAllIn(work, deliveries)
    }
  })
  return all && isWhole
}

/** Removes the saved views of all members, and their counts. */
export const removeViews: DeletionStep = (work) =>
  removeAllIn(work, partitionKeyOf(goalViewEntity, 'record', work))

/** Removes what was left to do for removed members. */
export const removeRemovals: DeletionStep = (work) =>
  removeAllIn(work, partitionKeyOf(memberRemovalEntity, 'record', work))

/** Removes labels and invitations, and the records that reserve their names and addresses. */
export const removeBase: DeletionStep = (work) => {
  const { organizationId } = work
  return removeAllIn(
    work,
    partitionKeyOf(organizationEntity, 'record', { organizationId }),
    async (items) => {
      await removeKeys(work, [
        ...recordsOf(goalLabelEntity, items).map((label) =>
          keyOfRecord(goalLabelNameEntity, keyOfName(label)),
        ),
        ...recordsOf(invitationEntity, items).map((invitation) =>
          keyOfRecord(invitationAddressEntity, keyOfAddress(invitation)),
        ),
      ])
    },
  )
}

/** Removes the audit log and the feed. */
export const removeLogs: DeletionStep = async (work) => {
  const partitions = [
    partitionKeyOf(auditEntryEntity, 'record', work),
    partitionKeyOf(eventEntity, 'record', work),
    partitionKeyOf(feedPageEntity, 'record', work),
  ]
  for (const partition of partitions) if (!(await removeAllIn(work, partition))) return false
  return true
}
