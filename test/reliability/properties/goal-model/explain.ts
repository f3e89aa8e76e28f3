import { isDeepStrictEqual } from 'node:util'
import type { Client } from '@cairn/contract/http/client'
import { expect } from 'vitest'
import { describeExchanges, linearize } from './linearize.ts'
import { expectationOf, observe } from './observe.ts'
import type { Exchange } from './requests.ts'
import { emptyState, type State } from './state.ts'

/** The ids of the goal and the label that were deleted last, so that requests can name deleted records. */
export type LastDeleted = { goal: string | undefined; label: string | undefined }

/** The expected state of the service. */
export type Model = { state: State; lastDeleted: LastDeleted }

export function createModel(userId: string): Model {
  return { state: emptyState(userId), lastDeleted: { goal: undefined, label: undefined } }
}

/**
 * Advances the model by concurrent requests. Some order of the requests must explain their responses, and the state that
 * the service shows afterwards must be the result of such an order.
 */
export async function explain(model: Model, api: Client, exchanges: readonly Exchange[]): Promise<void> {
  const states = linearize(model.state, exchanges)
  let [state] = states
  if (!state)
    throw new Error(`No order of the requests explains the responses:\n${describeExchanges(exchanges)}`)
  if (exchanges.length > 1) {
    const observed = await observe(api)
    const reached = states.find((candidate) => isDeepStrictEqual(expectationOf(candidate), observed))
    // Fails with the difference in its message.
    if (!reached) expect(observed, describeExchanges(exchanges)).toEqual(expectationOf(state))
    state = reached ?? state
  }
  const { goals, labels } = state
  model.lastDeleted = {
    goal: [...model.state.goals.keys()].find((id) => !goals.has(id)) ?? model.lastDeleted.goal,
    label: [...model.state.labels.keys()].find((id) => !labels.has(id)) ?? model.lastDeleted.label,
  }
  model.state = state
}
