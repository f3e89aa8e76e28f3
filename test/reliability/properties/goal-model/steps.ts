import type { GoalHealth, GoalStatus } from '@cairn/contract/schemas/goals/goal-values'
import fc from 'fast-check'
import type { LastDeleted } from './explain.ts'
import type { ModelRequest, RequestOf } from './requests.ts'
import type { GoalState, State } from './state.ts'

/**
 * A request that names goals and labels by number, because ids are not known in advance and a failing run must be
 * shrinkable. `resolve` converts it to a request.
 */
export type Step =
  | { step: 'createGoal'; description: number; title: string | undefined; labels: number[] }
  | { step: 'updateGoal'; goal: number; changes: Changes }
  | {
      step: 'report'
      goal: number
      status: GoalStatus
      health: GoalHealth | null
      key: number
      drift: number
      verdict: 'met' | 'not_met' | undefined
      value: number | undefined
    }
  | { step: 'acknowledge'; goal: number; revision: number }
  | { step: 'history'; goal: number; of: 'reports' | 'edits'; order: 'asc' | 'desc' }
  | { step: 'getGoal' | 'deleteGoal' | 'listGoalUpdates'; goal: number }
  | { step: 'createLabel'; name: string }
  | { step: 'updateLabel'; label: number; changes: { name?: string; color?: string | null } }
  | { step: 'getLabel' | 'deleteLabel'; label: number }

type Changes = {
  title?: string
  labels?: number[]
  owner?: 'nobody' | 'me'
  deadline?: boolean
  cadence?: number | null
  /** Keeps, rewrites or drops the first criterion, adds one, or names one that another goal may have. */
  criteria?: 'rewritten' | 'added' | 'none' | 'unknown'
  measures?: 'added' | 'none'
  /** How far the expected version is from the known one. */
  versionDrift?: number
}

// Few numbers and names, so that steps concern the same records.
const number = fc.nat({ max: 5 })
const labels = fc.uniqueArray(number, { maxLength: 3 })
const name = fc.constantFrom('Forest', 'FOREST', 'Sea', 'sea', 'Éclair', 'éclair', 'a#b')
const status = fc.constantFrom<GoalStatus>('active', 'active', 'paused', 'completed', 'archived')
const health = fc.constantFrom<GoalHealth | null>(null, 'on_track', 'at_risk', 'off_track')

const changes = fc.oneof<fc.Arbitrary<Changes>[]>(
  fc.record({ title: fc.constantFrom('Short', 'Long') }),
  fc.record({ labels }),
  fc.record({ owner: fc.constantFrom('nobody', 'me') }),
  fc.record({ deadline: fc.boolean() }),
  fc.record({ cadence: fc.constantFrom(null, 1, 7) }),
  fc.record({ criteria: fc.constantFrom('rewritten', 'added', 'none', 'unknown') }),
  fc.record({ measures: fc.constantFrom('added', 'none') }),
  fc.record({ title: fc.constantFrom('Expected', 'Unexpected'), versionDrift: fc.constantFrom(0, 0, -1, 1) }),
  fc.record({ title: fc.constantFrom('Both', 'All'), labels }),
)

export const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant('createGoal' as const),
      description: number,
      title: fc.option(fc.constantFrom('Named', 'Titled'), { nil: undefined }),
      labels,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ step: fc.constant('updateGoal' as const), goal: number, changes }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      step: fc.constant('report' as const),
      goal: number,
      status,
      health,
      key: fc.nat({ max: 3 }),
      drift: fc.constantFrom(0, 0, 0, -1, 1),
      verdict: fc.constantFrom(undefined, 'met', 'not_met'),
      value: fc.constantFrom(undefined, 0, 12.5),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ step: fc.constant('acknowledge' as const), goal: number, revision: number }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('history' as const),
      goal: number,
      of: fc.constantFrom('reports', 'edits'),
      order: fc.constantFrom('asc', 'desc'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constantFrom('getGoal' as const, 'listGoalUpdates' as const, 'deleteGoal' as const),
      goal: number,
    }),
  },
  { weight: 4, arbitrary: fc.record({ step: fc.constant('createLabel' as const), name }) },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constant('updateLabel' as const),
      label: number,
      changes: fc.oneof<fc.Arbitrary<{ name?: string; color?: string | null }>[]>(
        fc.record({ name }),
        fc.record({ color: fc.constantFrom('green', null) }),
        fc.record({ name, color: fc.constantFrom('blue', null) }),
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constantFrom('getLabel' as const, 'deleteLabel' as const),
      label: number,
    }),
  },
)

const unknownId = '00000000-0000-4000-8000-000000000000'

/** The id with this number among the existing ids and one that does not exist: the last deleted or an unknown id. */
function choose(existing: ReadonlyMap<string, unknown>, deleted: string | undefined, index: number): string {
  const ids = [...existing.keys(), deleted ?? unknownId]
  return ids[index % ids.length] ?? unknownId
}

