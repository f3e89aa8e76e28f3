import { timerOf } from '../../../storage/table/entities/due/due-index.ts'
import { questionMailEntity } from '../../../storage/table/entities/due/question-mail.ts'
import type { GoalQuestionRecord } from '../../../storage/table/entities/goals/work/goal-question.ts'
import { putRecord, type TransactionItem } from '../../../storage/table/entity.ts'
import { shortHash } from '../../../storage/table/short-id.ts'

/**
 * Returns the writes by which those asked are told of a question by the next sweep. A person who asks in a session is not told of the own
 * question.
 */
export function questionMailItems(question: GoalQuestionRecord): Record<string, TransactionItem> {
  const { organizationKey, goalKey, questionId, askedUserIds, content } = question
  const told = askedUserIds.filter((userId) => content.actor.kind !== 'user' || content.actor.id !== userId)
  return Object.fromEntries(
    told.map((userId): [string, TransactionItem] => {
      const personKey = shortHash(userId)
      const timer = timerOf(personKey, Date.parse(content.createdAt))
      const mail = { personKey, userId, organizationKey, goalKey, questionId, ...timer }
      return [`mail:${personKey}`, { Put: putRecord(questionMailEntity, mail) }]
    }),
  )
}
