import type { Client } from '@cairn/contract/http/client'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { type Patience, persistently } from '../../settings/export/persistently.ts'
import { type GoalShape, labelColors, type SampleGoal, type SampleLabel, shapes } from './content/shapes.ts'
import { texts } from './content/texts.ts'

/** One sample. Whoever runs it again, after a failure, makes the same one and nothing twice. */
export type SampleRun = {
  /** Part of all idempotency keys. */
  id: string
  startedAt: Date
  userId: string
  /** As soon as it exists. */
  organizationId?: string
}

type SampleOptions = Patience & {
  /** Calls about an organization, or about none, with an idempotency key for what is created. */
  clientFor: (organizationId: string | undefined, key?: string) => Client
  onOrganization: (organizationId: string) => void
  onProgress: (progress: SampleProgress) => void
}

export type SampleProgress = { done: number; total: number }

const goalNames = Object.keys(shapes) as SampleGoal[]
const labelNames = Object.keys(labelColors) as SampleLabel[]

/** How many requests a sample takes. */
export const sampleSteps =
  1 +
  labelNames.length +
  goalNames.reduce((sum, name) => sum + 1 + shapes[name].reports.length + editsOf(shapes[name]), 0)

function editsOf({ movedTo }: GoalShape): number {
  return movedTo === undefined ? 0 : 1
}

/**
 * Makes the organization with its labels, goals, and reports, one after the other.
 * @returns its id.
 * @throws what the failed request threw, or the signal's reason. What has been made stays.
 */
export async function createSample(
  run: SampleRun,
  { clientFor, onOrganization, onProgress, ...patience }: SampleOptions,
): Promise<string> {
  let done = 0
  async function step<T>(call: (key: string) => Promise<T>): Promise<T> {
    const result = await persistently(() => call(`${run.id}.${done}`), patience)
    onProgress({ done: ++done, total: sampleSteps })
    return result
  }

  const { activeOrganizationId: organizationId } = await step((key) =>
    clientFor(undefined, key).createOrganization({ body: { name: texts.name } }),
  )
  run.organizationId = organizationId
  onOrganization(organizationId)
  const client = (key?: string) => clientFor(organizationId, key)

  const labelIds = new Map<SampleLabel, string>()
  for (const name of labelNames) {
    const body = { name: texts.labels[name], color: labelColors[name] }
    const { label } = await step((key) => client(key).createGoalLabel({ body }))
    labelIds.set(name, label.id)
  }
  for (const name of goalNames) {
    const shape = shapes[name]
    const { goal } = await step((key) => client(key).createGoal({ body: goalOf(run, name, labelIds) }))
    for (let index = 0; index < shape.reports.length; index++) {
      const params = { goalId: goal.id }
      await step((key) =>
        client().createGoalUpdate({ params, body: { ...reportOf(name, index, goal), idempotencyKey: key } }),
      )
    }
    if (shape.movedTo !== undefined) {
      const body = { timeframe: timeframeOf(run, shape.movedTo) }
      await step(() => client().updateGoal({ params: { goalId: goal.id }, body }))
    }
  }
  return organizationId
}

type NewGoal = Parameters<Client['createGoal']>[0]['body']
type NewReport = Parameters<Client['createGoalUpdate']>[0]['body']

export function goalOf(
  run: Pick<SampleRun, 'startedAt' | 'userId'>,
  name: SampleGoal,
  labelIds: ReadonlyMap<SampleLabel, string>,
): NewGoal {
  const { days, everyDays, isOwned, labels, measure } = shapes[name]
  const { title, description, criteria, measures } = texts.goals[name]
  return {
    title,
    detailedDescription: description,
    timeframe: timeframeOf(run, days),
    ownerUserId: isOwned ? run.userId : null,
    labelIds: labels.flatMap((label) => labelIds.get(label) ?? []),
    criteria: criteria.map((words) => ({ ...words })),
    measures: measure ? measures.map((words) => ({ ...words, ...measure })) : [],
    cadence: everyDays === undefined ? null : { everyDays },
  }
}

const dayMilliseconds = 24 * 60 * 60 * 1_000

function timeframeOf({ startedAt }: Pick<SampleRun, 'startedAt'>, days?: number): NewGoal['timeframe'] {
  if (days === undefined) return { kind: 'continuous' }
  const targetDate = new Date(startedAt.getTime() + days * dayMilliseconds).toISOString().slice(0, 10)
  return { kind: 'deadline', targetDate }
}

/** A report on a goal as it was published: its criteria and measures have their ids from there. */
export function reportOf(
  name: SampleGoal,
  index: number,
  { criteria, measures }: Pick<Goal, 'criteria' | 'measures'>,
): Omit<NewReport, 'idempotencyKey'> {
  const { health, status = 'active', value, verdicts = [], ...shape } = shapes[name].reports[index] ?? {}
  const words: Words = texts.goals[name]
  const { summary = '', details = summary } = words.reports[index] ?? {}
  return {
    status,
    summary,
    details,
    expectedRevision: index + 1,
    ...(health && { health }),
    verdicts: verdicts.flatMap((result, at) => {
      const criterionId = criteria[at]?.id
      return criterionId === undefined ? [] : [{ criterionId, result }]
    }),
    measurements: value === undefined ? [] : measures.map(({ id }) => ({ measureId: id, value })),
    evidence: shape.hasEvidence && words.evidence ? [{ ...words.evidence }] : [],
    ...(shape.isByProgram && { clientInfo: { name: 'mailbox-counter', version: '1.2' } }),
  }
}

/** The values that all goals of the sample share. */
type Words = {
  reports: readonly { summary: string; details?: string }[]
  evidence?: { title: string; text?: string; url?: string }
}
