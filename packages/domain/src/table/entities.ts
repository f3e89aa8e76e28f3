import { accountLinkEntity } from './entities/account-link.ts'
import { apiTokenEntity } from './entities/api-token.ts'
import { auditEntryEntity } from './entities/audit-entry.ts'
import { creationKeyEntity } from './entities/creation-key.ts'
import { accountDeletionEntity } from './entities/due/account-deletion.ts'
import { goalAlarmEntity } from './entities/due/goal-alarm.ts'
import { memberRemovalEntity } from './entities/due/member-removal.ts'
import { organizationDeletionEntity } from './entities/due/organization-deletion.ts'
import { personAlarmEntity } from './entities/due/person-alarm.ts'
import { reminderEntity } from './entities/due/reminder.ts'
import { changeEntity } from './entities/events/change.ts'
import { eventEntity } from './entities/events/event.ts'
import { feedPageEntity } from './entities/events/feed-page.ts'
import { goalLabelEntity } from './entities/goal-labels/goal-label.ts'
import { goalLabelDirectoryEntity } from './entities/goal-labels/goal-label-directory.ts'
import { goalLabelNameEntity } from './entities/goal-labels/goal-label-name.ts'
import { goalViewEntity } from './entities/goal-views/goal-view.ts'
import { goalViewCountEntity } from './entities/goal-views/goal-view-count.ts'
import { goalEditEntity } from './entities/goals/goal-edit.ts'
import { goalPostingEntity } from './entities/goals/goal-posting.ts'
import { goalReportEntity } from './entities/goals/goal-report.ts'
import { goalReportKeyEntity } from './entities/goals/goal-report-key.ts'
import { goalLabelRowEntity, goalRowEntity } from './entities/goals/goal-row.ts'
import { goalStandingEntity } from './entities/goals/goal-standing.ts'
import { goalTextEntity } from './entities/goals/goal-text.ts'
import { goalWordsEntity } from './entities/goals/goal-words.ts'
import { invitationEntity } from './entities/invitation.ts'
import { invitationAddressEntity } from './entities/invitation-address.ts'
import { layoutEntity } from './entities/layout.ts'
import { membershipEntity } from './entities/membership.ts'
import { oauthGrantEntity } from './entities/oauth/oauth-grant.ts'
import { oauthRecordEntity } from './entities/oauth/oauth-record.ts'
import { organizationEntity } from './entities/organization.ts'
import { principalEntity } from './entities/principal.ts'
import { providerAccountEntity } from './entities/provider-sessions/provider-account.ts'
import { providerSessionEntity } from './entities/provider-sessions/provider-session.ts'
import { usedLogoutTokenEntity } from './entities/provider-sessions/used-logout-token.ts'
import { rateLimitCountEntity } from './entities/rate-limit-count.ts'
import { sessionEntity } from './entities/session.ts'
import { userEntity } from './entities/user.ts'
import { queuedDeliveryEntity } from './entities/webhooks/queued-delivery.ts'
import { webhookEntity } from './entities/webhooks/webhook.ts'
import { webhookCountEntity } from './entities/webhooks/webhook-count.ts'
import { webhookDeliveryEntity } from './entities/webhooks/webhook-delivery.ts'
import type { Entity, RecordOf } from './entity/declaration.ts'
import { toRecord } from './entity/item.ts'
import type { RecordKey } from './entity/keys.ts'

/**
 * The list of all entities, by the name that their records store (`__edb_e__`). A new entity is one file in `entities/`
 * and one line here.
 */
export const entities = {
  accountDeletion: accountDeletionEntity,
  accountLink: accountLinkEntity,
  apiToken: apiTokenEntity,
  auditEntry: auditEntryEntity,
  attemptCount: rateLimitCountEntity,
  change: changeEntity,
  creationKey: creationKeyEntity,
  event: eventEntity,
  goalAlarm: goalAlarmEntity,
  feedPage: feedPageEntity,
  goalEdit: goalEditEntity,
  goalLabel: goalLabelEntity,
  goalLabelDirectory: goalLabelDirectoryEntity,
  goalLabelName: goalLabelNameEntity,
  goalLabelRow: goalLabelRowEntity,
  goalPosting: goalPostingEntity,
  goalReport: goalReportEntity,
  goalReportKey: goalReportKeyEntity,
  goalRow: goalRowEntity,
  goalStanding: goalStandingEntity,
  goalText: goalTextEntity,
  goalView: goalViewEntity,
  goalViewCount: goalViewCountEntity,
  goalWords: goalWordsEntity,
  invitation: invitationEntity,
  invitationAddress: invitationAddressEntity,
  layout: layoutEntity,
  memberRemoval: memberRemovalEntity,
  membership: membershipEntity,
  oauthGrant: oauthGrantEntity,
  oauthRecord: oauthRecordEntity,
  organization: organizationEntity,
  organizationDeletion: organizationDeletionEntity,
  personAlarm: personAlarmEntity,
  principal: principalEntity,
  providerAccount: providerAccountEntity,
  providerSession: providerSessionEntity,
  queuedDelivery: queuedDeliveryEntity,
  reminder: reminderEntity,
  session: sessionEntity,
  usedLogoutToken: usedLogoutTokenEntity,
  user: userEntity,
  webhook: webhookEntity,
  webhookCount: webhookCountEntity,
  webhookDelivery: webhookDeliveryEntity,
} satisfies Record<string, Entity>

export type EntityName = keyof typeof entities

export const entityNames = Object.keys(entities) as EntityName[]

/** A record with its attributes by name, its keys, and which entity wrote it. */
export type StoredRecord<Name extends EntityName = EntityName> = {
  [N in EntityName]: RecordOf<(typeof entities)[N]> &
    RecordKey & { __edb_e__: N } & { [index: `gsi${string}`]: string }
}[Name]

/** Any item of the table. Only its keys are certain. */
export type AnyRecord = RecordKey & Record<string, unknown>

/** Whether a record belongs to one of the entities. */
export function isKnown(record: AnyRecord): record is AnyRecord & StoredRecord {
  return Object.hasOwn(entities, String(record.__edb_e__))
}

/** Whether an attribute is a key of the table or of an index. */
export function isKeyName(name: string): boolean {
  return /^(gsi\d)?[ps]k$/.test(name)
}

/** A record of an item, whose attributes may be stored under shorter names. */
export function toStoredRecord(item: AnyRecord & StoredRecord): StoredRecord {
  const { __edb_e__ } = item
  const keys = Object.entries(item).filter(([name]) => isKeyName(name))
  const attributes = toRecord<Entity>(entities[__edb_e__], item)
  return { ...Object.fromEntries(keys), ...attributes, __edb_e__ } as StoredRecord
}
