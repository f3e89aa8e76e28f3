import type { ReactNode } from 'react'

type CheckboxProps = {
  label: ReactNode
  /** Part of the label, so that screen readers read it. */
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox with its label and a hint. The whole row can be pressed. */
export function Checkbox({ label, hint, checked, disabled, onChange }: CheckboxProps) {
  return (
    <label className="flex gap-3 rounded-lg px-1 py-1.5 hover:bg-sunken">
      <input
        type="checkbox"
        className="mt-1 size-4 shrink-0 accent-(--accent)"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="min-w-0">
        <span className="block text-[0.9375rem] font-medium">{label}</span>
        {hint && <span className="block text-sm text-ink-faint">{hint}</span>}
      </span>
    </label>
  )
}
