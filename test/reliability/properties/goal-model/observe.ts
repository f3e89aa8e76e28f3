import { type ChainProblem, verifyHistory } from '@cairn/contract/goals/history-chain'
import type { Client } from '@cairn/contract/http/client'
import type { OperationRequest } from '@cairn/contract/registry/operation'
import type { operations } from '@cairn/contract/registry/registry'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { wholeGoals } from '../../../support/requests/goals.ts'
import { editView, goalView, labelView, type State, updateView, viewOfState } from './state.ts'

export type GoalFilters = Omit<
  NonNullable<OperationRequest<typeof operations.listGoals>['query']>,
  'limit' | 'cursor'
>

/** No list of the model is nearly as long, so more pages mean that a cursor is wrong. */
const maximumPages = 200

/** Every element of a list, page after page. */
export async function walk<T>(
  page: (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null }>,
): Promise<T[]> {
  const all: T[] = []
  let cursor: string | undefined
  for (let pages = 1; pages <= maximumPages; pages++) {
    const { items, nextCursor } = await page(cursor)
    all.push(...items)
    if (nextCursor === null) return all
    cursor = nextCursor
  }
  throw new Error(`The list did not end after ${maximumPages} pages.`)
}

export function walkGoals(api: Client, filters: GoalFilters = {}, limit?: number): Promise<Goal[]> {
  return walk(async (cursor) => {
    const { goals, nextCursor } = await api.listGoals({ query: { ...filters, limit, cursor } })
    return { items: wholeGoals(goals), nextCursor }
  })
}

/** The same in the light view. */
export function walkSummaries(api: Client, filters: GoalFilters = {}, limit?: number) {
  return walk(async (cursor) => {
    const { goals, nextCursor } = await api.listGoals({
      query: { ...filters, limit, cursor, view: 'summary' },
    })
    return { items: goals, nextCursor }
  })
}

export function walkLabels(api: Client, limit?: number) {
  return walk(async (cursor) => {
    const { labels, nextCursor } = await api.listGoalLabels({ query: { limit, cursor } })
    return { items: labels, nextCursor }
  })
}

/** Reads everything in an organization, in the form of `expectationOf`. */
export async function observe(api: Client) {
  const [goals, labels] = await Promise.all([walkGoals(api), walkLabels(api)])
  const histories = await Promise.all(
    goals.map(({ id: goalId }) => api.listGoalUpdates({ params: { goalId } })),
  )
  // In the other order than reports, which must make no difference.
  const edits = await Promise.all(
    goals.map(({ id: goalId }) => api.listGoalEdits({ params: { goalId }, query: { order: 'desc' } })),
  )
  return {
    goals: Object.fromEntries(
      goals.map((goal, index) => [
        goal.id,
        {
          ...goalView(goal),
          history: (histories[index]?.updates ?? []).map(updateView),
          edits: (edits[index]?.edits ?? []).map(editView).toReversed(),
        },
      ]),
    ),
    labels: Object.fromEntries(labels.map((label) => [label.id, labelView(label)])),
  }
}

/** Returns the defects in the chained histories of all goals, from the API alone. */
export async function chainProblems(api: Client): Promise<ChainProblem[]> {
  const goals = await walkGoals(api)
  const problems = goals.map(async (goal) => {
    const params = { goalId: goal.id }
    const updates = await walk(async (cursor) => {
      const page = await api.listGoalUpdates({ params, query: { cursor, limit: 2, order: 'desc' } })
      return { items: page.updates, nextCursor: page.nextCursor }
    })
    const edits = await walk(async (cursor) => {
      const page = await api.listGoalEdits({ params, query: { cursor, limit: 2 } })
      return { items: page.edits, nextCursor: page.nextCursor }
    })
    return verifyHistory(goal, [...updates, ...edits])
  })
  return (await Promise.all(problems)).flat()
}

/** Returns the expected result of `observe` for a state. */
export function expectationOf({ goals, labels }: State) {
  return {
    goals: Object.fromEntries(
      [...goals].map(([id, goal]) => [
        id,
        { ...viewOfState(goal), history: goal.history, edits: goal.edits },
      ]),
    ),
    labels: Object.fromEntries(labels),
  }
}
