import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { formatValue } from '../../presentation/time/format.ts'
import { EvidenceList } from '../evidence/evidence-list.tsx'
import { VerdictMark } from '../pictures/badges.tsx'
import { texts } from './texts.ts'

type PartProps = { goal: Goal; update: GoalUpdate }

/** The values of a report. */
export function Measurements({ goal, update: { measurements } }: PartProps) {
  if (measurements.length === 0) return null
  return (
    <ul aria-label={texts.values} className="flex flex-wrap gap-x-5 gap-y-1">
      {measurements.map(({ measureId, value }) => {
        const measure = goal.measures.find(({ id }) => id === measureId)
        return (
          <li key={measureId}>
            {measure?.title ?? texts.removedMeasure}:{' '}
            <strong className="font-semibold text-ink">{formatValue(value, measure?.unit ?? null)}</strong>
          </li>
        )
      })}
    </ul>
  )
}

type VerdictsProps = PartProps & {
  /** Leaves out notes and evidence. */
  isShort?: boolean
}

/** A report's verdicts on the criteria. */
export function Verdicts({ goal, update: { verdicts }, isShort = false }: VerdictsProps) {
  if (verdicts.length === 0) return null
  return (
    <ul aria-label={texts.verdicts} className="space-y-2">
      {verdicts.map(({ criterionId, result, note, evidence = [] }) => (
        <li key={criterionId} className="space-y-1.5">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <VerdictMark result={result} />
            {goal.criteria.find(({ id }) => id === criterionId)?.title ?? texts.removedCriterion}
          </p>
          {!isShort && (note !== undefined || evidence.length > 0) && (
            <div className="space-y-2 pl-4">
              {note !== undefined && <p className="whitespace-pre-wrap">{note}</p>}
              <EvidenceList evidence={evidence} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
