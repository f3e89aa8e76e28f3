import { isDeepStrictEqual } from 'node:util'
import { openQuestionOf } from '../../../goals/work/questions/open-questions.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import {
  type GoalQuestionRecord,
  goalQuestionEntity,
} from '../../../storage/table/entities/goals/work/goal-question.ts'
import { openQuestionEntity } from '../../../storage/table/entities/goals/work/goal-work.ts'
import { putRecord } from '../../../storage/table/entity.ts'
import type { Repair, RepairStep } from '../../step.ts'

type Key = Pick<GoalQuestionRecord, 'organizationKey' | 'goalKey' | 'questionId'>

/** Rewrites which questions are open. Those that have expired may be gone from the list. */
export const questionStep: RepairStep = {
  name: 'questions',
  see: {
    goalQuestion: (repair, record) =>
      record.state === 'open' && record.endsAt > repair.now.getTime()
        ? repairOpenQuestion(repair, record)
        : Promise.resolve(),
    openQuestion: (repair, record) => repairOpenQuestion(repair, record),
  },
}

async function repairOpenQuestion(
  repair: Repair,
  { organizationKey, goalKey, questionId }: Key,
): Promise<void> {
  const { database } = repair
  const key = { organizationKey, goalKey, questionId }
  const [question, listed] = await Promise.all([
    readRecord(database, goalQuestionEntity, key),
    readRecord(database, openQuestionEntity, key),
  ])
  if (question?.state !== 'open') {
    if (!listed) return
    await repair.write('closed questions taken off the list of open ones', {
      listed: { Delete: openQuestionEntity.delete(key) },
      question: {
        ConditionCheck: goalQuestionEntity
          .delete(key)
          .where(
            ({ state }, { notExists, eq }) =>
              `${notExists(state)} OR ${eq(state, 'answered')} OR ${eq(state, 'withdrawn')}`,
          ),
      },
    })
    return
  }
  const expected = openQuestionOf(question)
  if (isDeepStrictEqual(listed, expected)) return
  await repair.write('open questions listed', {
    listed: { Put: putRecord(openQuestionEntity, expected) },
    question: {
      ConditionCheck: goalQuestionEntity.remove(key).where(({ state }, { eq }) => eq(state, 'open')),
    },
  })
}
