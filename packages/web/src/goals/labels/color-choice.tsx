import { useId } from 'react'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { LabelDot } from './label-chip.tsx'
import { labelColors } from './label-colors.ts'
import { texts } from './texts.ts'

type ColorChoiceProps = {
  color: string | null
  onChange: (color: string | null) => void
  problem: string | undefined
}

export function ColorChoice({ color, onChange, problem }: ColorChoiceProps) {
  const name = useId()
  const isKnown = color === null || labelColors.some((known) => known.color === color)
  const options: { name: string; color: string | null }[] = [
    { name: texts.color.none, color: null },
    ...labelColors.map(({ name: known, color: shown }) => ({ name: texts.colors[known], color: shown })),
    ...(isKnown ? [] : [{ name: texts.color.current, color }]),
  ]
  return (
    <FieldGroup legend={texts.color.title} problem={problem}>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <label
            key={option.name}
            title={option.name}
            className="inline-flex size-10 cursor-pointer items-center justify-center rounded-full border-2 border-transparent hover:bg-sunken has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              aria-label={option.name}
              checked={option.color === color}
              onChange={() => onChange(option.color)}
            />
            <LabelDot color={option.color} className="size-6!" />
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
