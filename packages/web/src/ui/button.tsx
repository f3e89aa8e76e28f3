import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { Spinner } from './states/spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border border-transparent',
  secondary: 'bg-surface text-ink border border-line-strong hover:bg-sunken',
  quiet: 'text-ink-soft border border-transparent hover:bg-sunken hover:text-ink',
  danger: 'bg-surface text-bad border border-bad hover:bg-bad-soft',
}

const sizes = {
  normal: 'min-h-10 px-4 py-2 text-[0.9375rem]',
  small: 'min-h-8 px-3 py-1 text-sm',
}

type Appearance = { variant?: ButtonVariant; size?: keyof typeof sizes }

/** Also for links that look like buttons. */
export function buttonClass(
  { variant = 'secondary', size = 'normal' }: Appearance = {},
  more?: string,
): string {
  return cn(
    'inline-flex items-center justify-center gap-2 rounded-lg font-medium transition-colors',
    'disabled:opacity-60 aria-disabled:opacity-60',
    variants[variant],
    sizes[size],
    more,
  )
}

type ButtonProps = ComponentProps<'button'> &
  Appearance & {
    busy?: boolean
    busyText?: ReactNode
    /** Ignores presses, without looking busy. */
    blocked?: boolean
  }

/** While busy or blocked, it keeps the focus and ignores presses. `disabled` would lose the keyboard focus. */
export function Button({
  variant,
  size,
  busy = false,
  busyText,
  blocked = false,
  className,
  children,
  type,
  onClick,
  ...rest
}: ButtonProps) {
  const ignoresPresses = busy || blocked
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-disabled={ignoresPresses || undefined}
      className={buttonClass({ ...(variant && { variant }), ...(size && { size }) }, className)}
      onClick={(event) => {
        if (ignoresPresses) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <Spinner />}
      {busy && busyText ? busyText : children}
    </button>
  )
}

type IconButtonProps = ComponentProps<'button'> & { label: string }

/** An icon button. Screen readers and the tooltip use `label`. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cn(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-ink-soft transition-colors hover:bg-sunken hover:text-ink',
        className,
      )}
    >
      {children}
    </button>
  )
}
