/** Questions to people: how a program waits for the answer. */
import type { Place } from './claims.ts'
import type { GoalQuestion } from './generated.ts'
import type { CallOptions } from './options.ts'
import { mayRetry } from './retries.ts'

/** For an older or a busy service that does not say. */
const defaultPollSeconds = 10

/**
 * Returns the question once it is answered, withdrawn or expired. It asks as often as the service says, and goes on after the
 * service was gone: give a signal to end it.
 */
export async function answerOf(
  { api, pause }: Pick<Place, 'api' | 'pause'>,
  { goalId, id }: Pick<GoalQuestion, 'goalId' | 'id'>,
  options: CallOptions,
): Promise<GoalQuestion> {
  const request = { params: { goalId, questionId: id } }
  for (;;) {
    let seconds = defaultPollSeconds
    try {
      const { question, pollAfterSeconds } = await api.getQuestion(request, options)
      if (question.state !== 'open') return question
      seconds = pollAfterSeconds ?? seconds
    } catch (error) {
      if (!mayRetry(error, true)) throw error
    }
    await pause(seconds * 1_000, options.signal)
  }
}
