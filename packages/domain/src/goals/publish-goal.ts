import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors/errors'
import type { GoalVerification } from '@cairn/contract/goals/goal-words'
import type { InputOf } from '@cairn/contract/registry/registry'
import { recordGoalEvent } from '../background/changes/record-events.ts'
import { reportEvent } from '../events/goal-events.ts'
import { type Access, actorOf } from '../requests/access.ts'
import { type Context, timestampOf } from '../requests/context.ts'
import type { Database } from '../storage/database/client.ts'
import { lostRace } from '../storage/database/retry.ts'
import type { Creation } from '../storage/idempotency/create-once.ts'
import { type GoalReportRecord, goalReportEntity } from '../storage/table/entities/goals/goal-report.ts'
import type { GoalRow } from '../storage/table/entities/goals/goal-row.ts'
import { noStanding } from '../storage/table/entities/goals/goal-standing.ts'
import type { GoalText } from '../storage/table/entities/goals/goal-text.ts'
import { unwrittenFields, writtenFields } from '../storage/table/entities/goals/row-fields.ts'
import { createRecord, type TransactionItem } from '../storage/table/entity.ts'
import type { ShownLinks } from './continuing/links.ts'
import { reportRecord } from './history/entries.ts'
import { missingLabels } from './labels/label-counts.ts'
import { invalidGoalLabels, readLabels, requireLabels } from './labels/read-goal-labels.ts'
import { summarize } from './record/summarize.ts'
import { toGoalResponse } from './record/to-goal-response.ts'
import type { Trait } from './record/traits.ts'
import { writeGoal } from './record/write-goal.ts'
import { defaultVerificationOf } from './review/default-verification.ts'
import { goalAuthority, requireMayAssignTo, requireUnlimited } from './rules/authority.ts'
import { invalidGoalOwner, isMemberOrNobody, requirePossibleReviewer } from './rules/goal-owner.ts'
import { type Placement, placeGoal } from './tree/deciding/place-goal.ts'
import { isPlaced, type Placed } from './tree/deciding/wanted-place.ts'
import { relationsOfReport, relationsToFollow } from './tree/following/relation-change.ts'
import { noFamily } from './tree/reading/family.ts'
import { readRelations } from './tree/reading/relations.ts'
import { isWatching } from './watching/watch-record.ts'

export type NewGoal = Omit<InputOf<'createGoal'>['body'], 'ownerUserId'> & {
  title: string
  ownerUserId: string | null
}

type Publication = {
  goalId: string
  written: NewGoal
  text: GoalText
  creation: Creation
  /**
   * Whether the fields are those of another goal. Then labels that were deleted, an owner or reviewer who has left and a parent that the caller does
   * not see are left out, instead of being refused.
   */
  isCopy?: boolean
  /** Of a copy, as it was decided: no default follows. */
  verification?: GoalVerification
  /** Other writes of the transaction, by name. If one fails, the race is lost. */
  beside?: Record<string, TransactionItem>
  /** Those that the organization gets with the other writes. */
  traits?: readonly Trait[]
  links: ShownLinks
}

export type PublishedResponse = {
  goal: ReturnType<typeof toGoalResponse> & ShownLinks & { watching?: boolean }
}

/**
 * Publishes an active goal at revision 1 and version 1, in one transaction. Returns `lostRace` if what was read has changed.
 * @throws what is wrong with the goal, or with the caller's authority to publish it.
 */
