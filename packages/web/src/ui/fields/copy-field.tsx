import { useEffect, useId, useRef } from 'react'
import { cn } from '../cn.ts'
import { CopyButton, CopyStatus } from './copy-button.tsx'
import { inputClass } from './field.tsx'
import { useCopy } from './use-copy.ts'

type CopyFieldProps = {
  label: string
  text: string
  /** Whether it takes the focus when it appears. */
  isFocused?: boolean
}

/** A text with a button that copies it. */
export function CopyField({ label, text, isFocused = false }: CopyFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const copying = useCopy(text, () => input.current?.select())

  useEffect(() => {
    if (isFocused) input.current?.focus()
  }, [isFocused])

  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          ref={input}
          id={id}
          readOnly
          value={text}
          onFocus={(event) => event.target.select()}
          className={cn(inputClass, 'font-mono text-sm!')}
        />
        <CopyButton {...copying} />
      </div>
      <CopyStatus {...copying} />
    </div>
  )
}
