import { removeParkedChangesOf } from '../../background/changes/parked.ts'
import { keyOfName } from '../../goal-labels/label-name.ts'
import { memberRemovalEntity } from '../../storage/table/entities/due/member-removal.ts'
import { eventEntity } from '../../storage/table/entities/events/event.ts'
import { feedPageEntity } from '../../storage/table/entities/events/feed-page.ts'
import { goalLabelEntity } from '../../storage/table/entities/goal-labels/goal-label.ts'
import { goalLabelNameEntity } from '../../storage/table/entities/goal-labels/goal-label-name.ts'
import { goalViewEntity } from '../../storage/table/entities/goal-views/goal-view.ts'
import { goalCountEntity } from '../../storage/table/entities/goals/goal-count.ts'
import { goalDeadlineEntity } from '../../storage/table/entities/goals/goal-deadline.ts'
import { goalUsageEntity } from '../../storage/table/entities/goals/work/goal-usage.ts'
import { goalClaimEntity, goalClaimRunEntity } from '../../storage/table/entities/goals/work/goal-work.ts'
import { auditEntryEntity } from '../../storage/table/entities/organizations/audit-entry.ts'
import { invitationEntity } from '../../storage/table/entities/organizations/invitation.ts'
import { invitationAddressEntity } from '../../storage/table/entities/organizations/invitation-address.ts'
import { organizationEntity } from '../../storage/table/entities/organizations/organization.ts'
import { webhookEntity } from '../../storage/table/entities/webhooks/webhook.ts'
import { webhookDeliveryEntity } from '../../storage/table/entities/webhooks/webhook-delivery.ts'
import { keyOfRecord, partitionKeyOf, recordsOf } from '../../storage/table/entity.ts'
import { keyOfAddress } from '../invitations/state/invited-address.ts'
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

/** Removes changes that were parked. */
export const removeParked: DeletionStep = async (work) => {
  work.removed += await removeParkedChangesOf(work.database, work.organizationId)
  return true
}

/** Removes the counts of goals, and who works on them. */
export const removeCounts: DeletionStep = async (work) =>
  (await removeAllIn(work, partitionKeyOf(goalCountEntity, 'record', work))) &&
  (await removeAllIn(work, partitionKeyOf(goalClaimEntity, 'record', work))) &&
  (await removeAllIn(work, partitionKeyOf(goalClaimRunEntity, 'record', work))) &&
  removeAllIn(work, partitionKeyOf(goalDeadlineEntity, 'record', work))

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

/** Removes the audit log, the feed and the sums of what work has used. */
export const removeLogs: DeletionStep = async (work) => {
  const partitions = [
    partitionKeyOf(auditEntryEntity, 'record', work),
    partitionKeyOf(eventEntity, 'record', work),
    partitionKeyOf(feedPageEntity, 'record', work),
    partitionKeyOf(goalUsageEntity, 'record', work),
  ]
  for (const partition of partitions) if (!(await removeAllIn(work, partition))) return false
  return true
}
