import { useId } from 'react'
import { FieldGroup } from './field-group.tsx'

type ChoiceProps<Value extends string> = {
  legend: string
  hint?: string
  value: Value
  onChange: (value: Value) => void
  options: { value: Value; name: string }[]
  problem?: string | undefined
}

/** Radio buttons that look like pills. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, hint, value, onChange, options, problem } = props
  const name = useId()
  return (
    <FieldGroup legend={legend} hint={hint} problem={problem}>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative inline-flex min-h-9 cursor-pointer items-center rounded-full border border-line-strong px-3.5 text-[0.9375rem] transition-colors hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.name}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
