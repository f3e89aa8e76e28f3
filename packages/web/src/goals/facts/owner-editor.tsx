import type { Goal } from '@cairn/contract/schemas/goals'
import { Check } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { cn } from '../../ui/cn.ts'
import { inputClass } from '../../ui/fields/field.tsx'
import { usePeople } from '../people.ts'
import { texts } from './texts.ts'
import type { ChangeFact } from './use-change-fact.ts'

type OwnerEditorProps = { goal: Goal; onChange: ChangeFact; onClose: () => void }

/** Finds a person by typing. The arrow keys choose, Enter saves. */
export function OwnerEditor({ goal, onChange, onClose }: OwnerEditorProps) {
  const { members = [], nameOf } = usePeople()
  const [typed, setTyped] = useState('')
  const [position, setPosition] = useState(0)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => input.current?.focus(), [])

  const options = [null, ...members.map(({ userId }) => userId)]
    .map((userId) => ({ userId, name: nameOf(userId) }))
    .filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
  const current = Math.min(position, options.length - 1)
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])

  function pick(userId: string | null): void {
    onChange('ownerUserId', userId)
    onClose()
  }

  function onKeyDown(event: React.KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setPosition((current + step + options.length) % options.length)
    const chosen = options[current]
    if (event.key === 'Enter' && chosen) pick(chosen.userId)
    if (step !== undefined || event.key === 'Enter') event.preventDefault()
  }

  return (
    <div>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={options.length > 0 ? `${id}-${current}` : undefined}
        aria-label={texts.find}
        placeholder={texts.find}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setPosition(0)
        }}
        onKeyDown={onKeyDown}
        className={inputClass}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={texts.names.ownerUserId}
        className="mt-2 max-h-64 overflow-y-auto"
      >
        {options.map(({ userId, name }, index) => (
          <button
            key={userId ?? 'nobody'}
            id={`${id}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={userId === goal.ownerUserId}
            className={cn(
              'flex min-h-10 w-full items-center gap-2 rounded-lg px-2.5 text-left hover:bg-sunken',
              index === current && 'bg-sunken',
            )}
            onClick={() => pick(userId)}
          >
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {userId === goal.ownerUserId && <Check className="size-4 text-accent" aria-hidden="true" />}
          </button>
        ))}
      </div>
      <p role="status" className="px-2 text-sm text-ink-faint">
        {options.length === 0 && texts.noneFound}
      </p>
    </div>
  )
}
