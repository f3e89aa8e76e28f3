import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../cn.ts'
import { texts } from '../texts.ts'
import { Problem } from './problem.tsx'

export const inputClass =
  'block w-full rounded-lg border border-line-strong bg-surface px-3 py-2 text-base text-ink placeholder:text-ink-faint aria-invalid:border-bad sm:text-[0.9375rem]'

export const selectClass = `${inputClass} select-arrow min-h-10 truncate pr-9`

/** Connects the control of a field with its label, hint, and problem. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** A sentence about what is wrong. */
  problem?: string | undefined
  optional?: boolean
  className?: string
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, hint, problem, optional, className, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const problemId = `${id}-problem`
  const describedBy = [problem && problemId, hint && hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className={cn('space-y-1.5', className)}>
      <label htmlFor={id} className="flex items-baseline gap-2 text-sm font-medium text-ink">
        {label}
        {optional && <span className="font-normal text-ink-faint">{texts.optional}</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': problem ? true : undefined })}
      <Problem id={problemId}>{problem}</Problem>
      {hint && (
        <p id={hintId} className="text-sm text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  )
}

type OwnProps = Omit<FieldProps, 'children'>

/** Separates the properties of the field from those of its control. */
function splitProps<Props extends OwnProps>({
  label,
  hint,
  problem,
  optional,
  className,
  ...control
}: Props) {
  const field = { label, hint, problem, ...(optional && { optional }), ...(className && { className }) }
  return { field, control }
}

type TextFieldProps = OwnProps & Omit<ComponentProps<'input'>, 'className' | 'children'>

/** A field with one line of text. */
export function TextField(props: TextFieldProps) {
  const { field, control: input } = splitProps(props)
  return <Field {...field}>{(control) => <input {...input} {...control} className={inputClass} />}</Field>
}

type SelectFieldProps = OwnProps & Omit<ComponentProps<'select'>, 'className'>

/** A native select, which is accessible and works well on phones. */
export function SelectField(props: SelectFieldProps) {
  const { field, control: select } = splitProps(props)
  return <Field {...field}>{(control) => <select {...select} {...control} className={selectClass} />}</Field>
}
