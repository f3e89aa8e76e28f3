import type { Goal, GoalLabel, GoalUpdate } from '@cairn/contract'
import type { Answer, Send } from './exchange.ts'

export const continuous = { kind: 'continuous' } as const

/** What a goal needs at least. */
export const minimalGoal = { detailedDescription: 'Ship the beta', timeframe: continuous }

export const goalOf = ({ body }: Answer): Goal => (body as { goal: Goal }).goal
export const labelOf = ({ body }: Answer): GoalLabel => (body as { label: GoalLabel }).label
export const updateOf = ({ body }: Answer): GoalUpdate => (body as { update: GoalUpdate }).update

/** Publishes a goal; fails where the service refuses it. */
export async function publish(send: Send, fields: object = {}): Promise<Goal> {
  const answer = await send('POST', '/v1/goals', { body: { ...minimalGoal, ...fields } })
  if (answer.status !== 201) throw new Error(`Publishing failed: ${answer.text}`)
  return goalOf(answer)
}

/** Creates a label; fails where the service refuses it. */
export async function createLabel(send: Send, name: string, fields: object = {}): Promise<GoalLabel> {
  const answer = await send('POST', '/v1/goal-labels', { body: { name, ...fields } })
  if (answer.status !== 201) throw new Error(`Creating a label failed: ${answer.text}`)
  return labelOf(answer)
}

export const createLabels = (send: Send, prefix: string, count: number): Promise<GoalLabel[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => createLabel(send, `${prefix} ${index}`)))

/** A report that a goal at revision 1 takes. */
export const reportBody = (fields: object = {}) => ({
  status: 'active',
  summary: 'Half of it is done',
  details: 'The first half.',
  expectedRevision: 1,
  idempotencyKey: 'report',
  ...fields,
})

export const report = (send: Send, goalId: string, fields: object = {}): Promise<Answer> =>
  send('POST', `/v1/goals/${goalId}/updates`, { body: reportBody(fields) })

/** Brings a goal at revision 1 into a state. */
export async function bringTo(send: Send, goal: Goal, fields: object): Promise<Goal> {
  const answer = await report(send, goal.id, fields)
  if (answer.status !== 201) throw new Error(`Reporting failed: ${answer.text}`)
  return goalOf(await send('GET', `/v1/goals/${goal.id}`))
}
