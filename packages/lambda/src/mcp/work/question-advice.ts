import type { QuestionState } from '@cairn/contract/schemas/goals/goal-questions'

/** The next step of an agent that has asked, by the state of its question. */
export const questionAdvice: Record<QuestionState, string> = {
  open: 'Go on with what does not depend on the answer, and renew_claim, or release_goal. Call get_answer after `pollAfterSeconds`.',
  answered: 'Go on. The answer decides what you asked, and nothing else.',
  withdrawn:
    'Nobody will answer. Go on without it if you may, or ask again with another `idempotencyKey`. Otherwise report with a `handoff` and release_goal.',
  expired:
    'Nobody answered in time. Ask again with another `idempotencyKey`, or report it with a `handoff` and release_goal.',
}
