import type { GoalStatus } from '@cairn/contract/schemas/goals/goal-values'
import { newPerson, personKeyOf, personRecord } from '@cairn/domain/accounts/notifications/person'
import { ownHolder } from '@cairn/domain/goal-views/view-record'
import { reportKeyHash } from '@cairn/domain/goals/history/create-goal-update'
import { keyWord, wordsOf } from '@cairn/domain/goals/search/postings'
import { inboxKeyOf } from '@cairn/domain/inbox/read-inbox'
import { memberSortOf } from '@cairn/domain/organizations/rules'
import { webhookKeyOf } from '@cairn/domain/programs/webhooks/record/webhook-record'
import { createDatabase } from '@cairn/domain/storage/database/client'
import { keyOf, sortableName } from '@cairn/domain/storage/database/keys'
import { apiTokenEntity } from '@cairn/domain/storage/table/entities/api-token'
import { creationKeyEntity } from '@cairn/domain/storage/table/entities/creation-key'
import { claimTimerEntity } from '@cairn/domain/storage/table/entities/due/claim-timer'
import { timerOf } from '@cairn/domain/storage/table/entities/due/due-index'
import { goalTimerEntity } from '@cairn/domain/storage/table/entities/due/goal-timer'
import { inboxMailEntity } from '@cairn/domain/storage/table/entities/due/inbox-mail'
import { personTimerEntity } from '@cairn/domain/storage/table/entities/due/person-timer'
import { questionMailEntity } from '@cairn/domain/storage/table/entities/due/question-mail'
import { reminderEntity } from '@cairn/domain/storage/table/entities/due/reminder'
import { feedEndEntity } from '@cairn/domain/storage/table/entities/events/feed-end'
import { goalLabelEntity } from '@cairn/domain/storage/table/entities/goal-labels/goal-label'
import { goalLabelNameEntity } from '@cairn/domain/storage/table/entities/goal-labels/goal-label-name'
import { goalTemplateEntity } from '@cairn/domain/storage/table/entities/goal-views/goal-template'
import { goalViewEntity } from '@cairn/domain/storage/table/entities/goal-views/goal-view'
import { goalViewCountEntity } from '@cairn/domain/storage/table/entities/goal-views/goal-view-count'
import { goalCommentEntity } from '@cairn/domain/storage/table/entities/goals/conversation/goal-comment'
import { goalReviewerEntity } from '@cairn/domain/storage/table/entities/goals/conversation/goal-reviewer'
import { goalWatchEntity } from '@cairn/domain/storage/table/entities/goals/conversation/goal-watch'
import {
  goalAcknowledgementCountEntity,
  goalAcknowledgementEntity,
} from '@cairn/domain/storage/table/entities/goals/goal-acknowledgement'
import { goalDeadlineEntity } from '@cairn/domain/storage/table/entities/goals/goal-deadline'
import { goalDraftEntity } from '@cairn/domain/storage/table/entities/goals/goal-draft'
import { type EditContent, goalEditEntity } from '@cairn/domain/storage/table/entities/goals/goal-edit'
import { goalLinksEntity } from '@cairn/domain/storage/table/entities/goals/goal-links'
import { goalPostingEntity } from '@cairn/domain/storage/table/entities/goals/goal-posting'
import { goalReportEntity, type ReportContent } from '@cairn/domain/storage/table/entities/goals/goal-report'
import { goalReportKeyEntity } from '@cairn/domain/storage/table/entities/goals/goal-report-key'
import { goalReportRequestEntity } from '@cairn/domain/storage/table/entities/goals/goal-report-request'
import {
  encodeRow,
  goalKeyOf,
  goalLabelRowEntity,
  goalRowEntity,
  ownerKeyOf,
} from '@cairn/domain/storage/table/entities/goals/goal-row'
import { goalStandingEntity } from '@cairn/domain/storage/table/entities/goals/goal-standing'
import { goalTextEntity } from '@cairn/domain/storage/table/entities/goals/goal-text'
import {
  goalTextPostingEntity,
  goalTextWordsEntity,
} from '@cairn/domain/storage/table/entities/goals/goal-text-words'
import {
  goalChildEntity,
  goalDependentEntity,
  goalEdgesEntity,
  goalNeighborsEntity,
  goalTreeEntity,
  type StoredRollup,
} from '@cairn/domain/storage/table/entities/goals/goal-tree'
import { goalWordsEntity } from '@cairn/domain/storage/table/entities/goals/goal-words'
import { goalQuestionEntity } from '@cairn/domain/storage/table/entities/goals/work/goal-question'
import {
  actorKeyOf,
  goalUsageEntity,
  usageTimeToLive,
} from '@cairn/domain/storage/table/entities/goals/work/goal-usage'
import {
  goalClaimEntity,
  goalClaimRunEntity,
  goalHandoffEntity,
  openQuestionEntity,
  openReviewEntity,
} from '@cairn/domain/storage/table/entities/goals/work/goal-work'
import { inboxCountEntity } from '@cairn/domain/storage/table/entities/inbox/inbox-count'
import { inboxItemEntity } from '@cairn/domain/storage/table/entities/inbox/inbox-item'
import { invitationEntity } from '@cairn/domain/storage/table/entities/organizations/invitation'
import { invitationAddressEntity } from '@cairn/domain/storage/table/entities/organizations/invitation-address'
import { membershipEntity } from '@cairn/domain/storage/table/entities/organizations/membership'
import { organizationEntity } from '@cairn/domain/storage/table/entities/organizations/organization'
import { pictureEntity } from '@cairn/domain/storage/table/entities/people/picture'
import { principalEntity } from '@cairn/domain/storage/table/entities/people/principal'
import { sessionEntity } from '@cairn/domain/storage/table/entities/people/session'
import { userEntity } from '@cairn/domain/storage/table/entities/people/user'
import { repairProgressEntity } from '@cairn/domain/storage/table/entities/repair-progress'
import { queuedDeliveryEntity } from '@cairn/domain/storage/table/entities/webhooks/queued-delivery'
import { webhookEntity } from '@cairn/domain/storage/table/entities/webhooks/webhook'
import { webhookCountEntity } from '@cairn/domain/storage/table/entities/webhooks/webhook-count'
import {
  type DeliveredEvent,
  webhookDeliveryEntity,
} from '@cairn/domain/storage/table/entities/webhooks/webhook-delivery'
import { type Item, toItem } from '@cairn/domain/storage/table/entity'
import { shortHash, shortId } from '@cairn/domain/storage/table/short-id'

