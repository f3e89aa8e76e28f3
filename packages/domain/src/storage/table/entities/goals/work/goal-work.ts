/**
 * Claims, open questions and open reviews of an organization: small records in one partition, so that a list reads
 * all of them in one query beside its rows. A renewal writes a claim and nothing else.
 */
import type { NamedActor } from '@cairn/contract/schemas/actors'
import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../../lazy-entity.ts'

const workPartition = {
  field: 'pk',
  composite: ['organizationKey'],
  template: 'c#${organizationKey}',
  casing: 'none',
} as const

/** The work as its holder described it. */
export type ClaimContent = {
  holder: NamedActor
  /** The user in whose name the holder works. */
  userId: string
  externalUrl?: string
  note?: string
  /** In Unix milliseconds. */
  claimedAt: number
}

/**
 * The latest claim on a goal. It is current until `endsAt`, by the clock of whoever asks, and if it has not ended. One that has ended keeps its fence
 * for a day, so that fences only rise. One that expired stays: the goal needs attention until somebody claims or reports.
 */
export const goalClaimEntity = lazyEntity({
  model: { entity: 'goalClaim', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** The time of the claim in Unix milliseconds, or one more than the fence before. */
    fence: { type: 'number', field: 'f', required: true },
    /** The credential that holds the goal: its kind and id. */
    holderKey: { type: 'string', field: 'h', required: true },
    /** Absent: the holder named no run. */
    runId: { type: 'string', field: 'r' },
    /** In Unix milliseconds; 0 if it has ended. */
    endsAt: { type: 'number', field: 'x', required: true },
    /** Absent if it has ended. */
    content: { type: CustomAttributeType<ClaimContent>('any'), field: 'c' },
    /** In Unix seconds: the table's time to live, of a claim that has ended. */
    ttl: { type: 'number' },
  },
  indexes: {
    record: {
      pk: workPartition,
      sk: { field: 'sk', composite: ['goalKey'], template: '${goalKey}#c', casing: 'none' },
    },
  },
})
export type GoalClaimRecord = EntityItem<typeof goalClaimEntity>

/** The goal that a run of a program has got by asking for the next one. */
export const goalClaimRunEntity = lazyEntity({
  model: { entity: 'goalClaimRun', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    /** A hash of the credential and the run. */
    runKey: { type: 'string', field: 'k', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    fence: { type: 'number', field: 'f', required: true },
    /** In Unix seconds: the table's time to live. */
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: {
        field: 'pk',
        composite: ['organizationKey'],
        template: 'r#${organizationKey}',
        casing: 'none',
      },
      sk: { field: 'sk', composite: ['runKey'], template: '${runKey}', casing: 'none' },
    },
  },
})
export type GoalClaimRunRecord = EntityItem<typeof goalClaimRunEntity>

/** The mark of an open question. Deleted with its answer; the table deletes it some time after it has expired. */
export const openQuestionEntity = lazyEntity({
  model: { entity: 'openQuestion', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    questionId: { type: 'string', field: 'i', required: true },
    /** The users that were asked. */
    askedUserIds: { type: CustomAttributeType<string[]>('any'), field: 'u', required: true },
    /** The user who asked. Absent if a program did. */
    askedBy: { type: 'string', field: 'b' },
    /** In Unix milliseconds. */
    createdAt: { type: 'number', field: 't', required: true },
    endsAt: { type: 'number', field: 'x', required: true },
    /** In Unix seconds: the table's time to live. */
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: workPartition,
      sk: {
        field: 'sk',
        composite: ['goalKey', 'questionId'],
        template: '${goalKey}#q#${questionId}',
        casing: 'none',
      },
    },
  },
})
export type OpenQuestionRecord = EntityItem<typeof openQuestionEntity>

/** A report whose verdicts somebody else has to confirm: who judged, when (in Unix milliseconds), and how many criteria. */
export type ReviewedReport = { revision: number; at: number; userId: string; count: number }

/** That somebody has to confirm what reports on an active goal say is met. Derived from the goal, in its own transactions. */
export const openReviewEntity = lazyEntity({
  model: { entity: 'openReview', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    title: { type: 'string', field: 't', required: true },
    /** Absent: nobody. */
    ownerUserId: { type: 'string', field: 'w' },
    reviewerUserId: { type: 'string', field: 'v' },
    /** Oldest first. */
    reports: { type: CustomAttributeType<ReviewedReport[]>('any'), field: 'r', required: true },
  },
  indexes: {
    record: {
      pk: workPartition,
      sk: { field: 'sk', composite: ['goalKey'], template: '${goalKey}#v', casing: 'none' },
    },
  },
})
export type OpenReviewRecord = EntityItem<typeof openReviewEntity>

/** Longer than the clocks of readers differ, in seconds. */
const keptSeconds = 86_400

/** Returns when the table deletes a question that has expired, in Unix seconds. */
export function openQuestionTimeToLive(endsAt: number): number {
  return Math.ceil(endsAt / 1000) + keptSeconds
}

/** The latest hand-off of a goal, beside its row. */
export const goalHandoffEntity = lazyEntity({
  model: { entity: 'goalHandoff', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    text: { type: 'string', field: 't', required: true },
    revision: { type: 'number', field: 'r', required: true },
    createdAt: { type: 'string', field: 'a', required: true },
    actor: { type: CustomAttributeType<GoalUpdate['actor']>('any'), field: 'w', required: true },
    /** Of a program. */
    actorName: { type: 'string', field: 'n' },
  },
  indexes: {
    record: {
      pk: {
        field: 'pk',
        composite: ['organizationKey', 'goalKey'],
        template: 'g#${organizationKey}#${goalKey}',
        casing: 'none',
      },
      sk: { field: 'sk', composite: [], template: 'h', casing: 'none' },
    },
  },
})
export type GoalHandoffRecord = EntityItem<typeof goalHandoffEntity>
