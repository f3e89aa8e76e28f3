import { type ComponentProps, type FormEvent, useState } from 'react'
import { texts } from '../texts.ts'
import { TextField } from './field.tsx'

/**
 * Browsers report what is not a number as an empty value. As long as a field has such a text, it shows a problem, so that
 * the form is not sent without it.
 */
export function useUnfinishedNumber() {
  const [isUnfinished, setIsUnfinished] = useState(false)
  return {
    unfinished: isUnfinished ? texts.notANumber : undefined,
    onInput: (event: FormEvent<HTMLInputElement>) => setIsUnfinished(event.currentTarget.validity.badInput),
  }
}

/** A field for a number with decimals, in the browser's notation. */
export function NumberField({ problem, ...field }: ComponentProps<typeof TextField>) {
  const { unfinished, onInput } = useUnfinishedNumber()
  return (
    <TextField
      {...field}
      type="number"
      step="any"
      inputMode="decimal"
      onInput={onInput}
      problem={unfinished ?? problem}
    />
  )
}