const planted = { title: 'Planted', description: 'A hundred trees.' }
const trees = { title: 'Trees', start: 0, target: 100 }

/** The criteria and measures that an edit writes. */
function writtenParts(
  goal: GoalState | undefined,
  changes: Changes,
): Pick<RequestOf<'updateGoal'>['body'], 'criteria' | 'measures'> {
  const criteria = (goal?.criteria ?? []).map(({ id, title, description }) => ({ id, title, description }))
  const measures = (goal?.measures ?? []).map(({ id, title, start, target }) => ({
    id,
    title,
    start,
    target,
  }))
  const written = {
    rewritten: criteria.map((criterion) => ({ ...criterion, description: `${goal?.version} trees.` })),
    added: [...criteria.slice(-3), planted],
    none: [],
    unknown: [...criteria, { ...planted, id: unknownId }],
  }
  return {
    ...(changes.criteria && { criteria: written[changes.criteria] }),
    ...(changes.measures && { measures: changes.measures === 'none' ? [] : [...measures.slice(-3), trees] }),
  }
}

export function resolve(state: State, lastDeleted: LastDeleted, step: Step): ModelRequest {
  const goalId = 'goal' in step ? choose(state.goals, lastDeleted.goal, step.goal) : ''
  const goal = state.goals.get(goalId)
  const labelId = 'label' in step ? choose(state.labels, lastDeleted.label, step.label) : ''
  const labelIds = (numbers: number[]) => [
    ...new Set(numbers.map((index) => choose(state.labels, lastDeleted.label, index))),
  ]
  switch (step.step) {
    case 'createGoal': {
      const { description, title, labels: numbers } = step
      const detailedDescription = `Description ${description}.`
      const timeframe = { kind: 'continuous' } as const
      return {
        id: 'createGoal',
        body: {
          detailedDescription,
          timeframe,
          labelIds: labelIds(numbers),
          criteria: [planted],
          measures: [trees],
          ...(title && { title }),
        },
      }
    }
    case 'updateGoal': {
      const { title, labels: numbers, owner, deadline, cadence, versionDrift } = step.changes
      const { criteria, measures } = writtenParts(goal, step.changes)
      return {
        id: 'updateGoal',
        params: { goalId },
        body: {
          ...(title !== undefined && { title }),
          ...(numbers && { labelIds: labelIds(numbers) }),
          ...(owner && { ownerUserId: owner === 'me' ? state.userId : null }),
          ...(deadline !== undefined && {
            timeframe: deadline ? { kind: 'deadline', targetDate: '2027-03-31' } : { kind: 'unspecified' },
          }),
          ...(cadence !== undefined && { cadence: cadence === null ? null : { everyDays: cadence } }),
          ...(criteria && { criteria }),
          ...(measures && { measures }),
          ...(versionDrift !== undefined && {
            expectedVersion: Math.max(1, (goal?.version ?? 1) + versionDrift),
          }),
        },
      }
    }
    case 'report': {
      const revision = goal?.revision ?? 1
      const criterion = goal?.criteria[0]
      const measure = goal?.measures[0]
      const takesHealth = step.status === 'active' || step.status === 'paused'
      return {
        id: 'createGoalUpdate',
        params: { goalId },
        body: {
          status: step.status,
          summary: `Report ${step.key}`,
          details: `On revision ${revision}.`,
          expectedRevision: Math.max(1, revision + step.drift),
          idempotencyKey: `key-${step.key}`,
          ...(takesHealth && step.health !== null && { health: step.health }),
          ...(step.verdict && {
            verdicts: [{ criterionId: criterion?.id ?? unknownId, result: step.verdict }],
          }),
          ...(step.value !== undefined && {
            measurements: [{ measureId: measure?.id ?? unknownId, value: step.value }],
          }),
          ...(step.key === 0 && { evaluation: { result: 'met', asOf: '2026-11-20T10:00:00.000Z' } }),
        },
      }
    }
    case 'acknowledge':
      return { id: 'acknowledgeGoalUpdate', params: { goalId, revision: String(step.revision + 1) } }
    case 'history':
      return {
        id: step.of === 'reports' ? 'listGoalUpdates' : 'listGoalEdits',
        params: { goalId },
        query: { order: step.order },
      }
    case 'createLabel':
      return { id: 'createGoalLabel', body: { name: step.name } }
    case 'updateLabel':
      return { id: 'updateGoalLabel', params: { labelId }, body: step.changes }
    case 'getLabel':
    case 'deleteLabel':
      return { id: step.step === 'getLabel' ? 'getGoalLabel' : 'deleteGoalLabel', params: { labelId } }
    default:
      return { id: step.step, params: { goalId } }
  }
}
