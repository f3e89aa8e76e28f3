import { randomUUID } from 'node:crypto'
import type { Implementation } from '../../requests/operation.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { retryOnLostRace } from '../../storage/database/retry.ts'
import { createOnce, creatorOf } from '../../storage/idempotency/create-once.ts'
import { goalKeyOf, goalRowEntity } from '../../storage/table/entities/goals/goal-row.ts'
import { goalTextEntity } from '../../storage/table/entities/goals/goal-text.ts'
import { type PublishedResponse, publishGoal } from '../publish-goal.ts'
import { unchangedGoal } from '../record/goal-conditions.ts'
import { readGoal } from '../record/read-goal.ts'
import { isKnownTo } from '../record/traits.ts'
import { noTexts, writeTexts } from '../record/write-texts.ts'
import { defaultVerificationOf } from '../review/default-verification.ts'
import { requireKnown } from '../rules/authority.ts'
import { readAuthority } from '../tree/reading/sight.ts'
import { continuationOf } from './continuation.ts'
import { linkItems, readLinks } from './links.ts'

/**
 * Publishes a goal that continues another one. One transaction writes it and links both, if the first one is as it was read: so what is
 * copied is what one of its versions says.
 */
export const continueGoal: Implementation<'continueGoal'> = async (context, access, { params, body }) => {
  const { database } = context
  const { organizationId } = access
  const { goalId: sourceId } = params
  const source = { organizationId, goalId: sourceId }
  const request = {
    operation: 'continueGoal',
    caller: creatorOf(access),
    body: [sourceId, body],
    authority: access.role,
    exists: async (goalId: string) =>
      (await readRecord(database, goalRowEntity, goalKeyOf({ organizationId, goalId }))) !== null,
    /** The texts are not in the request. Those of the first version never change. */
    complete: async ({ goal: stored }: PublishedResponse): Promise<PublishedResponse> => {
      const key = goalKeyOf({ organizationId, goalId: stored.id })
      const text = await readRecord(database, goalTextEntity, { ...key, version: 1 })
      const descriptions = new Map(text?.criteria.map(({ id, description }) => [id, description]))
      return {
        goal: {
          ...stored,
          detailedDescription: text?.detailedDescription ?? '',
          criteria: stored.criteria.map((criterion) => ({
            ...criterion,
            description: descriptions.get(criterion.id) ?? '',
          })),
        },
      }
    },
  }
  return createOnce(context, request, (creation) =>
    retryOnLostRace(database, async () => {
      const [authority, stored, links, standard] = await Promise.all([
        readAuthority(database, access, sourceId),
        readGoal(database, organizationId, sourceId),
        readLinks(database, source),
        defaultVerificationOf(database, access, undefined),
        creation.requireUnused(),
      ])
      const goal = requireKnown(authority, stored)
      const goalId = randomUUID()
      const written = continuationOf(goal, body)
      return publishGoal(context, access, {
        goalId,
        written,
        text: writeTexts(noTexts, written.title, written),
        creation,
        isCopy: true,
        verification: written.verification ?? standard() ?? 'none',
        beside: {
          source: unchangedGoal(goal.row),
          ...linkItems(source, links, goalId),
        },
        traits: isKnownTo(database, organizationId, 'hasContinuations') ? [] : ['hasContinuations'],
        links: { continuedFromGoalId: sourceId, continuedByGoalIds: [] },
      })
    }),
  )
}
