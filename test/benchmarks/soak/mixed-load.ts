import type { HttpRequest } from '../support/http-client.ts'
import type { Act } from '../support/load.ts'
import { operationNamed } from '../workload/operations.ts'
import type { Organization } from '../workload/organization.ts'

/** How often what is asked for, of a hundred requests: mostly reading, as people and programs do. */
const shares: [title: string, share: number][] = [
  ['session', 20],
  ['get goal, session', 10],
  ['get goal, token', 20],
  ['list of 20', 14],
  ['list of 20 by status', 5],
  ['list of 20 by label', 3],
  ['history of 20', 8],
  ['labels', 5],
  ['reports on many goals, token', 12],
  ['login', 1],
]
/** Goals are made and deleted alike, two requests in one turn, so that the organization stays as large as it is. */
const passingGoalShare = 1

/** Everything in turn, by its share, in an order that mixes it; the same in every run. */
export async function beginMixedLoad(organization: Organization): Promise<Act> {
  const acts: [act: Act, share: number][] = [[passingGoal(organization), passingGoalShare]]
  for (const [title, share] of shares) acts.push([await operationNamed(title).begin(organization), share])
  const turns = acts.flatMap(([act, share]) =>
    Array.from({ length: share }, (_, index) => ({ act, place: (index + 0.5) / share })),
  )
  const order = turns.toSorted((left, right) => left.place - right.place).map(({ act }) => act)
  let next = 0
  return async (send) => order[next++ % order.length]?.(send)
}

function passingGoal(organization: Organization): Act {
  const create = operationNamed('create goal, token')
  const headers = { authorization: `Bearer ${organization.secret}` }
  const begun = Promise.resolve(create.begin(organization))
  return async (send) => {
    const act = await begun
    let created: string | undefined
    await act(async (request, expected) => {
      const answer = await send(request, expected)
      created = (JSON.parse(answer.text()) as { goal: { id: string } }).goal.id
      return answer
    })
    const path = `/v1/goals/${created}`
    const remove: HttpRequest = { method: 'DELETE', path, headers }
    await send(remove, 204)
  }
}
