import type { Client } from '@cairn/contract/http/client'
import type { GoalHealth, GoalStatus } from '@cairn/contract/schemas/goals/goal-values'
import fc from 'fast-check'
import { expect } from 'vitest'
import { explain, type Model } from './explain.ts'
import { walkGoals, walkLabels, walkSummaries } from './observe.ts'
import { send } from './requests.ts'
import { type GoalView, goalView, labelView, viewOfState } from './state.ts'
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
  statuses: GoalStatus[] | undefined
  health: GoalHealth | 'none' | undefined
  owner: 'me' | 'none' | 'other' | undefined
  attention: 'at_risk' | 'criteria_not_met' | undefined
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
    const { statuses, health, owner, attention, label, limit } = this.filters
    const labelIds = [...state.labels.keys()]
    const labelId = label === undefined ? undefined : labelIds[label % labelIds.length]
    const ownerUserId = owner === 'other' ? 'email:other' : owner
    const query = { status: statuses?.join(), health, ownerUserId, labelId, attention }
    const goals = await walkGoals(api, query, limit)
    // The light view shows the same goals in the same order.
    const summaries = await walkSummaries(api, query, limit)
    expect(summaries.map(({ id, version }) => [id, version])).toEqual(
      goals.map(({ id, version }) => [id, version]),
    )

    const owners = { me: state.userId, none: null, other: 'email:other' }
    const expected = [...state.goals].filter(
      ([, goal]) =>
        (statuses === undefined || statuses.includes(goal.status)) &&
        (health === undefined || (goal.health ?? 'none') === health) &&
        (owner === undefined || goal.ownerUserId === owners[owner]) &&
        (attention === undefined || needs(goal, attention)) &&
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

/** Whether a goal needs somebody for this reason. */
function needs({ status, health, criteria }: GoalView, reason: 'at_risk' | 'criteria_not_met'): boolean {
  if (status !== 'active') return false
  return reason === 'at_risk' ? health === 'at_risk' : criteria.some(({ result }) => result === 'not_met')
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
      statuses: optional<GoalStatus[]>(
        ['active'],
        ['paused', 'active'],
        ['completed'],
        ['archived', 'paused'],
      ),
      health: optional<GoalHealth | 'none'>('on_track', 'at_risk', 'none'),
      owner: optional<'me' | 'none' | 'other'>('me', 'me', 'none', 'other'),
      attention: optional<'at_risk' | 'criteria_not_met'>('at_risk', 'criteria_not_met'),
      label: fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 1 }),
      limit: fc.constantFrom(1, 2, 3, 100),
    })
    .map((filters) => new List(filters)),
]
