import type { Goal } from '@cairn/contract/schemas/goals/goals'

/** Returns the content of a goal that exports and imports transfer, with the names of its labels. */
export const contentOfGoal = (goal: Goal) => ({
  title: goal.title,
  text: goal.detailedDescription,
  timeframe: goal.timeframe,
  cadence: goal.cadence,
  status: goal.status,
  health: goal.health,
  labels: goal.labels.map(({ name }) => name),
  criteria: goal.criteria.map(({ title, description, verdict }) => [title, description, verdict?.result]),
  measures: goal.measures.map(({ title, unit, start, target, current }) => [
    title,
    unit,
    start,
    target,
    current?.value,
  ]),
})
