import { useId } from 'react'
import { cn } from '../../../ui/cn.ts'
import { inputClass } from '../../../ui/fields/field.tsx'
import { FieldGroup } from '../../../ui/fields/field-group.tsx'
import { useUnfinishedNumber } from '../../../ui/fields/number-field.tsx'
import { Problem } from '../../../ui/fields/problem.tsx'
import type { GoalValues } from './goal-values.ts'
import { texts } from './texts.ts'

type Timeframe = GoalValues['timeframe']

type TimeframeFieldsProps = {
  timeframe: Timeframe
  targetDate: string
  onChange: (changed: { timeframe?: Timeframe; targetDate?: string }) => void
  problem: string | undefined
  mayBeUnspecified: boolean
}

const kinds = ['deadline', 'continuous', 'unspecified'] as const satisfies Timeframe[]

export function TimeframeFields(props: TimeframeFieldsProps) {
  const { timeframe, targetDate, onChange, problem, mayBeUnspecified } = props
  const id = useId()
  const problemId = `${id}-problem`
  return (
    <FieldGroup legend={texts.timeframe.legend}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {kinds
          .filter((kind) => kind !== 'unspecified' || mayBeUnspecified)
          .map((kind) => (
            <label key={kind} className="inline-flex min-h-9 items-center gap-2">
              <input
                type="radio"
                name={id}
                className="size-4 accent-(--accent)"
                checked={timeframe === kind}
                onChange={() => onChange({ timeframe: kind })}
              />
              {texts.timeframe.kinds[kind]}
            </label>
          ))}
        {timeframe === 'deadline' && (
          <input
            type="date"
            aria-label={texts.timeframe.targetDate}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? problemId : undefined}
            value={targetDate}
            onChange={(event) => onChange({ targetDate: event.target.value })}
            className={cn(inputClass, 'w-44!')}
          />
        )}
      </div>
      <Problem id={problemId}>{problem}</Problem>
    </FieldGroup>
  )
}

type CadenceFieldProps = {
  everyDays: string
  onChange: (everyDays: string) => void
  problem: string | undefined
}

/** How often a report is due: a sentence with a number in it. */
export function CadenceField({ everyDays, onChange, problem }: CadenceFieldProps) {
  const problemId = useId()
  const { unfinished, onInput } = useUnfinishedNumber()
  const shown = unfinished ?? problem
  return (
    <FieldGroup legend={texts.cadence.legend} hint={texts.cadence.hint} optional>
      <span className="flex flex-wrap items-center gap-2">
        <span aria-hidden="true">{texts.cadence.before}</span>
        <input
          type="number"
          inputMode="numeric"
          min={1}
          max={366}
          aria-label={texts.cadence.days}
          aria-invalid={shown ? true : undefined}
          aria-describedby={shown ? problemId : undefined}
          value={everyDays}
          onInput={onInput}
          onChange={(event) => onChange(event.target.value)}
          className={cn(inputClass, 'w-24!')}
        />
        <span aria-hidden="true">{texts.cadence.after}</span>
      </span>
      <Problem id={problemId}>{shown}</Problem>
    </FieldGroup>
  )
}
