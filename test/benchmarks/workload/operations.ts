import { only } from '../settings.ts'
import type { HttpRequest } from '../support/http-client.ts'
import type { Act, Send } from '../support/load.ts'
import { newGoal, newReport } from './bodies.ts'
import { familyOf } from './families.ts'
import { historyLength, type KnownGoal, labelCount, type Organization, password } from './organization.ts'

export type Operation = {
  title: string
  /** Requests per second that one core of the service should reach. */
  target?: number
  /** Whether the organization's size makes no difference, so that one size is enough. */
  isSizeless?: boolean
  /** Prepares the requests. All clients share the returned act. */
  begin(organization: Organization): Act | Promise<Act>
}

const json = { 'content-type': 'application/json' }
const bearer = ({ secret }: Organization) => ({ authorization: `Bearer ${secret}` })
const session = ({ cookie }: Organization) => ({ cookie })

/** A report on a goal, with a unique key. */
function reportOn(organization: Organization, goal: KnownGoal): HttpRequest {
  return {
    method: 'POST',
    path: `/v1/goals/${goal.id}/updates`,
    headers: { ...json, ...bearer(organization) },
    body: JSON.stringify(newReport(goal)),
  }
}

/** The organization's goals in turn, again and again. */
function inTurn({ goals }: Organization): () => KnownGoal {
  let next = 0
  return () => {
    const goal = goals[next++ % goals.length]
    if (!goal) throw new Error('The organization has no goals.')
    return goal
  }
}

const get = (path: string, headers: Record<string, string>): HttpRequest => ({ method: 'GET', path, headers })

/** Repeats one request. The first response is checked, because an empty page would be fast. */
function page(
  path: (organization: Organization) => string,
  elements: 'goals' | 'updates' | 'labels',
  count: number,
) {
  return (organization: Organization): Act => {
    const request = get(path(organization), session(organization))
    let isChecked = false
    return async (send) => {
      const response = await send(request, 200)
      if (isChecked) return
      isChecked = true
      const found: unknown[] = JSON.parse(response.text())[elements]
      const expected = elements === 'goals' ? Math.min(count, organization.goals.length) : count
      if (found.length !== expected) throw new Error(`${request.path} returned ${found.length} ${elements}.`)
    }
  }
}

/** A goal is queued again only after the response to its change, so that changes never conflict. */
function changeInTurn({ goals }: Organization, change: (send: Send, goal: KnownGoal) => Promise<void>): Act {
  const line = [...goals]
  return async (send) => {
    const goal = line.shift()
    if (!goal) throw new Error('There are more clients than goals.')
    await change(send, goal)
    line.push(goal)
  }
}

const beginReports = (organization: Organization): Act =>
  changeInTurn(organization, async (send, goal) => {
    await send(reportOn(organization, goal), 201)
    goal.revision++
  })

function beginEdits(organization: Organization): Act {
  const headers = { ...json, ...bearer(organization) }
  const { detailedDescription } = newGoal(organization)
  let edits = 0
  return changeInTurn(organization, async (send, { id }) => {
    const body = JSON.stringify({ title: `Title ${++edits}`, detailedDescription })
    await send({ method: 'PATCH', path: `/v1/goals/${id}`, headers, body }, 200)
  })
}

/** Every client reports on the same goal at the latest known revision. Conflicts are expected. */
function beginReportsOnOne(organization: Organization): Act {
  const goal = organization.goals[0]
  if (!goal) throw new Error('The organization has no goals.')
  return async (send) => {
    const { revision } = goal
    const response = await send(reportOn(organization, goal), 201, 409)
    if (response.status === 201) goal.revision = Math.max(goal.revision, revision + 1)
  }
}

/** The most frequent operations, in an order in which none enlarges the organization for the next. */
const all: Operation[] = [
  {
    title: 'session',
    target: 1_500,
    begin: (organization) => {
      const request = get('/v1/auth/session', session(organization))
      return async (send) => void (await send(request, 200))
    },
  },
  {
    title: 'get goal, session',
    begin: (organization) => beginGet(organization, session(organization)),
  },
  {
    title: 'get goal, token',
    target: 1_500,
    begin: (organization) => beginGet(organization, bearer(organization)),
  },
  {
    title: 'list of 20',
    target: 1_000,
    begin: page(() => '/v1/goals?limit=20', 'goals', 20),
  },
  { title: 'list of 100', begin: page(() => '/v1/goals?limit=100', 'goals', 100) },
  {
    title: 'list of 20 by status',
    begin: page(() => '/v1/goals?limit=20&status=active', 'goals', 20),
  },
  {
    title: 'list of 20 by label',
    begin: page(({ labelIds }) => `/v1/goals?limit=20&labelId=${labelIds[1]}`, 'goals', 20),
  },
  {
    title: 'history of 20',
    begin: page(
      ({ reportedGoal }) => `/v1/goals/${reportedGoal.id}/updates?limit=${historyLength}`,
      'updates',
      historyLength,
    ),
  },
  { title: 'labels', begin: page(() => '/v1/goal-labels', 'labels', labelCount) },
  { title: 'edit goal, token', begin: beginEdits },
  { title: 'reports on many goals, token', target: 800, begin: beginReports },
  { title: 'reports on one goal, token', begin: beginReportsOnOne },
  {
    title: 'create goal, token',
    begin: (organization) => {
      const request: HttpRequest = {
        method: 'POST',
        path: '/v1/goals',
        headers: { ...json, ...bearer(organization) },
        body: JSON.stringify(newGoal(organization)),
      }
      return async (send) => void (await send(request, 201))
    },
  },
  {
    title: 'get a parent of 500',
    begin: async (organization) => {
      const { parentGoalId } = await familyOf(organization)
      const request = get(`/v1/goals/${parentGoalId}`, session(organization))
      return async (send) => void (await send(request, 200))
    },
  },
  {
    title: 'tree of 100 below a parent of 500',
    begin: async (organization) => {
      const { parentGoalId } = await familyOf(organization)
      const request = get(`/v1/goals/${parentGoalId}/tree?limit=100`, session(organization))
      return async (send) => void (await send(request, 200))
    },
  },
  {
    title: 'reports below a parent of 500, token',
    begin: async (organization) =>
      beginReports({ ...organization, goals: (await familyOf(organization)).children }),
  },
  {
    title: 'login',
    isSizeless: true,
    begin: ({ origin, email }) => {
      const headers = { ...json, origin }
      const body = JSON.stringify({ email, password })
      return async (send) => void (await send({ method: 'POST', path: '/v1/auth/login', headers, body }, 200))
    },
  },
]

export const benchmarked = all.filter(({ title }) => !only || only.test(title))

function beginGet(organization: Organization, headers: Record<string, string>): Act {
  const nextGoal = inTurn(organization)
  return async (send: Send) => void (await send(get(`/v1/goals/${nextGoal().id}`, headers), 200))
}

export function operationNamed(title: string): Operation {
  const operation = all.find((candidate) => candidate.title === title)
  if (!operation) throw new Error(`No operation is called "${title}".`)
  return operation
}

/** The first request of an operation. */
export async function firstRequestOf(title: string, organization: Organization): Promise<HttpRequest> {
  const act = await operationNamed(title).begin(organization)
  return new Promise((resolve, reject) => {
    const neverResponds: Send = (request) => {
      resolve(request)
      return new Promise(() => undefined)
    }
    act(neverResponds).catch(reject)
  })
}
