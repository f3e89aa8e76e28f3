import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { cn } from '../cn.ts'
import { texts } from '../texts.ts'
import { Field, inputClass } from './field.tsx'

type PasswordFieldProps = {
  label?: string
  value: string
  onChange: (value: string) => void
  problem: string | undefined
  autoComplete: 'current-password' | 'new-password'
  hint?: string
}

export function PasswordField({
  label = texts.password,
  value,
  onChange,
  problem,
  autoComplete,
  hint,
}: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={cn(inputClass, 'pr-11')}
          />
          <button
            type="button"
            aria-label={texts.show(label)}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
            className="absolute inset-y-0 right-1 my-auto inline-flex size-8 items-center justify-center rounded-md text-ink-faint hover:text-ink"
          >
            <Icon className="size-4.5" aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  )
}
