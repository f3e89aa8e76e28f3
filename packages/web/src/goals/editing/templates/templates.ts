import { today } from '../../../presentation/time/format.ts'
import { type GoalValues, newCriterion, newMeasure } from '../form/goal-values.ts'
import type { TemplateName } from './template-names.ts'
import { texts } from './texts.ts'

type Shape = {
  /** Days until the target date. Without it, the goal is continuous. */
  days?: number
  everyDays: number
  measure?: { start: string; target: string }
}

const shapes: Record<TemplateName, Shape> = {
  launch: { days: 90, everyDays: 7 },
  number: { days: 90, everyDays: 14, measure: { start: '', target: '' } },
  level: { everyDays: 30, measure: { start: '0', target: '100' } },
  project: { days: 60, everyDays: 7, measure: { start: '0', target: '100' } },
  routine: { everyDays: 30 },
}

/** The values of the form for a goal of this kind. */
export function fromTemplate(name: TemplateName, empty: GoalValues, now = today()): GoalValues {
  const { days, everyDays, measure } = shapes[name]
  const { description, criteria, measure: words } = texts.templates[name]
  return {
    ...empty,
    detailedDescription: description,
    timeframe: days === undefined ? 'continuous' : 'deadline',
    targetDate: days === undefined ? '' : daysAfter(now, days),
    criteria: criteria.map((criterion) => ({ ...newCriterion(), ...criterion })),
    measures: measure && words ? [{ ...newMeasure(), ...words, ...measure }] : [],
    everyDays: String(everyDays),
  }
}

function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
