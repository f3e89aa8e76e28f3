import type { EntityName } from '../../storage/table/entities.ts'

/**
 * The records of an organization: for each entity, by which step of its deletion the records go (`finish-deletion.ts`), or why they stay. An
 * entity without a line here does not compile, so that nobody forgets it.
 *
 * | Step | Which records | How they are found without a scan |
 * | --- | --- | --- |
 * | webhooks | webhook, its count, deliveries and queue | partition `h#o`; one more for each webhook |
 * | views | saved views, templates of goals and their counts | partition `s#o` |
 * | removals | of members who were removed | partition `m#o` |
 * | goals | everything of a goal | rows in gsi1 by status, then the goal's partition, and that of the goals that refer to it (`t#o#g`); postings by the words of the goal and of its long texts |
 * | counts | how many goals have which status and health, and how often edges changed | partition `t#o` |
 * | counts | who works on which goal, and open questions | partition `c#o` |
 * | counts | active goals by deadline | partition `y#o` |
 * | counts | which run works on which goal | partition `r#o` |
 * | members | membership, API tokens, creation keys, reminders, questions to be mailed, inboxes | gsi1 by organization; for each member: tokens in gsi1, keys by what their hash is of, the user's waiting reminders, partition `b#o#person` |
 * | formerMembers | API tokens and inboxes of who was a member | entries of the audit log about members, in gsi2, kept longer than any token |
 * | base | labels with names and directory, invitations with addresses | partition of the organization; names and addresses by key |
 * | logs | audit entries, events, pages and end of the feed, sums of what work has used | partitions `a#o`, `v#o`, `f#o`, `u#o` |
 */
export const recordsOfOrganizations = {
  accountDeletion: 'of an account',
  accountLink: 'of an account',
  apiToken: 'members',
  attemptCount: 'expires',
  auditEntry: 'logs',
  /** Done within seconds, by whoever handles changes. */
  change: 'expires',
  claimAlarm: 'goals',
  creationKey: 'members',
  event: 'logs',
  feedEnd: 'logs',
  feedPage: 'logs',
  goalAcknowledgement: 'goals',
  goalAcknowledgementCount: 'goals',
  goalAlarm: 'goals',
  goalChild: 'goals',
  goalClaim: 'counts',
  goalClaimRun: 'counts',
  goalComment: 'goals',
  goalCount: 'counts',
  goalDeadline: 'counts',
  goalDependent: 'goals',
  goalDraft: 'goals',
  goalEdges: 'counts',
  goalEdit: 'goals',
  goalHandoff: 'goals',
  goalLabel: 'base',
  goalLabelDirectory: 'base',
  goalLabelName: 'base',
  goalLabelRow: 'goals',
  goalLinks: 'goals',
  goalNeighbors: 'goals',
  goalPosting: 'goals',
  goalQuestion: 'goals',
  goalReport: 'goals',
  goalReportKey: 'goals',
  goalReportRequest: 'goals',
  goalReviewer: 'goals',
  goalRow: 'goals',
  goalStanding: 'goals',
  goalTemplate: 'views',
  goalText: 'goals',
  goalTextPosting: 'goals',
  goalTextWords: 'goals',
  goalTree: 'goals',
  goalUsage: 'logs',
  goalView: 'views',
  goalViewCount: 'views',
  goalWatch: 'goals',
  goalWords: 'goals',
  inboxCount: 'members',
  inboxItem: 'members',
  inboxMail: 'members',
  invitation: 'base',
  invitationAddress: 'base',
  format: 'of the table',
  memberRemoval: 'removals',
  membership: 'members',
  openQuestion: 'counts',
  openReview: 'counts',
  /** Deleted at once, by the request. */
  organization: 'request',
  /** Deleted when nothing else is left. */
  organizationDeletion: 'end',
  personAlarm: 'of an account',
  picture: 'of an account',
  principal: 'of an account',
  providerAccount: 'of an account',
  providerSession: 'of an account',
  queuedDelivery: 'webhooks',
  oauthGrant: 'members',
  oauthRecord: 'expires',
  questionMail: 'members',
  reminder: 'members',
  repairProgress: 'expires',
  session: 'of an account',
  /** Its list of organizations loses the organization. */
  user: 'of an account',
  usedLogoutToken: 'expires',
  webhook: 'webhooks',
  webhookCount: 'webhooks',
  webhookDelivery: 'webhooks',
} as const satisfies Record<EntityName, string>
