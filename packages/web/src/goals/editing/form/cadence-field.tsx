import { useId } from 'react'
import { cn } from '../../../ui/cn.ts'
import { inputClass } from '../../../ui/fields/field.tsx'
import { FieldGroup } from '../../../ui/fields/field-group.tsx'
import { useUnfinishedNumber } from '../../../ui/fields/number-field.tsx'
import { Problem } from '../../../ui/fields/problem.tsx'
import { texts } from './texts.ts'

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
