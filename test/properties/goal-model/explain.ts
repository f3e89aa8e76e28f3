import { isDeepStrictEqual } from 'node:util'
import type { Client } from '@cairn/contract/client'
import { expect } from 'vitest'
import { describeExchanges, linearize } from './linearize.ts'
import { expectationOf, observe } from './observe.ts'
import type { Exchange } from './requests.ts'
import { emptyState, type State } from './state.ts'

/** The last goal and label that were deleted: requests about them are worth sending, too. */
export type Graves = { goal: string | undefined; label: string | undefined }

/** What is known of the service by what it has answered. */
export type Model = { state: State; graves: Graves }

export function createModel(userId: string): Model {
  return { state: emptyState(userId), graves: { goal: undefined, label: undefined } }
}

/**
 * Moves the model on by requests that were under way at the same time. Their answers must be those of some order
 * of the requests, and what the service shows afterwards must be what one of these orders leaves.
 */
export async function explain(model: Model, api: Client, exchanges: readonly Exchange[]): Promise<void> {
  const states = linearize(model.state, exchanges)
  let [state] = states
  if (!state)
    throw new Error(`No order of the requests explains the answers:\n${describeExchanges(exchanges)}`)
  if (exchanges.length > 1) {
    const observed = await observe(api)
    const left = states.find((candidate) => isDeepStrictEqual(expectationOf(candidate), observed))
    // For the difference in the message.
    if (!left) expect(observed, describeExchanges(exchanges)).toEqual(expectationOf(state))
    state = left ?? state
  }
  const { goals, labels } = state
  model.graves = {
    goal: [...model.state.goals.keys()].find((id) => !goals.has(id)) ?? model.graves.goal,
    label: [...model.state.labels.keys()].find((id) => !labels.has(id)) ?? model.graves.label,
  }
  model.state = state
}
