import type { Access } from '../../../requests/access.ts'
import type { Database } from '../../../storage/database/client.ts'
import { type GoalRow, goalRowEntity } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalQuestionRecord,
  goalQuestionEntity,
} from '../../../storage/table/entities/goals/work/goal-question.ts'
import { openQuestionEntity } from '../../../storage/table/entities/goals/work/goal-work.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { questionEvent } from './question-event.ts'

/**
 * Returns the writes that close an open question, with its event. They fail if somebody else has closed it, or the goal is gone: of many
 * at once, one succeeds.
 */
export function closeItems(
  database: Database,
  row: GoalRow,
  closed: GoalQuestionRecord,
  cause: { by: Pick<Access, 'actor' | 'actorName' | 'userId'>; now: Date },
): Record<string, TransactionItem | undefined> {
  const type = closed.state === 'answered' ? 'question.answered' : 'question.withdrawn'
  return {
    question: { Put: goalQuestionEntity.put(closed).where(({ state }, { eq }) => eq(state, 'open')) },
    open: { Delete: openQuestionEntity.delete(closed) },
    goal: { ConditionCheck: goalRowEntity.remove(closed) },
    change: questionEvent(database, type, cause, row, closed),
  }
}
