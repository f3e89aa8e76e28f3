import type { EntityItem } from 'electrodb'
import { apiTokenEntity } from './entities/api-token.ts'
import { creationKeyEntity } from './entities/creation-key.ts'
import { accountDeletionEntity } from './entities/due/account-deletion.ts'
import { claimTimerEntity } from './entities/due/claim-timer.ts'
import { goalTimerEntity } from './entities/due/goal-timer.ts'
import { inboxMailEntity } from './entities/due/inbox-mail.ts'
import { memberRemovalEntity } from './entities/due/member-removal.ts'
import { organizationDeletionEntity } from './entities/due/organization-deletion.ts'
import { personTimerEntity } from './entities/due/person-timer.ts'
import { questionMailEntity } from './entities/due/question-mail.ts'
import { reminderEntity } from './entities/due/reminder.ts'
import { changeEntity } from './entities/events/change.ts'
import { eventEntity } from './entities/events/event.ts'
import { feedEndEntity } from './entities/events/feed-end.ts'
import { feedPageEntity } from './entities/events/feed-page.ts'
import { formatEntity } from './entities/format.ts'
import { goalLabelEntity } from './entities/goal-labels/goal-label.ts'
import { goalLabelDirectoryEntity } from './entities/goal-labels/goal-label-directory.ts'
import { goalLabelNameEntity } from './entities/goal-labels/goal-label-name.ts'
import { goalTemplateEntity } from './entities/goal-views/goal-template.ts'
import { goalViewEntity } from './entities/goal-views/goal-view.ts'
import { goalViewCountEntity } from './entities/goal-views/goal-view-count.ts'
import { goalCommentEntity } from './entities/goals/conversation/goal-comment.ts'
import { goalReviewerEntity } from './entities/goals/conversation/goal-reviewer.ts'
import { goalWatchEntity } from './entities/goals/conversation/goal-watch.ts'
import {
  goalAcknowledgementCountEntity,
  goalAcknowledgementEntity,
} from './entities/goals/goal-acknowledgement.ts'
import { goalCountEntity } from './entities/goals/goal-count.ts'
import { goalDeadlineEntity } from './entities/goals/goal-deadline.ts'
import { goalDraftEntity } from './entities/goals/goal-draft.ts'
import { goalEditEntity } from './entities/goals/goal-edit.ts'
import { goalLinksEntity } from './entities/goals/goal-links.ts'
import { goalPostingEntity } from './entities/goals/goal-posting.ts'
import { goalReportEntity } from './entities/goals/goal-report.ts'
import { goalReportKeyEntity } from './entities/goals/goal-report-key.ts'
import { goalReportRequestEntity } from './entities/goals/goal-report-request.ts'
import { goalLabelRowEntity, goalRowEntity } from './entities/goals/goal-row.ts'
import { goalStandingEntity } from './entities/goals/goal-standing.ts'
import { goalTextEntity } from './entities/goals/goal-text.ts'
import { goalTextPostingEntity, goalTextWordsEntity } from './entities/goals/goal-text-words.ts'
import {
  goalChildEntity,
  goalDependentEntity,
  goalEdgesEntity,
  goalNeighborsEntity,
  goalTreeEntity,
} from './entities/goals/goal-tree.ts'
import { goalWordsEntity } from './entities/goals/goal-words.ts'
import { goalQuestionEntity } from './entities/goals/work/goal-question.ts'
import { goalUsageEntity } from './entities/goals/work/goal-usage.ts'
import {
  goalClaimEntity,
  goalClaimRunEntity,
  goalHandoffEntity,
  openQuestionEntity,
  openReviewEntity,
} from './entities/goals/work/goal-work.ts'
import { inboxCountEntity } from './entities/inbox/inbox-count.ts'
import { inboxItemEntity } from './entities/inbox/inbox-item.ts'
import { oauthGrantEntity } from './entities/oauth/oauth-grant.ts'
import { oauthRecordEntity } from './entities/oauth/oauth-record.ts'
import { auditEntryEntity } from './entities/organizations/audit-entry.ts'
import { invitationEntity } from './entities/organizations/invitation.ts'
import { invitationAddressEntity } from './entities/organizations/invitation-address.ts'
import { membershipEntity } from './entities/organizations/membership.ts'
import { organizationEntity } from './entities/organizations/organization.ts'
import { accountLinkEntity } from './entities/people/account-link.ts'
import { pictureEntity } from './entities/people/picture.ts'
import { principalEntity } from './entities/people/principal.ts'
import { providerAccountEntity } from './entities/people/provider-sessions/provider-account.ts'
import { providerSessionEntity } from './entities/people/provider-sessions/provider-session.ts'
import { usedLogoutTokenEntity } from './entities/people/provider-sessions/used-logout-token.ts'
import { sessionEntity } from './entities/people/session.ts'
import { userEntity } from './entities/people/user.ts'
import { rateLimitCountEntity } from './entities/rate-limit-count.ts'
import { repairProgressEntity } from './entities/repair-progress.ts'
import { queuedDeliveryEntity } from './entities/webhooks/queued-delivery.ts'
import { webhookEntity } from './entities/webhooks/webhook.ts'
import { webhookCountEntity } from './entities/webhooks/webhook-count.ts'
import { webhookDeliveryEntity } from './entities/webhooks/webhook-delivery.ts'
import { type AnyEntity, type RecordKey, toRecord } from './entity.ts'
import { longId } from './short-id.ts'

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
  claimAlarm: claimTimerEntity,
  creationKey: creationKeyEntity,
  event: eventEntity,
  goalAlarm: goalTimerEntity,
  feedEnd: feedEndEntity,
  feedPage: feedPageEntity,
  goalComment: goalCommentEntity,
  goalCount: goalCountEntity,
  goalAcknowledgement: goalAcknowledgementEntity,
  goalAcknowledgementCount: goalAcknowledgementCountEntity,
  goalChild: goalChildEntity,
  goalClaim: goalClaimEntity,
  goalClaimRun: goalClaimRunEntity,
  goalDeadline: goalDeadlineEntity,
  goalDependent: goalDependentEntity,
  goalDraft: goalDraftEntity,
  goalEdges: goalEdgesEntity,
  goalEdit: goalEditEntity,
  goalHandoff: goalHandoffEntity,
  goalLabel: goalLabelEntity,
  goalLabelDirectory: goalLabelDirectoryEntity,
  goalLabelName: goalLabelNameEntity,
  goalLabelRow: goalLabelRowEntity,
  goalPosting: goalPostingEntity,
  goalTextPosting: goalTextPostingEntity,
  goalTextWords: goalTextWordsEntity,
  goalQuestion: goalQuestionEntity,
  goalReport: goalReportEntity,
  goalReportKey: goalReportKeyEntity,
  goalReportRequest: goalReportRequestEntity,
  goalReviewer: goalReviewerEntity,
  goalRow: goalRowEntity,
  goalStanding: goalStandingEntity,
  goalLinks: goalLinksEntity,
  goalNeighbors: goalNeighborsEntity,
  goalTemplate: goalTemplateEntity,
  goalText: goalTextEntity,
  goalTree: goalTreeEntity,
  goalUsage: goalUsageEntity,
  goalView: goalViewEntity,
  goalViewCount: goalViewCountEntity,
  goalWatch: goalWatchEntity,
  goalWords: goalWordsEntity,
  inboxCount: inboxCountEntity,
  inboxItem: inboxItemEntity,
  inboxMail: inboxMailEntity,
  invitation: invitationEntity,
  invitationAddress: invitationAddressEntity,
  format: formatEntity,
  memberRemoval: memberRemovalEntity,
  membership: membershipEntity,
  oauthGrant: oauthGrantEntity,
  oauthRecord: oauthRecordEntity,
  openQuestion: openQuestionEntity,
  openReview: openReviewEntity,
  organization: organizationEntity,
  organizationDeletion: organizationDeletionEntity,
  personAlarm: personTimerEntity,
  picture: pictureEntity,
  principal: principalEntity,
  providerAccount: providerAccountEntity,
  providerSession: providerSessionEntity,
  questionMail: questionMailEntity,
  queuedDelivery: queuedDeliveryEntity,
  reminder: reminderEntity,
  repairProgress: repairProgressEntity,
  session: sessionEntity,
  usedLogoutToken: usedLogoutTokenEntity,
  user: userEntity,
  webhook: webhookEntity,
  webhookCount: webhookCountEntity,
  webhookDelivery: webhookDeliveryEntity,
} satisfies Record<string, AnyEntity>

export type EntityName = keyof typeof entities

export const entityNames = Object.keys(entities) as EntityName[]

/** A record with its attributes by name, its keys, and which entity wrote it. */
export type StoredRecord<Name extends EntityName = EntityName> = {
  [N in EntityName]: EntityItem<(typeof entities)[N]> &
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
  const attributes = toRecord<AnyEntity>(entities[__edb_e__], item)
  return { ...Object.fromEntries(keys), ...attributes, __edb_e__ } as StoredRecord
}

/** Returns the organization that a record belongs to; undefined if it belongs to none. */
export function organizationOf(record: StoredRecord): string | undefined {
  if ('organizationId' in record) return record.organizationId
  return 'organizationKey' in record ? longId(record.organizationKey) : undefined
}