export async function publishGoal(
  context: Context,
  access: Access,
  {
    goalId,
    written: wanted,
    text,
    creation,
    isCopy = false,
    verification: verificationOfCopy,
    beside = {},
    traits: ofBeside = [],
    links,
  }: Publication,
): Promise<PublishedResponse | typeof lostRace> {
  const { database, now } = context
  const { organizationId } = access
  const { labelIds = [] } = wanted
  const [role, labels, possibleOwner, possibleReviewer, verification, placement] = await Promise.all([
    // A token that is limited to some goals publishes below them only: it would not see others.
    wanted.parentGoalId ? access.role : requireUnlimited(access),
    readLabels(database, organizationId, labelIds),
    isMemberOrNobody(database, access, wanted.ownerUserId),
    isMemberOrNobody(database, access, wanted.reviewerUserId),
    verificationOfCopy === undefined
      ? defaultVerificationOf(database, access, wanted.verification)
      : () => (verificationOfCopy === 'none' ? undefined : verificationOfCopy),
    isPlaced(wanted)
      ? placeNewGoal(database, { access, goalId, before: undefined, written: wanted })
      : unplaced,
    creation.requireUnused(),
  ])
  const written = { ...wanted }
  if (isCopy) {
    written.labelIds = labelIds.filter((id) => labels.has(id))
    if (!possibleOwner) written.ownerUserId = null
    if (!possibleReviewer) written.reviewerUserId = null
  }
  requireMayAssignTo(goalAuthority(access, role), written.ownerUserId)
  if (!isCopy) {
    if (!possibleOwner) throw invalidGoalOwner()
    requirePossibleReviewer(written, possibleReviewer)
    requireLabels(labels, labelIds)
  }
  const { items, early, traits, derived, family, isAtTop } = await placeOf(placement, access, isCopy)
  if (isAtTop) delete written.parentGoalId

  const { row: unverified, published } = publishedGoal(access, timestampOf(now), goalId, written, text)
  const row: GoalRow = { ...unverified, verification: verification() }
  const goal = { row, text, standing: noStanding }
  const viewer = { ...access, ...goalAuthority(access, role) }
  const relations = await readRelations(database, viewer, row, async () => family, now)
  const watching = access.scopes === 'session' ? { watching: isWatching(row, access.userId, null) } : {}
  const response = { goal: { ...toGoalResponse(goal, labels, relations, now), ...watching, ...links } }
  const failed = await writeGoal(
    context,
    goal,
    undefined,
    {
      ...items(row),
      ...beside,
      history: { Put: createRecord(goalReportEntity, published) },
      created: creation.use(goalId, { goal: withoutTexts(response.goal) }),
      change: recordGoalEvent(
        database,
        organizationId,
        reportEvent(published, written.title),
        relationsToFollow(relationsOfReport(published), row),
      ),
    },
    { early: early(row), traits: [...traits, ...ofBeside], derived },
  )
  if (failed.length === 0) return response
  const missing = missingLabels(failed)
  if (failed.length > missing.length || isCopy) return lostRace
  throw invalidGoalLabels(missing)
}

const unplaced = () => ({ items: () => ({}), early: () => ({}), traits: [], derived: {}, family: noFamily })

/** Returns a function that returns the place, or throws what is wrong with it after what is wrong with the goal itself. */
async function placeNewGoal(database: Database, placed: Placed): Promise<() => Placement> {
  try {
    const placement = await placeGoal(database, placed)
    return () => placement
  } catch (error) {
    return () => {
      throw error
    }
  }
}

/** Returns the place of a goal; that of a copy is at the top if the caller does not see the parent. */
async function placeOf(
  placement: () => Pick<Placement, 'items' | 'early' | 'traits' | 'derived' | 'family'>,
  access: Access,
  isCopy: boolean,
) {
  try {
    return { ...placement(), isAtTop: false }
  } catch (error) {
    if (!isCopy || !(error instanceof ServiceError) || error.code !== 'invalid_goal_parent') throw error
    await requireUnlimited(access)
    return { ...unplaced(), isAtTop: true }
  }
}

/** Without the texts, which the goal has already: they would be stored twice. */
function withoutTexts<G extends PublishedResponse['goal']>(goal: G): G {
  const criteria = goal.criteria.map((criterion) => ({ ...criterion, description: '' }))
  return { ...goal, detailedDescription: '', criteria }
}

/** The row of a new goal, and the first report of its history. */
function publishedGoal(
  access: Access,
  createdAt: string,
  goalId: string,
  written: NewGoal,
  text: GoalText,
): { row: GoalRow; published: GoalReportRecord } {
  const { organizationId, userId } = access
  const { ownerUserId } = written
  const published = reportRecord(
    {
      id: randomUUID(),
      organizationId,
      goalId,
      revision: 1,
      goalVersion: 1,
      version: 1,
      status: 'active',
      health: null,
      evaluation: null,
      summary: 'Goal published',
      details: 'Goal published',
      verdicts: [],
      measurements: [],
      evidence: [],
      authorityUserId: userId,
      ...actorOf(access),
      authentication: access.authentication,
      clientInfo: null,
      // Not stored as a used key: every key is available to the reports of the goal.
      idempotencyKey: 'goal-published',
      createdAt,
      previousHash: null,
    },
    { previous: null, ...(ownerUserId !== null && { ownerUserId }) },
  )
  const row: GoalRow = {
    organizationId,
    goalId,
    ...writtenFields(unwrittenFields, written),
    status: 'active',
    ...summarize(text, noStanding),
    recentHealth: [],
    revision: 1,
    version: 1,
    textVersion: 1,
    standingVersion: 1,
    historyHash: published.content.hash,
    createdAt,
    createdByUserId: userId,
    updatedAt: createdAt,
    updatedByUserId: userId,
  }
  return { row, published }
}
