import type { Goal, GoalLabel, GoalUpdate } from '@cairn/contract'
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import type { HttpResponse, Send } from './exchange.ts'

export const continuous = { kind: 'continuous' } as const

/** The least fields of a goal. */
export const minimalGoal = { detailedDescription: 'Ship the beta', timeframe: continuous }

export const goalOf = ({ body }: HttpResponse): Goal => (body as { goal: Goal }).goal
export const labelOf = ({ body }: HttpResponse): GoalLabel => (body as { label: GoalLabel }).label
export const updateOf = ({ body }: HttpResponse): GoalUpdate => (body as { update: GoalUpdate }).update

/** The goals of a list that was asked for whole goals. Throws if one is a summary. */
export function wholeGoals(goals: readonly (Goal | GoalSummary)[]): Goal[] {
  return goals.map((goal) => {
    if (!('detailedDescription' in goal)) throw new Error(`Goal ${goal.id} is a summary.`)
    return goal
  })
}

/** Publishes a goal. Throws if the service refuses it. */
export async function publish(send: Send, fields: object = {}): Promise<Goal> {
  const response = await send('POST', '/v1/goals', { body: { ...minimalGoal, ...fields } })
  if (response.status !== 201) throw new Error(`Publishing failed: ${response.text}`)
  return goalOf(response)
}

/** Creates a label. Throws if the service refuses it. */
export async function createLabel(send: Send, name: string, fields: object = {}): Promise<GoalLabel> {
  const response = await send('POST', '/v1/goal-labels', { body: { name, ...fields } })
  if (response.status !== 201) throw new Error(`Creating a label failed: ${response.text}`)
  return labelOf(response)
}

export const createLabels = (send: Send, prefix: string, count: number): Promise<GoalLabel[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => createLabel(send, `${prefix} ${index}`)))

/** A valid report on a goal at revision 1. */
export const reportBody = (fields: object = {}) => ({
  status: 'active',
  summary: 'Half of it is done',
  details: 'The first half.',
  expectedRevision: 1,
  idempotencyKey: 'report',
  ...fields,
})

export const report = (send: Send, goalId: string, fields: object = {}): Promise<HttpResponse> =>
  send('POST', `/v1/goals/${goalId}/updates`, { body: reportBody(fields) })

/** Reports on a goal at revision 1 and returns the changed goal. */
export async function bringTo(send: Send, goal: Goal, fields: object): Promise<Goal> {
  const response = await report(send, goal.id, fields)
  if (response.status !== 201) throw new Error(`Reporting failed: ${response.text}`)
  return goalOf(await send('GET', `/v1/goals/${goal.id}`))
}
