import type { Client } from '@cairn/contract/http/client'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import type { Database } from '@cairn/domain/storage/database/client'
import type { Meter } from '../../../infra/cost/meter.ts'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import { newGoal, reportOf } from '../../support/people/goals.ts'

/** The units of one request. */
export type GoalUnits = {
  request: string
  /** Of the goal's description. */
  kilobytes: number
  /** Labels on the goal. */
  labels: number
  /** With an API token: the token, the membership and the labels of the organization take 3. */
  reads: number
  writes: number
  /** With a session, which also reads the user; undefined for writes. */
  readsWithSession: number | undefined
}

type Scene = {
  /** Of a program with a token of an organization without other goals. */
  api: Client
  text: string
  labelIds: string[]
  /** Publishes a goal with the text, a criterion, a measure, a cadence and the labels. */
  publish: () => Promise<Goal>
}

/** Creates what a request needs, uncounted, and returns the request. */
type Prepare = (scene: Scene) => Promise<(api: Client) => Promise<unknown>>

const pageSize = 25

export const measuredKilobytes = [0.2, 1, 8, 200]
export const measuredLabels = [0, 2]

const requests: Record<string, Prepare> = {
  report: async ({ publish }) => {
    const params = paramsOf(await publish())
    return (by) => by.createGoalUpdate({ params, body: reportOf('Ten trees') })
  },
  'report with verdict and value': async ({ publish }) => {
    const goal = await publish()
    const body = reportOf('Ten trees', {
      verdicts: goal.criteria.map(({ id }) => ({ criterionId: id, result: 'met' })),
      measurements: goal.measures.map(({ id }) => ({ measureId: id, value: 10 })),
    })
    return (by) => by.createGoalUpdate({ params: paramsOf(goal), body })
  },
  'edit of the title': async ({ publish }) => {
    const params = paramsOf(await publish())
    return (by) => by.updateGoal({ params, body: { title: 'Forest' } })
  },
  'edit of the text': async ({ publish, text }) => {
    const params = paramsOf(await publish())
    return (by) => by.updateGoal({ params, body: { detailedDescription: text.replace('Plant', 'Water') } })
  },
  'edit that changes nothing': async ({ publish, text }) => {
    const params = paramsOf(await publish())
    return (by) => by.updateGoal({ params, body: { detailedDescription: text } })
  },
  publish: async ({ text, labelIds }) => {
    const body = bodyOf(text, labelIds)
    return (by) => by.createGoal({ body })
  },
  get: async ({ publish }) => {
    const params = paramsOf(await publish())
    return (by) => by.getGoal({ params })
  },
  '25 active goals, summaries': async (scene) => {
    const query = await listOf25(scene)
    return (by) => by.listGoals({ query: { ...query, status: 'active', view: 'summary' } })
  },
  '25 goals of any status, summaries': async (scene) => {
    const query = await listOf25(scene)
    return (by) => by.listGoals({ query: { ...query, view: 'summary' } })
  },
  '25 active goals in full': async (scene) => {
    const query = await listOf25(scene)
    return (by) => by.listGoals({ query: { ...query, status: 'active' } })
  },
}

const paramsOf = ({ id }: Goal) => ({ goalId: id })

/** A page of an organization with more goals: of all, or of a label. Each has a report of typical length. */
async function listOf25({ api, labelIds }: Scene) {
  const { goals } = await api.listGoals({ query: { view: 'summary' } })
  for (const { id, revision } of goals) {
    const body = reportOf('Ten more trees stand along the river. '.repeat(3), {
      health: 'on_track',
      expectedRevision: revision,
    })
    await api.createGoalUpdate({ params: { goalId: id }, body })
  }
  const [labelId] = labelIds
  return { limit: pageSize, ...(labelId !== undefined && { labelId }) }
}

const isRead = (request: string) => request === 'get' || request.startsWith('25')

/**
 * Makes each request once on goals of each size, with each number of labels.
 *
 * @param session  A session whose calls of the database pass the meter. It gets an organization for each size and number.
 */
export async function measureGoalUnits({ session, meter, service }: Metered): Promise<GoalUnits[]> {
  // As on AWS, where a function writes the postings of words, each for 1 unit, from the stream of the table.
  Object.assign(service.database, { hasStream: true })
  const measured: GoalUnits[] = []
  const unitsOf = async (send: () => Promise<unknown>) => {
    meter.take()
    await send()
    return meter.take()
  }
  for (const kilobytes of measuredKilobytes) {
    for (const labels of measuredLabels) {
      const scene = await createScene({ session, service }, kilobytes, labels)
      for (const [request, prepare] of Object.entries(requests)) {
        const send = await prepare(scene)
        const { reads, writes } = await unitsOf(() => send(scene.api))
        const readsWithSession = isRead(request) ? (await unitsOf(() => send(session))).reads : undefined
        measured.push({ request, kilobytes, labels, reads, writes, readsWithSession })
      }
    }
  }
  return measured
}

export type Metered = {
  session: Client
  meter: Pick<Meter, 'take'>
  service: { origin: string; database: Database }
}

async function createScene(
  { session, service }: Omit<Metered, 'meter'>,
  kilobytes: number,
  labels: number,
): Promise<Scene> {
  await session.createOrganization({ body: { name: `${kilobytes} KB, ${labels} labels` } })
  const labelIds: string[] = []
  for (let number = 1; number <= labels; number++) {
    const { label } = await session.createGoalLabel({ body: { name: `Label ${number}` } })
    labelIds.push(label.id)
  }
  const api = programWith(service, await createToken({ api: session }))
  const text = 'Plant a hundred trees along the river. '
    .repeat(6_000)
    .slice(0, kilobytes * 1000 - 1)
    .trim()
  const body = bodyOf(text, labelIds)
  const publish = async () => (await api.createGoal({ body })).goal
  // One more than a page.
  for (let count = 0; count <= pageSize; count++) await publish()
  return { api, text, labelIds, publish }
}

const bodyOf = (text: string, labelIds: string[]) => ({
  ...newGoal,
  title: 'Plant a hundred trees along the river',
  detailedDescription: text,
  labelIds,
  criteria: [{ title: 'Counted', description: 'A hundred trees stand.' }],
  measures: [{ title: 'Trees', start: 0, target: 100 }],
  cadence: { everyDays: 7 },
})
