import type { Client } from '@cairn/contract/client'
import type { GoalHealth, GoalStatus } from '@cairn/contract/schemas/goal-values'
import fc from 'fast-check'
import { expect } from 'vitest'
import { explain, type Model } from './explain.ts'
import { walkGoals, walkLabels } from './observe.ts'
import { send } from './requests.ts'
import { goalView, labelView, viewOfState } from './state.ts'
import { resolve, type Step, stepArbitrary } from './steps.ts'

type ServiceCommand = fc.AsyncCommand<Model, Client>

/** One request, or several concurrent ones. */
class Exchange implements ServiceCommand {
  readonly steps: readonly Step[]

  constructor(steps: readonly Step[]) {
    this.steps = steps
  }

  check(): boolean {
    return true
  }

  async run(model: Model, api: Client): Promise<void> {
    const requests = this.steps.map((step) => resolve(model.state, model.lastDeleted, step))
    const exchanges = await Promise.all(
      requests.map(async (request) => ({ request, response: await send(api, request) })),
    )
    await explain(model, api, exchanges)
  }

  toString(): string {
    return `${this.steps.length > 1 ? 'concurrently ' : ''}${this.steps.map((step) => JSON.stringify(step)).join(' and ')}`
  }
}

type Filters = {
  status: GoalStatus | undefined
  health: GoalHealth | undefined
  owner: 'me' | 'other' | undefined
  label: number | undefined
  limit: number
}

/** Lists the goals with filters, and the labels, page by page. */
class List implements ServiceCommand {
  readonly filters: Filters

  constructor(filters: Filters) {
    this.filters = filters
  }

  check(): boolean {
    return true
  }

  async run({ state }: Model, api: Client): Promise<void> {
    const { status, health, owner, label, limit } = this.filters
    const labelIds = [...state.labels.keys()]
    const labelId = label === undefined ? undefined : labelIds[label % labelIds.length]
    const ownerUserId = owner === 'me' ? state.userId : owner && 'email:other'
    const goals = await walkGoals(api, { status, health, ownerUserId, labelId }, limit)

    const expected = [...state.goals].filter(
      ([, goal]) =>
        (status === undefined || goal.status === status) &&
        (health === undefined || goal.health === health) &&
        (ownerUserId === undefined || goal.ownerUserId === ownerUserId) &&
        (labelId === undefined || goal.labelIds.includes(labelId)),
    )
    expect(goals.map(({ id }) => id).toSorted()).toEqual(expected.map(([id]) => id).toSorted())
    for (const goal of goals) {
      const expectedGoal = state.goals.get(goal.id)
      expect(goalView(goal)).toEqual(expectedGoal && viewOfState(expectedGoal))
      for (const shown of goal.labels) expect(labelView(shown)).toEqual(state.labels.get(shown.id))
      expect(goal.labels.map(({ name }) => name)).toEqual(byName(goal.labels.map(({ name }) => name)))
    }
    const times = goals.map(({ updatedAt }) => updatedAt)
    expect(times).toEqual(times.toSorted().reverse())

    const labels = await walkLabels(api, limit)
    expect(labels.map(({ name }) => name)).toEqual(byName([...state.labels.values()].map(({ name }) => name)))
  }

  toString(): string {
    return `list ${JSON.stringify(this.filters)}`
  }
}

/** Sorts case-insensitively by code points, which are UTF-16 units here: the model's names stay in the first plane. */
function byName(names: string[]): string[] {
  return names.toSorted((left, right) => (left.toLowerCase() < right.toLowerCase() ? -1 : 1))
}

const optional = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 })

export const commandArbitraries: fc.Arbitrary<ServiceCommand>[] = [
  stepArbitrary.map((step) => new Exchange([step])),
  stepArbitrary.map((step) => new Exchange([step])),
  fc.array(stepArbitrary, { minLength: 2, maxLength: 4 }).map((steps) => new Exchange(steps)),
  // The same request twice, like a client that retries without waiting for the response.
  stepArbitrary.map((step) => new Exchange([step, step])),
  fc
    .record({
      status: optional<GoalStatus>('active', 'paused', 'completed'),
      health: optional<GoalHealth>('on_track', 'at_risk'),
      owner: optional<'me' | 'other'>('me', 'me', 'other'),
      label: fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 1 }),
      limit: fc.constantFrom(1, 2, 3, 100),
    })
    .map((filters) => new List(filters)),
]
