import { predictGoal } from './predict-goals.ts'
import { predictLabel } from './predict-labels.ts'
import type { AnyAnswer, Exchange, ModelRequest } from './requests.ts'
import type { Prediction, State } from './state.ts'

function predict(state: State, request: ModelRequest): Prediction {
  switch (request.id) {
    case 'createGoalLabel':
    case 'getGoalLabel':
    case 'updateGoalLabel':
    case 'deleteGoalLabel':
      return predictLabel(state, request)
    default:
      return predictGoal(state, request)
  }
}

/** The state after one answered request; undefined where the contract does not allow that answer. */
export function step(state: State, request: ModelRequest, answer: AnyAnswer): State | undefined {
  const { outcome, accept } = predict(state, request)
  if (answer.outcome !== outcome) return undefined
  return accept ? accept(answer) : state
}

/**
 * Every state that requests sent at the same time may have led to: one for each order in which, one after the
 * other, they would have been answered as they were (linearizability; Herlihy and Wing, 1990). None where the
 * answers fit no order.
 */
export function linearize(state: State, exchanges: readonly Exchange[]): State[] {
  if (exchanges.length === 0) return [state]
  return exchanges.flatMap(({ request, answer }, index) => {
    const next = step(state, request, answer)
    return next ? linearize(next, exchanges.toSpliced(index, 1)) : []
  })
}

/** What a failed test shows: who was answered what. */
export function describeExchanges(exchanges: readonly Exchange[]): string {
  return exchanges
    .map(({ request, answer }) => {
      const { id, ...rest } = request
      return `${id} ${JSON.stringify(rest)} -> ${answer.outcome} ${JSON.stringify(answer.body ?? '')}`
    })
    .join('\n')
}