/** Creates keys only, without a connection; nothing listens at its endpoint. */
export const database = createDatabase({
  tableName: 'keys',
  endpoint: 'http://127.0.0.1:1',
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
})

/** The parts of all keys. The service chooses the ids; clients choose the rest. */
export type Parts = {
  organizationId: string
  otherId: string
  thirdId: string
  userId: string
  email: string
  name: string
  idempotencyKey: string
  revision: number
  time: string
  /** Of a goal. Default: active. */
  status?: GoalStatus
}

/** The keys of a record in the table and in its indexes. */
export type Keys = { pk: string; sk: string } & { [index: `gsi${string}`]: string }

type Kind = {
  /** The parts that identify a record of the kind. */
  identity: (parts: Parts) => unknown[]
  put: (parts: Parts) => Item
}

const times = ({ time }: Parts) => ({ createdAt: time, updatedAt: time })
const authors = { createdByUserId: 'email:x', updatedByUserId: 'email:x' }

const goalKey = ({ organizationId, otherId }: Parts) => goalKeyOf({ organizationId, goalId: otherId })

const webhookKey = ({ organizationId, otherId }: Parts) =>
  webhookKeyOf({ organizationId, webhookId: otherId })

/** The first word of the name, in the form of its key. */
const wordIn = ({ name }: Parts) => keyWord(wordsOf(name)[0] ?? 'x')

function rowOf(parts: Parts) {
  return encodeRow({
    organizationId: parts.organizationId,
    goalId: parts.otherId,
    title: 'x',
    status: parts.status ?? 'active',
    timeframe: { kind: 'continuous' },
    ownerUserId: parts.userId,
    labelIds: [],
    parentGoalId: parts.thirdId,
    blockedByGoalIds: [parts.thirdId],
    counts: { criteria: 0, met: 0, notMet: 0, measures: 0, confirmed: 0 },
    recentHealth: [],
    revision: 1,
    version: 1,
    textVersion: 1,
    standingVersion: 1,
    textBytes: 0,
    historyHash: '0'.repeat(64),
    ...authors,
    ...times(parts),
  })
}

const rollup: StoredRollup = { c: 2, o: 1, s: [1, 0, 1, 0], h: [0, 1, 0, 0], p: 0.5, w: 'x' }

