import type { InputOf } from '@cairn/contract/registry/registry'
import { questionHours } from '@cairn/contract/schemas/goals/goal-questions'
import { questionMailItems } from '../../../accounts/notifications/questions/question-mails.ts'
import { memberCheck } from '../../../organizations/context/membership-check.ts'
import { readNames } from '../../../organizations/context/read-names.ts'
import { type Access, actorOf, credentialKeyOf } from '../../../requests/access.ts'
import { secondsPerHour, timestampOf } from '../../../requests/context.ts'
import type { Implementation } from '../../../requests/operation.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { createOnce, creatorOf } from '../../../storage/idempotency/create-once.ts'
import { goalRowEntity } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalQuestionRecord,
  goalQuestionEntity,
} from '../../../storage/table/entities/goals/work/goal-question.ts'
import { openQuestionEntity } from '../../../storage/table/entities/goals/work/goal-work.ts'
import { createRecord, putRecord } from '../../../storage/table/entity.ts'
import { newTimeOrderedId } from '../../../storage/table/time-ordered-id.ts'
import { readGoalRow } from '../../record/read-goal.ts'
import { hasTrait, traitItem } from '../../record/traits.ts'
import { requireWritable } from '../../rules/authority.ts'
import { readAuthority } from '../../tree/reading/sight.ts'
import { readAskedUsers } from './asked-users.ts'
import { openQuestionOf } from './open-questions.ts'
import { questionEvent } from './question-event.ts'
import { questionKeyOf, toQuestionResponse, withPolling } from './question-record.ts'

/**
 * Asks people a question about a goal, which keeps its version. One transaction writes the question, and that it is open, if the goal
 * exists.
 */
export const askQuestion: Implementation<'askQuestion'> = async (context, access, { params, body }) => {
  const { database, now } = context
  const { organizationId, userId } = access
  const { goalId } = params
  const questionId = newTimeOrderedId(now)
  const key = questionKeyOf({ organizationId, goalId, questionId })
  const formerOwners = new Set<string>()

  type Response = ReturnType<typeof withPolling>
  const request = {
    operation: 'askQuestion',
    caller: creatorOf(access),
    body: [goalId, body],
    authority: access.role,
    exists: async (createdId: string) => {
      const created = questionKeyOf({ organizationId, goalId, questionId: createdId })
      return (await readRecord(database, goalQuestionEntity, created)) !== null
    },
    complete: ({ question, pollAfterSeconds }: Response): Response => ({
      question: { ...question, text: body.text },
      pollAfterSeconds,
    }),
  }
  return createOnce(context, request, (creation) =>
    retryOnLostRace(database, async () => {
      const [authority, stored, askedBy, nameOf, isKnown] = await Promise.all([
        readAuthority(database, access, goalId),
        readGoalRow(database, organizationId, goalId),
        readAskedUsers(database, access, body.askedUserIds, formerOwners),
        readNames(database, organizationId, access.actorName === undefined ? [userId] : []),
        hasTrait(database, organizationId, 'hasWork'),
        creation.requireUnused(),
      ])
      const row = requireWritable(authority, stored)
      const askedUserIds = askedBy(row)
      const record = { ...key, ...newQuestion(access, now, body), askedUserIds }
      const response = withPolling(toQuestionResponse(record, nameOf, now))
      const [first = ''] = askedUserIds
      const isDefault = body.askedUserIds === undefined && first === row.ownerUserId && first !== userId
      const failed = await transact<string>(database, {
        question: { Put: createRecord(goalQuestionEntity, record) },
        open: { Put: putRecord(openQuestionEntity, openQuestionOf(record)) },
        ...questionMailItems(record),
        // A question that is asked before the goal is deleted is deleted with it.
        goal: { ConditionCheck: goalRowEntity.remove(key) },
        owner: isDefault ? memberCheck({ userKey: keyOf(first), organizationId }) : undefined,
        created: creation.use(questionId, { ...response, question: { ...response.question, text: '' } }),
        trait: isKnown ? undefined : traitItem(organizationId, 'hasWork'),
        change: questionEvent(database, 'question.asked', { by: access, now }, row, record),
      })
      if (failed.includes('owner')) formerOwners.add(first)
      return failed.length > 0 ? lostRace : response
    }),
  )
}

type NewQuestion = InputOf<'askQuestion'>['body']

function newQuestion(
  access: Access,
  now: Date,
  { text, options = [], expiresInHours = questionHours.default }: NewQuestion,
): Pick<GoalQuestionRecord, 'state' | 'endsAt' | 'content'> {
  return {
    state: 'open',
    endsAt: now.getTime() + expiresInHours * secondsPerHour * 1000,
    content: {
      text,
      options,
      ...actorOf(access),
      authorityUserId: access.userId,
      askerKey: credentialKeyOf(access.authentication),
      createdAt: timestampOf(now),
    },
  }
}
