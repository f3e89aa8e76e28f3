import type { HttpRequest } from '../support/http-client.ts'
import type { Act } from '../support/load.ts'
import { operationNamed } from '../workload/operations.ts'
import type { Organization } from '../workload/organization.ts'

/** How many of a hundred requests each operation gets: mostly reads, as from people and programs. */
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
/** A goal is created and deleted in one turn, so that the organization keeps its size. */
const temporaryGoalShare = 1

/** All operations in turn, by their shares, in a mixed order that is the same in every run. */
export async function beginMixedLoad(organization: Organization): Promise<Act> {
  const acts: [act: Act, share: number][] = [[temporaryGoal(organization), temporaryGoalShare]]
  for (const [title, share] of shares) acts.push([await operationNamed(title).begin(organization), share])
  const turns = acts.flatMap(([act, share]) =>
    Array.from({ length: share }, (_, index) => ({ act, place: (index + 0.5) / share })),
  )
  const order = turns.toSorted((left, right) => left.place - right.place).map(({ act }) => act)
  let next = 0
  return async (send) => order[next++ % order.length]?.(send)
}

function temporaryGoal(organization: Organization): Act {
  const create = operationNamed('create goal, token')
  const headers = { authorization: `Bearer ${organization.secret}` }
  const begun = Promise.resolve(create.begin(organization))
  return async (send) => {
    const act = await begun
    let created: string | undefined
    await act(async (request, expected) => {
      const response = await send(request, expected)
      created = (JSON.parse(response.text()) as { goal: { id: string } }).goal.id
      return response
    })
    const path = `/v1/goals/${created}`
    const remove: HttpRequest = { method: 'DELETE', path, headers }
    await send(remove, 204)
  }
}
