import { type ReactNode, useId } from 'react'
import { cn } from '../cn.ts'
import { texts } from '../texts.ts'
import { Problem } from './problem.tsx'

type FieldGroupProps = {
  legend: ReactNode
  hint?: ReactNode
  /** A sentence about what is wrong with the whole group. */
  problem?: string | undefined
  optional?: boolean
  className?: string
  children: ReactNode
}

/** Several controls that are one field. If it has a problem, the form focuses its first control. */
export function FieldGroup({ legend, hint, problem, optional, className, children }: FieldGroupProps) {
  const id = useId()
  const problemId = `${id}-problem`
  const hintId = `${id}-hint`
  const describedBy = [problem && problemId, hint && hintId].filter(Boolean).join(' ') || undefined
  return (
    <fieldset
      className={cn('min-w-0 space-y-2', className)}
      aria-describedby={describedBy}
      data-invalid={problem ? '' : undefined}
    >
      <legend className="flex items-baseline gap-2 text-sm font-medium">
        {legend}
        {optional && <span className="font-normal text-ink-faint">{texts.optional}</span>}
      </legend>
      {hint && (
        <p id={hintId} className="text-sm text-ink-faint">
          {hint}
        </p>
      )}
      <Problem id={problemId}>{problem}</Problem>
      {children}
    </fieldset>
  )
}
