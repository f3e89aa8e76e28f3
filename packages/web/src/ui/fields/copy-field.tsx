import { Check, Copy } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { cn } from '../cn.ts'
import { inputClass } from './field.tsx'

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
  const [copied, setCopied] = useState<'no' | 'yes' | 'selected'>('no')

  useEffect(() => {
    if (isFocused) input.current?.focus()
  }, [isFocused])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      // The browser does not allow it. Select the text so that the person can copy it.
      input.current?.select()
      setCopied('selected')
    }
  }

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
        <Button onClick={() => void copy()} className="shrink-0">
          {copied === 'yes' ? (
            <Check className="size-4" aria-hidden="true" />
          ) : (
            <Copy className="size-4" aria-hidden="true" />
          )}
          Copy
        </Button>
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {copied === 'yes' && 'Copied.'}
        {copied === 'selected' && 'Selected. Press Ctrl+C or ⌘C to copy.'}
      </p>
    </div>
  )
}
