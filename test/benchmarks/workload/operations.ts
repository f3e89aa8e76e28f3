import { only } from '../settings.ts'
import type { HttpRequest } from '../support/http-client.ts'
import type { Act, Send } from '../support/load.ts'
import { newGoal, newReport } from './bodies.ts'
import { historyLength, type KnownGoal, labelCount, type Organization, password } from './organization.ts'

export type Operation = {
  title: string
  /** Requests a second that one core of the service should reach. */
  target?: number
  /** Whether the organization's size makes no difference, so that one is enough. */
  isSizeless?: boolean
  /** Prepares what the requests need. The clients share what it answers. */
  begin(organization: Organization): Act | Promise<Act>
}

const json = { 'content-type': 'application/json' }
const bearer = ({ secret }: Organization) => ({ authorization: `Bearer ${secret}` })
const session = ({ cookie }: Organization) => ({ cookie })

/** A report on a goal, with a key that no other report has. */
function reportOn(organization: Organization, goal: KnownGoal): HttpRequest {
  return {
    method: 'POST',
    path: `/v1/goals/${goal.id}/updates`,
    headers: { ...json, ...bearer(organization) },
    body: JSON.stringify(newReport(goal)),
  }
}

/** The organization's goals in turn, round and round. */
function inTurn({ goals }: Organization): () => KnownGoal {
  let next = 0
  return () => {
    const goal = goals[next++ % goals.length]
    if (!goal) throw new Error('The organization has no goals.')
    return goal
  }
}

const get = (path: string, headers: Record<string, string>): HttpRequest => ({ method: 'GET', path, headers })

/** The same request again and again. Its first answer is looked at: a page that is empty would be fast. */
function page(
  path: (organization: Organization) => string,
  elements: 'goals' | 'updates' | 'labels',
  count: number,
) {
  return (organization: Organization): Act => {
    const request = get(path(organization), session(organization))
    let isChecked = false
    return async (send) => {
      const answer = await send(request, 200)
      if (isChecked) return
      isChecked = true
      const found: unknown[] = JSON.parse(answer.text())[elements]
      const expected = elements === 'goals' ? Math.min(count, organization.goals.length) : count
      if (found.length !== expected) throw new Error(`${request.path} answered ${found.length} ${elements}.`)
    }
  }
}

/** A goal waits at the end of the line until its report is answered, so that no two reports meet. */
function beginReports(organization: Organization): Act {
  const line = [...organization.goals]
  return async (send) => {
    const goal = line.shift()
    if (!goal) throw new Error('There are more clients than goals.')
    await send(reportOn(organization, goal), 201)
    goal.revision++
    line.push(goal)
  }
}

/** Every client reports on the same goal at the revision that was last heard of; who is overtaken is told so. */
function beginReportsOnOne(organization: Organization): Act {
  const goal = organization.goals[0]
  if (!goal) throw new Error('The organization has no goals.')
  return async (send) => {
    const { revision } = goal
    const answer = await send(reportOn(organization, goal), 201, 409)
    if (answer.status === 201) goal.revision = Math.max(goal.revision, revision + 1)
  }
}

/** What clients ask for most, in an order in which none makes the organization larger for the next. */
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
  { title: 'list of 20', target: 1_000, begin: page(() => '/v1/goals?limit=20', 'goals', 20) },
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

/** What an operation asks for first. */
export async function firstRequestOf(title: string, organization: Organization): Promise<HttpRequest> {
  const act = await operationNamed(title).begin(organization)
  return new Promise((resolve, reject) => {
    const neverAnswered: Send = (request) => {
      resolve(request)
      return new Promise(() => undefined)
    }
    act(neverAnswered).catch(reject)
  })
}
