/** The record of a question: its state by the clock, and how clients see it. */
import { ServiceError } from '@cairn/contract/errors/errors'
import type { NamedActor } from '@cairn/contract/schemas/actors'
import {
  type GoalQuestion,
  type QuestionState,
  questionPollSeconds,
} from '@cairn/contract/schemas/goals/goal-questions'
import { formerMember, type NameOf, readNames } from '../../../organizations/context/read-names.ts'
import { timestampOf } from '../../../requests/context.ts'
import type { Database } from '../../../storage/database/client.ts'
import { goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import type { GoalQuestionRecord } from '../../../storage/table/entities/goals/work/goal-question.ts'
import { longId } from '../../../storage/table/short-id.ts'

export function questionKeyOf({
  questionId,
  ...goal
}: {
  organizationId: string
  goalId: string
  questionId: string
}) {
  return { ...goalKeyOf(goal), questionId }
}

/** The state at a time. A question expires at `endsAt`. */
export function stateOf(
  { state, endsAt }: Pick<GoalQuestionRecord, 'state' | 'endsAt'>,
  now: Date,
): QuestionState {
  return state === 'open' && endsAt <= now.getTime() ? 'expired' : state
}

/** A question as clients see it. Objects are rebuilt, because the table returns their fields in any order. */
export function toQuestionResponse(record: GoalQuestionRecord, nameOf: NameOf, now: Date): GoalQuestion {
  const { goalKey, questionId, endsAt, askedUserIds, content, answer } = record
  const { text, options, actor, actorName, authorityUserId, createdAt } = content
  return {
    id: questionId,
    goalId: longId(goalKey),
    text,
    options,
    state: stateOf(record, now),
    askedUserIds,
    askedBy: actorName === undefined ? person(actor.id, nameOf) : program(actor, actorName),
    authorityUserId,
    createdAt,
    expiresAt: timestampOf(new Date(endsAt)),
    answer: answer
      ? {
          option: answer.option,
          text: answer.text,
          answeredBy: person(answer.userId, nameOf),
          answeredAt: answer.answeredAt,
        }
      : null,
  }
}

function person(id: string, nameOf: NameOf): NamedActor {
  return { kind: 'user', id, runId: null, displayName: nameOf(id) ?? formerMember }
}

function program({ kind, id, runId }: Omit<NamedActor, 'displayName'>, displayName: string): NamedActor {
  return { kind, id, runId, displayName }
}

/** Returns the users whose names a question shows. */
export function peopleIn({ content, answer }: GoalQuestionRecord): string[] {
  return [...(content.actorName === undefined ? [content.actor.id] : []), ...(answer ? [answer.userId] : [])]
}

/** Reads the names in questions, in one round trip, and returns the questions as clients see them. */
export async function presentQuestions(
  database: Database,
  organizationId: string,
  records: readonly GoalQuestionRecord[],
  now: Date,
): Promise<GoalQuestion[]> {
  const nameOf = await readNames(database, organizationId, records.flatMap(peopleIn))
  return records.map((record) => toQuestionResponse(record, nameOf, now))
}

/** The response with one question. */
export function withPolling(question: GoalQuestion): {
  question: GoalQuestion
  pollAfterSeconds: number | null
} {
  return { question, pollAfterSeconds: question.state === 'open' ? questionPollSeconds : null }
}

export function questionNotFound(): ServiceError {
  return new ServiceError('question_not_found', 'The question does not exist.')
}

const closedMessages: Record<Exclude<QuestionState, 'open'>, string> = {
  answered: 'Somebody has answered this question.',
  withdrawn: 'This question was withdrawn.',
  expired: 'This question has expired.',
}

export function questionClosed(question: GoalQuestion): ServiceError {
  const message = question.state === 'open' ? 'This question is closed.' : closedMessages[question.state]
  return new ServiceError('question_closed', message, { addition: { question } })
}
