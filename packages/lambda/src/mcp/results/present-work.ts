/** How work on a goal looks to an agent: claims and questions. */
import type { GoalQuestion } from '@cairn/contract/schemas/goals/goal-questions'
import type { GoalClaim } from '@cairn/contract/schemas/goals/goal-work'
import { actorWords } from './actor-words.ts'
import { beginningOf } from './beginning-of.ts'

/** The claim of the caller: the fence that it sends, and until when it is good. */
export function presentOwnClaim({ fence, expiresAt }: GoalClaim) {
  return { fence, expiresAt }
}

/** A claim, for whoever sees the goal. Its fence is worth nothing to anybody but its holder, who may have forgotten it. */
export function presentClaim({ fence, holder, runId, externalUrl, note, claimedAt, expiresAt }: GoalClaim) {
  return {
    ...actorWords({ ...holder, runId }),
    fence,
    ...(note !== null && { note }),
    ...(externalUrl !== null && { externalUrl }),
    claimedAt,
    expiresAt,
  }
}

/** A brief says that somebody is waited for. */
const listedQuestionLength = 120

/** An open question in a brief. */
export function presentListedQuestion({ id, goalId, text, askedBy, expiresAt }: GoalQuestion) {
  return {
    id,
    goalId,
    text: beginningOf(text, listedQuestionLength),
    askedBy: beginningOf(actorWords(askedBy).by, listedQuestionLength),
    expiresAt,
  }
}

/** A question, with its answer if there is one. */
export function presentQuestion(question: GoalQuestion) {
  const { id, goalId, text, options, state, askedBy, createdAt, expiresAt, answer } = question
  return {
    id,
    goalId,
    state,
    text,
    ...(options.length > 0 && { options }),
    askedBy: actorWords(askedBy).by,
    createdAt,
    expiresAt,
    answer: answer && {
      ...(answer.option !== null && { option: answer.option }),
      ...(answer.text !== null && { text: answer.text }),
      by: actorWords(answer.answeredBy).by,
      at: answer.answeredAt,
    },
  }
}
