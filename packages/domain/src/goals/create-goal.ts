import { randomUUID } from 'node:crypto'
import type { Implementation } from '../requests/operation.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { retryOnLostRace } from '../storage/database/retry.ts'
import { createOnce, creatorOf } from '../storage/idempotency/create-once.ts'
import { goalKeyOf, goalRowEntity } from '../storage/table/entities/goals/goal-row.ts'
import { noLinks } from './continuing/links.ts'
import { type PublishedResponse, publishGoal } from './publish-goal.ts'
import { noTexts, writeTexts } from './record/write-texts.ts'
import { requirePerson } from './rules/authority.ts'
import { defaultTitle } from './rules/rules.ts'

/** Publishes an active goal at revision 1 and version 1. */
export const createGoal: Implementation<'createGoal'> = async (context, access, { body }) => {
  const { database } = context
  const { organizationId } = access
  const { detailedDescription } = body
  if (body.budget != null) requirePerson(access)
  const ownerUserId = body.ownerUserId === undefined ? access.userId : body.ownerUserId
  const title = body.title ?? defaultTitle(detailedDescription)
  const text = writeTexts(noTexts, title, body)
  const goalId = randomUUID()

  const request = {
    operation: 'createGoal',
    caller: creatorOf(access),
    body,
    authority: access.role,
    exists: async (createdId: string) =>
      (await readRecord(database, goalRowEntity, goalKeyOf({ organizationId, goalId: createdId }))) !== null,
    complete: ({ goal: stored }: PublishedResponse): PublishedResponse => ({
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
    retryOnLostRace(database, () =>
      publishGoal(context, access, {
        goalId,
        written: { ...body, title, ownerUserId },
        text,
        creation,
        links: noLinks,
      }),
    ),
  )
}
