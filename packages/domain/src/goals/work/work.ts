/** Work on goals as readers of goals see it: who works on a goal, and which questions and reviews wait for people. */

import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { NamedActor } from '@cairn/contract/schemas/actors'
import type { GoalClaim, GoalHandoff } from '@cairn/contract/schemas/goals/goal-work'
import { actorOf } from '../../requests/access.ts'
import { timestampOf } from '../../requests/context.ts'
import type { Database } from '../../storage/database/client.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalClaimRecord,
  type GoalHandoffRecord,
  goalClaimEntity,
  goalHandoffEntity,
  type OpenQuestionRecord,
  type OpenReviewRecord,
  openQuestionEntity,
  openReviewEntity,
} from '../../storage/table/entities/goals/work/goal-work.ts'
import { type Item, partitionKeyOf, type RecordKey, recordsOf } from '../../storage/table/entity.ts'
import { longId, shortId } from '../../storage/table/short-id.ts'
import { hasTrait, isKnownTo } from '../record/traits.ts'

export type GoalWork = {
  /** The latest claim, which may have ended or expired. */
  claim: GoalClaimRecord | null
  /** Questions that nobody has answered or withdrawn. They may have expired. */
  questions: readonly OpenQuestionRecord[]
  /** The reports that somebody has to confirm. */
  review: OpenReviewRecord | null
  /** Only read for whole goals. */
  handoff: GoalHandoffRecord | null
}

export const noWork: GoalWork = { claim: null, questions: [], review: null, handoff: null }

type GoalId = { organizationId: string; goalId: string }

/**
 * Reads the work on one goal, strongly consistent: in parallel with its row if its organization is known to have any; otherwise it takes
 * another round trip, the first time.
 */
export async function readGoalWork(database: Database, goal: GoalId): Promise<GoalWork> {
  if (!(await hasTrait(database, goal.organizationId, 'hasWork'))) return noWork
  const key = goalKeyOf(goal)
  const [work, handoff] = await Promise.all([
    queryWork(database, key.organizationKey, key.goalKey),
    readRecord(database, goalHandoffEntity, key),
  ]).then(([work, handoff]) => [work.get(goal.goalId) ?? noWork, handoff] as const)
  return { ...work, handoff }
}

/** The work on the goals of an organization, by goal. */
export type OrganizationWork = ReadonlyMap<string, GoalWork>

/**
 * Reads the work on all goals of an organization: one query beside the rows of a list. Strongly consistent. Starts at once if the
 * organization is known to have any.
 */
export async function readOrganizationWork(
  database: Database,
  organizationId: string,
): Promise<OrganizationWork> {
  if (!isKnownTo(database, organizationId, 'hasWork')) {
    if (!(await hasTrait(database, organizationId, 'hasWork'))) return new Map()
  }
  return queryWork(database, shortId(organizationId))
}

async function queryWork(
  database: Database,
  organizationKey: string,
  goalKey?: string,
): Promise<OrganizationWork> {
  const work = new Map<
    string,
    {
      claim: GoalClaimRecord | null
      questions: OpenQuestionRecord[]
      review: OpenReviewRecord | null
      handoff: null
    }
  >()
  const of = (key: string) => {
    const id = longId(key)
    const known = work.get(id) ?? { claim: null, questions: [], review: null, handoff: null }
    work.set(id, known)
    return known
  }
  for await (const items of pagesOfWork(database, organizationKey, { goalKey })) {
    for (const claim of recordsOf(goalClaimEntity, items)) of(claim.goalKey).claim = claim
    for (const question of recordsOf(openQuestionEntity, items)) of(question.goalKey).questions.push(question)
    for (const review of recordsOf(openReviewEntity, items)) of(review.goalKey).review = review
  }
  return work
}

/** Returns the keys of the records of work on a goal that are not in its own partition: its claim, its open questions and its open review. Consistent. */
export async function readWorkKeys(database: Database, goal: GoalId): Promise<RecordKey[]> {
  const { organizationKey, goalKey } = goalKeyOf(goal)
  const keys: RecordKey[] = []
  const pages = pagesOfWork(database, organizationKey, { goalKey, projection: 'pk, sk' })
  for await (const items of pages) keys.push(...(items as RecordKey[]))
  return keys
}

/** Yields the claims, open questions and open reviews of an organization, or of one of its goals. Strongly consistent. */
async function* pagesOfWork(
  { client, tableName }: Database,
  organizationKey: string,
  { goalKey, projection }: { goalKey?: string | undefined; projection?: string },
): AsyncGenerator<Item[]> {
  let after: Item | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: tableName,
        ConsistentRead: true,
        KeyConditionExpression: goalKey === undefined ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :goal)',
        ExpressionAttributeValues: {
          ':pk': partitionKeyOf(goalClaimEntity, 'record', { organizationKey }),
          ...(goalKey !== undefined && { ':goal': `${goalKey}#` }),
        },
        ProjectionExpression: projection,
        ExclusiveStartKey: after,
      }),
    )
    yield Items
    after = LastEvaluatedKey
  } while (after !== undefined)
}

type Timed = Pick<GoalClaimRecord, 'endsAt'> | null

/** Whether a claim holds the goal at a time. It ends at `endsAt`. */
export function isCurrent<C extends Timed>(claim: C, now: Date): claim is NonNullable<C> {
  return claim !== null && claim.endsAt > now.getTime()
}

/** Whether a claim ran out without an end, and nobody has reported since. */
export function hasExpired(claim: Timed, lastReport: { createdAt: string } | undefined, now: Date): boolean {
  if (claim === null || claim.endsAt === 0 || claim.endsAt > now.getTime()) return false
  return lastReport === undefined || Date.parse(lastReport.createdAt) < claim.endsAt
}

/** Whether a question waits for people at a time. */
export function isOpenAt({ endsAt }: Pick<OpenQuestionRecord, 'endsAt'>, now: Date): boolean {
  return endsAt > now.getTime()
}

/** A claim as clients see it; null if it is not current. */
export function toClaimResponse(claim: GoalClaimRecord | null, now: Date): GoalClaim | null {
  if (!isCurrent(claim, now) || !claim.content) return null
  const { fence, runId = null, endsAt, content } = claim
  return {
    fence,
    holder: toActorResponse(content.holder),
    runId,
    externalUrl: content.externalUrl ?? null,
    note: content.note ?? null,
    claimedAt: timestampOf(new Date(content.claimedAt)),
    expiresAt: timestampOf(new Date(endsAt)),
  }
}

export function toHandoffResponse(handoff: GoalHandoffRecord | null): GoalHandoff | null {
  if (handoff === null) return null
  const { text, revision, createdAt, actor, actorName } = handoff
  const { kind, id, runId } = actor
  return { text, revision, createdAt, ...actorOf({ actor: { kind, id, runId }, actorName }) }
}

/** Rebuilt, because the table returns fields in any order. */
function toActorResponse({ kind, id, runId, displayName }: NamedActor): NamedActor {
  return { kind, id, runId, displayName }
}
