import { useId } from 'react'
import { formatNumber } from '../../presentation/time/format.ts'

type FilterChipsProps<Value extends string> = {
  /** For screen readers. */
  legend: string
  value: Value
  options: { value: Value; name: string; count?: number }[]
  onChange: (value: Value) => void
}

/** Radio buttons that limit a list, as small pills. */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const { legend, value, options, onChange } = props
  const group = useId()
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{legend}</legend>
      {options.map(({ value: option, name, count }) => (
        <label
          key={option}
          className="relative inline-flex min-h-10 cursor-pointer items-center gap-1.5 rounded-full sm:min-h-8 border border-line-strong px-3 text-sm hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={group}
            checked={option === value}
            onChange={() => onChange(option)}
            className="sr-only"
          />
          {name}
          {count !== undefined && (
            <>
              {' '}
              <span className="text-ink-faint tabular-nums">{formatNumber(count)}</span>
            </>
          )}
        </label>
      ))}
    </fieldset>
  )
}