/** Every kind of record in the table, as the service writes it. */
export const kinds = {
  user: {
    identity: ({ userId }) => [userId],
    put: ({ userId, time, organizationId }) =>
      toItem(userEntity, {
        userKey: keyOf(userId),
        userId,
        displayName: 'x',
        email: 'x',
        activeOrganizationId: organizationId,
        organizationIds: [organizationId],
        createdAt: time,
      }),
  },
  membership: {
    identity: ({ userId, organizationId }) => [userId, organizationId],
    put: ({ userId, organizationId, name, time }) =>
      toItem(membershipEntity, {
        userKey: keyOf(userId),
        organizationId,
        userId,
        displayName: name,
        email: 'x',
        role: 'member',
        memberSort: memberSortOf('member', name),
        joinedAt: time,
        joinId: organizationId,
      }),
  },
  organization: {
    identity: ({ organizationId }) => [organizationId],
    put: (parts) =>
      toItem(organizationEntity, {
        organizationId: parts.organizationId,
        name: parts.name,
        createdByUserId: 'email:x',
        ...times(parts),
      }),
  },
  picture: {
    identity: ({ userId }) => [userId],
    put: ({ userId, time }) =>
      toItem(pictureEntity, {
        personKey: personKeyOf(userId),
        userId,
        pictureId: '2c26b46b68ffc68ff99b453c1d304134',
        content: Uint8Array.of(82, 73, 70, 70),
        createdAt: time,
      }),
  },
  principal: {
    identity: ({ email }) => [email],
    put: ({ email, time }) =>
      toItem(principalEntity, {
        emailKey: keyOf(email),
        email,
        userId: 'email:x',
        displayName: 'x',
        passwordHash: 'x',
        createdAt: time,
      }),
  },
  session: {
    identity: ({ userId, otherId }) => [userId, otherId],
    put: ({ userId, otherId, time }) =>
      toItem(sessionEntity, {
        userKey: keyOf(userId),
        sessionHash: keyOf(otherId),
        userId,
        displayName: 'x',
        email: 'x',
        createdAt: time,
        expiresAt: time,
        generation: 0,
        lastUsedAt: time,
        ttl: 0,
      }),
  },
  invitation: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: ({ organizationId, otherId, email, time }) =>
      toItem(invitationEntity, {
        organizationId,
        invitationId: otherId,
        email,
        role: 'member',
        status: 'pending',
        tokenHash: 'x',
        invitedByUserId: 'email:x',
        expiresAt: time,
        createdAt: time,
      }),
  },
  invitationAddress: {
    identity: ({ organizationId, email }) => [organizationId, email],
    put: ({ organizationId, email, otherId, time }) =>
      toItem(invitationAddressEntity, {
        organizationId,
        emailKey: keyOf(email),
        invitationId: otherId,
        expiresAt: time,
        ttl: 0,
        invitedByUserId: 'email:x',
        createdAt: time,
        role: 'member',
      }),
  },
  apiToken: {
    identity: ({ otherId }) => [otherId],
    put: ({ otherId, userId, organizationId, name, time }) =>
      toItem(apiTokenEntity, {
        tokenId: otherId,
        userKey: keyOf(userId),
        userId,
        organizationId,
        joinId: organizationId,
        name,
        kind: 'client',
        scopes: ['goals:read'],
        secretHash: 'x',
        listing: 'listed',
        expiresAt: time,
        createdAt: time,
        ttl: 0,
      }),
  },
  creationKey: {
    identity: ({ userId, idempotencyKey }) => [userId, idempotencyKey],
    put: ({ userId, idempotencyKey, time }) =>
      toItem(creationKeyEntity, {
        callerKey: keyOf(userId),
        keyHash: keyOf(idempotencyKey),
        fingerprint: 'x',
        createdId: 'x',
        expiresAt: time,
        ttl: 0,
      }),
  },
  goalRow: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) => toItem(goalRowEntity, rowOf(parts)),
  },
  goalStanding: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) =>
      toItem(goalStandingEntity, {
        ...goalKey(parts),
        version: parts.revision,
        verdicts: {},
        values: {},
      }),
  },
  goalText: {
    identity: ({ organizationId, otherId, revision }) => [organizationId, otherId, revision],
    put: (parts) =>
      toItem(goalTextEntity, {
        ...goalKey(parts),
        version: parts.revision,
        detailedDescription: 'x',
        criteria: [],
        measures: [],
      }),
  },
  goalReport: {
    identity: ({ organizationId, otherId, revision }) => [organizationId, otherId, revision],
    put: (parts) =>
      toItem(goalReportEntity, {
        ...goalKey(parts),
        revision: parts.revision,
        content: {} as ReportContent,
        acknowledgements: {},
        previous: null,
      }),
  },
  goalAcknowledgement: {
    identity: ({ organizationId, otherId, revision, userId }) => [organizationId, otherId, revision, userId],
    put: (parts) =>
      toItem(goalAcknowledgementEntity, {
        ...goalKey(parts),
        revision: parts.revision,
        userKey: shortHash(parts.userId),
        userId: parts.userId,
        at: parts.time,
        number: 1,
        reportId: parts.thirdId,
      }),
  },
  goalAcknowledgementCount: {
    identity: ({ organizationId, otherId, revision }) => [organizationId, otherId, revision],
    put: (parts) =>
      toItem(goalAcknowledgementCountEntity, {
        ...goalKey(parts),
        revision: parts.revision,
        count: 1,
        first: [{ userId: parts.userId, at: parts.time }],
      }),
  },
  goalDeadline: {
    identity: ({ organizationId, otherId, time }) => [organizationId, otherId, time.slice(0, 10)],
    put: (parts) => toItem(goalDeadlineEntity, { ...goalKey(parts), date: parts.time.slice(0, 10) }),
  },
  goalComment: {
    identity: ({ organizationId, otherId, thirdId }) => [organizationId, otherId, thirdId],
    put: (parts) =>
      toItem(goalCommentEntity, {
        ...goalKey(parts),
        commentId: parts.thirdId,
        revision: 7,
        version: 2,
        content: {
          text: 'x',
          mentionedUserIds: [parts.userId],
          actor: { kind: 'client', id: parts.userId, runId: null },
          actorName: 'x',
          authorityUserId: parts.userId,
          authorKey: 'api_token:x',
          createdAt: parts.time,
          editedAt: parts.time,
        },
      }),
  },
  goalWatch: {
    identity: ({ organizationId, otherId, userId }) => [organizationId, otherId, userId],
    put: (parts) =>
      toItem(goalWatchEntity, {
        ...goalKey(parts),
        userKey: shortHash(parts.userId),
        userId: parts.userId,
        watching: true,
        at: 1,
      }),
  },
  goalReviewer: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) => toItem(goalReviewerEntity, { ...goalKey(parts), userKey: shortHash(parts.userId) }),
  },
  goalLinks: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) =>
      toItem(goalLinksEntity, {
        ...goalKey(parts),
        version: 1,
        fromKey: shortId(parts.thirdId),
        byKeys: [shortId(parts.thirdId)],
      }),
  },
  goalDraft: {
    identity: ({ organizationId, otherId, userId }) => [organizationId, otherId, userId],
    put: (parts) =>
      toItem(goalDraftEntity, {
        ...goalKey(parts),
        userKey: shortHash(parts.userId),
        content: '{"summary":"x"}',
        updatedAt: parts.time,
        expiresAt: parts.time,
        ttl: 1,
      }),
  },
  goalTemplate: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) =>
      toItem(goalTemplateEntity, {
        organizationKey: shortId(parts.organizationId),
        templateKey: shortId(parts.otherId),
        version: 1,
        name: 'x',
        content: {
          title: null,
          detailedDescription: 'x',
          labelIds: [parts.thirdId],
          cadence: null,
          criteria: [],
          measures: [],
        },
        ...times(parts),
      }),
  },
  goalReportRequest: {
    identity: ({ organizationId, otherId, userId }) => [organizationId, otherId, userId],
    put: (parts) =>
      toItem(goalReportRequestEntity, {
        ...goalKey(parts),
        userKey: shortHash(parts.userId),
        expiresAt: parts.time,
        ttl: 1,
      }),
  },
  goalQuestion: {
    identity: ({ organizationId, otherId, thirdId }) => [organizationId, otherId, thirdId],
    put: (parts) =>
      toItem(goalQuestionEntity, {
        ...goalKey(parts),
        questionId: parts.thirdId,
        state: 'answered',
        endsAt: 2,
        askedUserIds: [parts.userId],
        content: {
          text: 'x',
          options: ['y'],
          actor: { kind: 'client', id: parts.userId, runId: null },
          actorName: 'x',
          authorityUserId: parts.userId,
          askerKey: 'api_token:x',
          createdAt: parts.time,
        },
        answer: { option: 'y', text: null, userId: parts.userId, answeredAt: parts.time },
      }),
  },
  questionMail: {
    identity: ({ userId, thirdId }) => [userId, thirdId],
    put: ({ userId, organizationId, otherId, thirdId }) => {
      const personKey = personKeyOf(userId)
      const goal = goalKeyOf({ organizationId, goalId: otherId })
      return toItem(questionMailEntity, {
        personKey,
        userId,
        ...goal,
        questionId: thirdId,
        ...timerOf(personKey, 1),
      })
    },
  },
  inboxItem: {
    identity: ({ organizationId, userId, thirdId }) => [organizationId, userId, thirdId],
    put: (parts) =>
      toItem(inboxItemEntity, {
        ...inboxKeyOf(parts),
        itemId: parts.thirdId,
        goalKey: shortId(parts.otherId),
        kind: 'reported',
        actor: { kind: 'agent', id: parts.userId, runId: null },
        actorName: 'x',
        ref: { revision: 1 },
        joinId: 'x',
        readAt: 1,
        ttl: 1,
      }),
  },
  inboxCount: {
    identity: ({ organizationId, userId }) => [organizationId, userId],
    put: (parts) =>
      toItem(inboxCountEntity, {
        ...inboxKeyOf(parts),
        userId: parts.userId,
        joinId: 'x',
        version: 1,
        days: { x: 1 },
        until: parts.thirdId,
        untilAt: 1,
        kept: [parts.otherId],
      }),
  },
  inboxMail: {
    identity: ({ organizationId, userId, thirdId }) => [organizationId, userId, thirdId],
    put: ({ userId, organizationId, thirdId }) =>
      toItem(inboxMailEntity, {
        personKey: personKeyOf(userId),
        organizationKey: shortId(organizationId),
        itemId: thirdId,
        kind: 'mentioned',
        addedAt: 1,
      }),
  },
  claimAlarm: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) =>
      toItem(claimTimerEntity, { ...goalKey(parts), ...timerOf(parts.otherId, Date.parse(parts.time)) }),
  },
  goalUsage: {
    identity: ({ organizationId, otherId, userId, time }) => [
      organizationId,
      otherId,
      userId,
      time.slice(0, 10),
    ],
    put: (parts) => {
      const actor = { kind: 'client' as const, id: parts.userId }
      return toItem(goalUsageEntity, {
        ...goalKey(parts),
        day: parts.time.slice(0, 10),
        actorKey: actorKeyOf(actor),
        actor,
        actorName: 'x',
        inputTokens: 1,
        outputTokens: 2,
        seconds: 3,
        costMicros: 4,
        reports: 1,
        ttl: usageTimeToLive('2026-11-20'),
      })
    },
  },
  goalEdit: {
    identity: ({ organizationId, otherId, revision }) => [organizationId, otherId, revision],
    put: (parts) =>
      toItem(goalEditEntity, {
        ...goalKey(parts),
        version: parts.revision,
        content: {} as EditContent,
      }),
  },
  goalReportKey: {
    identity: ({ organizationId, otherId, idempotencyKey }) => [organizationId, otherId, idempotencyKey],
    put: (parts) =>
      toItem(goalReportKeyEntity, {
        ...goalKey(parts),
        keyHash: reportKeyHash(parts.idempotencyKey),
        fingerprint: 'x',
        revision: parts.revision,
      }),
  },
  goalClaim: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) =>
      toItem(goalClaimEntity, {
        ...goalKey(parts),
        fence: 1_795_000_000_000,
        holderKey: `api_token:${parts.thirdId}`,
        runId: 'x',
        endsAt: 1_795_000_900_000,
        content: {
          holder: { kind: 'agent', id: parts.thirdId, runId: 'x', displayName: 'x' },
          userId: parts.userId,
          externalUrl: 'https://example.com',
          note: 'x',
          claimedAt: 1_795_000_000_000,
        },
        ttl: 1_795_000_000,
      }),
  },
  goalClaimRun: {
    identity: ({ organizationId, name }) => [organizationId, name],
    put: (parts) =>
      toItem(goalClaimRunEntity, {
        ...goalKey(parts),
        runKey: shortHash(parts.name),
        fence: 1,
        ttl: 1_795_000_000,
      }),
  },
  openQuestion: {
    identity: ({ organizationId, otherId, thirdId }) => [organizationId, otherId, thirdId],
    put: (parts) =>
      toItem(openQuestionEntity, {
        ...goalKey(parts),
        questionId: parts.thirdId,
        askedUserIds: [parts.userId],
        createdAt: 1,
        endsAt: 2,
        ttl: 3,
      }),
  },
  openReview: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) =>
      toItem(openReviewEntity, {
        ...goalKey(parts),
        title: 'x',
        ownerUserId: parts.userId,
        reviewerUserId: parts.userId,
        reports: [{ revision: 2, at: 1, userId: parts.userId, count: 3 }],
      }),
  },
  goalHandoff: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) =>
      toItem(goalHandoffEntity, {
        ...goalKey(parts),
        text: 'x',
        revision: parts.revision,
        createdAt: '2026-11-20T10:00:00.000Z',
        actor: { kind: 'agent', id: parts.thirdId, runId: null },
        actorName: 'x',
      }),
  },
  goalTree: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) =>
      toItem(goalTreeEntity, {
        ...goalKey(parts),
        parentKey: shortId(parts.thirdId),
        below1: 1,
        below2: 2,
        below3: 3,
        below4: 4,
        rollup,
        stamp: 'x',
      }),
  },
  goalNeighbors: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) => {
      const copy = { id: parts.thirdId, title: 'x', ownerKey: ownerKeyOf(parts.userId) }
      const blockers = [{ ...copy, status: 'paused' as const }]
      return toItem(goalNeighborsEntity, { ...goalKey(parts), ancestors: [copy], blockers, stamp: 'x' })
    },
  },
  goalChild: {
    identity: ({ organizationId, otherId, thirdId }) => [organizationId, otherId, thirdId],
    put: (parts) =>
      toItem(goalChildEntity, {
        ...goalKey(parts),
        childKey: shortId(parts.thirdId),
        facts: {
          s: 'active',
          h: 'on_track',
          p: 0.5,
          k: 2,
          w: ownerKeyOf(parts.userId),
          f: 'c',
          c: 7,
          l: Date.parse(parts.time),
          a: Date.parse(parts.time),
          m: 1,
          r: rollup,
        },
        stamp: 'x',
      }),
  },
  goalDependent: {
    identity: ({ organizationId, otherId, thirdId }) => [organizationId, otherId, thirdId],
    put: (parts) =>
      toItem(goalDependentEntity, {
        ...goalKey(parts),
        dependentKey: shortId(parts.thirdId),
        version: parts.revision,
      }),
  },
  goalEdges: {
    identity: ({ organizationId }) => [organizationId],
    put: ({ organizationId }) =>
      toItem(goalEdgesEntity, { organizationKey: shortId(organizationId), changes: 1 }),
  },
  goalWords: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) => toItem(goalWordsEntity, { ...goalKey(parts), words: 'x' }),
  },
  goalPosting: {
    identity: (parts) => [parts.organizationId, parts.otherId, wordIn(parts)],
    put: (parts) => {
      const word = wordIn(parts)
      return toItem(goalPostingEntity, { ...goalKey(parts), initial: [...word][0] ?? '', word })
    },
  },
  goalTextWords: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) =>
      toItem(goalTextWordsEntity, { ...goalKey(parts), stamp: 1, texts: { d: { v: 1, w: 'x' } } }),
  },
  goalTextPosting: {
    identity: (parts) => [parts.organizationId, parts.otherId, wordIn(parts)],
    put: (parts) => {
      const word = wordIn(parts)
      const initial = [...word][0] ?? ''
      return toItem(goalTextPostingEntity, { ...goalKey(parts), initial, word, place: 'd', text: word })
    },
  },
  goalAlarm: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) =>
      toItem(goalTimerEntity, {
        ...goalKey(parts),
        ...timerOf(parts.otherId, Date.parse(parts.time)),
        since: 0,
      }),
  },
  personAlarm: {
    identity: ({ userId }) => [userId],
    put: ({ userId, time }) => toItem(personTimerEntity, personRecord(newPerson(userId, new Date(time)))),
  },
  reminder: {
    identity: ({ userId, otherId }) => [userId, otherId],
    put: ({ userId, organizationId, otherId }) => {
      const goal = goalKeyOf({ organizationId, goalId: otherId })
      return toItem(reminderEntity, { personKey: personKeyOf(userId), ...goal, kind: 'report', due: 0 })
    },
  },
  feedEnd: {
    identity: ({ organizationId }) => [organizationId],
    put: ({ organizationId, revision }) =>
      toItem(feedEndEntity, { organizationKey: shortId(organizationId), page: revision }),
  },
  repairProgress: {
    identity: ({ organizationId }) => [organizationId],
    put: ({ organizationId, time }) =>
      toItem(repairProgressEntity, {
        scope: organizationId,
        steps: 'x',
        round: 0,
        startedAt: time,
        counts: {},
        expiresAt: time,
        ttl: 0,
      }),
  },
  goalLabelRow: {
    identity: ({ organizationId, otherId, thirdId }) => [organizationId, otherId, thirdId],
    put: (parts) => toItem(goalLabelRowEntity, { ...rowOf(parts), labelKey: shortId(parts.thirdId) }),
  },
  goalLabel: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) =>
      toItem(goalLabelEntity, {
        organizationId: parts.organizationId,
        labelId: parts.otherId,
        name: parts.name,
        nameSort: sortableName(parts.name),
        useCount: 0,
        ...authors,
        ...times(parts),
      }),
  },
  goalLabelName: {
    // The contract compares names case-insensitively, so names that differ only in case share a key.
    identity: ({ organizationId, name }) => [organizationId, name.normalize('NFC').toLowerCase()],
    put: ({ organizationId, name, otherId }) =>
      toItem(goalLabelNameEntity, {
        organizationId,
        nameKey: keyOf(name.normalize('NFC').toLowerCase()),
        labelId: otherId,
      }),
  },
  goalView: {
    identity: ({ organizationId, userId, otherId }) => [organizationId, userId, otherId],
    put: (parts) =>
      toItem(goalViewEntity, {
        ...ownHolder(parts.organizationId, parts.userId),
        viewKey: shortId(parts.otherId),
        version: 1,
        name: parts.name,
        query: 'x',
        ...times(parts),
      }),
  },
  goalViewCount: {
    identity: ({ organizationId, userId }) => [organizationId, userId],
    put: ({ organizationId, userId }) =>
      toItem(goalViewCountEntity, { ...ownHolder(organizationId, userId), count: 1 }),
  },
  webhook: {
    identity: ({ organizationId, otherId }) => [organizationId, otherId],
    put: (parts) =>
      toItem(webhookEntity, {
        ...webhookKey(parts),
        version: 1,
        state: 'active',
        url: 'x',
        format: 'standard',
        secret: 'x',
        failures: 0,
        position: { page: 0, index: 0 },
        sequence: 0,
        recoveries: 0,
        createdByUserId: 'email:x',
        ...times(parts),
        ...timerOf(parts.otherId, Date.parse(parts.time)),
      }),
  },
  webhookCount: {
    identity: ({ organizationId }) => [organizationId],
    put: ({ organizationId }) =>
      toItem(webhookCountEntity, { organizationKey: shortId(organizationId), count: 1 }),
  },
  webhookDelivery: {
    identity: ({ organizationId, otherId, thirdId }) => [organizationId, otherId, thirdId],
    put: (parts) =>
      toItem(webhookDeliveryEntity, {
        ...webhookKey(parts),
        deliveryId: parts.thirdId,
        version: 1,
        state: 'pending',
        event: {} as DeliveredEvent,
        attempts: [],
        attemptCount: 0,
        createdAt: parts.time,
      }),
  },
  queuedDelivery: {
    identity: ({ organizationId, otherId, revision }) => [organizationId, otherId, revision],
    put: (parts) =>
      toItem(queuedDeliveryEntity, {
        ...webhookKey(parts),
        sequence: parts.revision,
        deliveryId: parts.thirdId,
        orderingKey: 'x',
        nextAttemptAt: 0,
        recoveries: 0,
      }),
  },
} satisfies Record<string, Kind>

export type KindName = keyof typeof kinds
export const kindNames = Object.keys(kinds) as KindName[]

export function keysOf(kind: KindName, parts: Parts): Keys {
  const item = kinds[kind].put(parts)
  return Object.fromEntries(Object.entries(item).filter(([name]) => /^(gsi\d)?[ps]k$/.test(name))) as Keys
}

/** Equal for two records if and only if they are the same record. */
export function identityOf(kind: KindName, parts: Parts): string {
  const { identity }: Kind = kinds[kind]
  return JSON.stringify([kind, ...identity(parts)])
}
