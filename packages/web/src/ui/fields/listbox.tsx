import { Check } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { cn } from '../cn.ts'

export type ListboxChoice = { id: string; name: string; detail?: string }

type ListboxOptions = {
  choices: readonly ListboxChoice[]
  /** The choice at which the arrow keys begin. The first one by default. */
  start?: string
  isOpen?: boolean
  onChoose: (id: string) => void
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

/** A list whose choices are found by typing in a field, which keeps the focus. The arrow keys choose, Enter takes. */
export function useListbox({ choices, start, isOpen = true, onChoose }: ListboxOptions) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState<number>()
  const first = choices.findIndex((choice) => choice.id === start)
  const current = Math.min(position ?? Math.max(first, 0), choices.length - 1)
  useEffect(() => {
    if (isOpen) list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current, isOpen])

  function move(step: number): void {
    const next = current + step
    const last = choices.length - 1
    // Single steps go round; larger ones end at the ends.
    if (Math.abs(step) === 1) setPosition(next < 0 ? last : next > last ? 0 : next)
    else setPosition(Math.max(0, Math.min(last, next)))
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = steps[event.key]
    if (step !== undefined) move(step)
    const chosen = choices[current]
    if (event.key === 'Enter' && chosen) onChoose(chosen.id)
    if (step !== undefined || event.key === 'Enter') event.preventDefault()
  }

  return {
    /** Begins at the start again: for another list of choices. */
    reset: () => setPosition(undefined),
    onKeyDown,
    field: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-autocomplete': 'list',
      'aria-controls': `${id}-list`,
      'aria-activedescendant': isOpen && choices.length > 0 ? `${id}-${current}` : undefined,
      autoComplete: 'off',
      spellCheck: false,
    },
    list: { id, list, choices, current, onChoose },
  } as const
}

type ListboxProps = ReturnType<typeof useListbox>['list'] & {
  label: string
  /** The choice with a mark. */
  selected: string
}

export function Listbox({ id, list, choices, current, onChoose, label, selected }: ListboxProps) {
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className="max-h-64 overflow-y-auto">
      {choices.map((choice, index) => (
        <button
          key={choice.id}
          id={`${id}-${index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={choice.id === selected}
          className={cn(
            'flex min-h-10 w-full items-center gap-2 rounded-lg px-2.5 py-1 text-left hover:bg-sunken',
            index === current && 'bg-sunken',
          )}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice.id)}
        >
          <span className="min-w-0 flex-1 wrap-anywhere">{choice.name}</span>
          {choice.detail && (
            <span className="shrink-0 text-sm text-ink-faint tabular-nums">{choice.detail}</span>
          )}
          {choice.id === selected && <Check className="size-4 shrink-0 text-accent" aria-hidden="true" />}
        </button>
      ))}
    </div>
  )
}
