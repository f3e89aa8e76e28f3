import { predictGoal } from './predict-goals.ts'
import { predictLabel } from './predict-labels.ts'
import type { AnyResponse, Exchange, ModelRequest } from './requests.ts'
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

/** The state after a request; undefined if the contract does not allow the response. */
export function step(state: State, request: ModelRequest, response: AnyResponse): State | undefined {
  const { outcome, accept } = predict(state, request)
  if (response.outcome !== outcome) return undefined
  return accept ? accept(response) : state
}

/**
 * The possible states after concurrent requests: one for each sequential order that would give the same responses
 * (linearizability; Herlihy and Wing, 1990). Empty if no order explains the responses.
 */
export function linearize(state: State, exchanges: readonly Exchange[]): State[] {
  if (exchanges.length === 0) return [state]
  return exchanges.flatMap(({ request, response }, index) => {
    const next = step(state, request, response)
    return next ? linearize(next, exchanges.toSpliced(index, 1)) : []
  })
}

/** The requests with their responses, for the message of a failed test. */
export function describeExchanges(exchanges: readonly Exchange[]): string {
  return exchanges
    .map(({ request, response }) => {
      const { id, ...rest } = request
      return `${id} ${JSON.stringify(rest)} -> ${response.outcome} ${JSON.stringify(response.body ?? '')}`
    })
    .join('\n')
}
