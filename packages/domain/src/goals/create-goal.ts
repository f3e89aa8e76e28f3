import { randomUUID } from 'node:crypto'
import type { InputOf } from '@cairn/contract/registry/registry'
import { recordGoalEvent } from '../background/changes/record-events.ts'
import { reportEvent } from '../events/goal-events.ts'
import { type Access, actorOf } from '../requests/access.ts'
import { timestampOf } from '../requests/context.ts'
import type { Implementation } from '../requests/operation.ts'
import type { Database } from '../storage/database/client.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { createOnce, creatorOf } from '../storage/idempotency/create-once.ts'
import { type GoalReportRecord, goalReportEntity } from '../storage/table/entities/goals/goal-report.ts'
import { type GoalRow, goalKeyOf, goalRowEntity } from '../storage/table/entities/goals/goal-row.ts'
import { noStanding } from '../storage/table/entities/goals/goal-standing.ts'
import type { GoalText } from '../storage/table/entities/goals/goal-text.ts'
import { unwrittenFields, writtenFields } from '../storage/table/entities/goals/row-fields.ts'
import { createRecord } from '../storage/table/entity.ts'
import { reportRecord } from './history/entries.ts'
import { missingLabels } from './labels/label-counts.ts'
import { invalidGoalLabels, readLabels, requireLabels } from './labels/read-goal-labels.ts'
import { summarize } from './record/summarize.ts'
import { toGoalResponse } from './record/to-goal-response.ts'
import { writeGoal } from './record/write-goal.ts'
import { noTexts, writeTexts } from './record/write-texts.ts'
import { defaultVerificationOf } from './review/default-verification.ts'
import { goalAuthority, requireMayAssignTo, requirePerson, requireUnlimited } from './rules/authority.ts'
import { invalidGoalOwner, isMemberOrNobody, requirePossibleReviewer } from './rules/goal-owner.ts'
import { defaultTitle } from './rules/rules.ts'
import { type Placement, placeGoal } from './tree/deciding/place-goal.ts'
import { isPlaced, type Placed } from './tree/deciding/wanted-place.ts'
import { relationsOfReport, relationsToFollow } from './tree/following/relation-change.ts'
import { noFamily } from './tree/reading/family.ts'
import { readRelations } from './tree/reading/relations.ts'
import { isWatching } from './watching/watch-record.ts'

/** Publishes an active goal at revision 1 and version 1. */
export const createGoal: Implementation<'createGoal'> = async (context, access, { body }) => {
  const { database, now } = context
  const { organizationId } = access
  const { detailedDescription, labelIds = [] } = body
  if (body.budget != null) requirePerson(access)
  const ownerUserId = body.ownerUserId === undefined ? access.userId : body.ownerUserId
  const title = body.title ?? defaultTitle(detailedDescription)
  const text = writeTexts(noTexts, title, body)
  const createdAt = timestampOf(now)
  const { row: written, published } = publishedGoal(access, createdAt, { ...body, title, ownerUserId }, text)

  type Response = { goal: ReturnType<typeof toGoalResponse> }
  const request = {
    operation: 'createGoal',
    caller: creatorOf(access),
    body,
    authority: access.role,
    exists: async (goalId: string) =>
      (await readRecord(database, goalRowEntity, goalKeyOf({ organizationId, goalId }))) !== null,
    complete: ({ goal: stored }: Response): Response => ({
      goal: {
        ...stored,
        detailedDescription,
        criteria: stored.criteria.map((criterion, index) => ({
          ...criterion,
          description: body.criteria?.[index]?.description ?? '',
        })),
      },
    }),
  }
  return createOnce(context, request, (creation) =>
    retryOnLostRace(database, async () => {
      const [role, labels, possibleOwner, possibleReviewer, verification, placement] = await Promise.all([
        // A token that is limited to some goals publishes below them only: it would not see others.
        body.parentGoalId ? access.role : requireUnlimited(access),
        readLabels(database, organizationId, labelIds),
        isMemberOrNobody(database, access, ownerUserId),
        isMemberOrNobody(database, access, body.reviewerUserId),
        defaultVerificationOf(database, access, body.verification),
        isPlaced(body)
          ? placeNewGoal(database, { access, goalId: written.goalId, before: undefined, written: body })
          : unplaced,
        creation.requireUnused(),
      ])
      requireMayAssignTo(goalAuthority(access, role), ownerUserId)
      if (!possibleOwner) throw invalidGoalOwner()
      requirePossibleReviewer({ ...body, ownerUserId }, possibleReviewer)
      requireLabels(labels, labelIds)
      const { items, early, traits, derived, family } = placement()
      const row: GoalRow = { ...written, verification: verification() }

      const goal = { row, text, standing: noStanding }
      const viewer = { ...access, ...goalAuthority(access, role) }
      const relations = await readRelations(database, viewer, row, async () => family, now)
      const watching = access.scopes === 'session' ? { watching: isWatching(row, access.userId, null) } : {}
      const response = { goal: { ...toGoalResponse(goal, labels, relations, now), ...watching } }
      const failed = await writeGoal(
        context,
        goal,
        undefined,
        {
          ...items(row),
          history: { Put: createRecord(goalReportEntity, published) },
          created: creation.use(row.goalId, { goal: withoutTexts(response.goal) }),
          change: recordGoalEvent(
            database,
            organizationId,
            reportEvent(published, title),
            relationsToFollow(relationsOfReport(published), row),
          ),
        },
        { early: early(row), traits, derived },
      )
      if (failed.length === 0) return response
      const missing = missingLabels(failed)
      if (failed.length > missing.length) return lostRace
      throw invalidGoalLabels(missing)
    }),
  )
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

/** Without the texts, which the goal has already: they would be stored twice. */
function withoutTexts(goal: ReturnType<typeof toGoalResponse>) {
  const criteria = goal.criteria.map((criterion) => ({ ...criterion, description: '' }))
  return { ...goal, detailedDescription: '', criteria }
}

type NewGoal = Omit<InputOf<'createGoal'>['body'], 'ownerUserId'> & {
  title: string
  ownerUserId: string | null
}

/** The row of a new goal, and the first report of its history. */
function publishedGoal(
  access: Access,
  createdAt: string,
  written: NewGoal,
  text: GoalText,
): { row: GoalRow; published: GoalReportRecord } {
  const { organizationId, userId } = access
  const { ownerUserId } = written
  const goalId = randomUUID()
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
