import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useEffect, useRef, useState } from 'react'
import { inputClass } from '../../ui/fields/field.tsx'
import { Listbox, useListbox } from '../../ui/fields/listbox.tsx'
import { usePeople } from '../data/people.ts'
import { texts } from './texts.ts'
import type { ChangeFact } from './use-change-fact.ts'

type OwnerEditorProps = { goal: Goal; onChange: ChangeFact; onClose: () => void }

const nobody = ''

/** Finds a person by typing. */
export function OwnerEditor({ goal, onChange, onClose }: OwnerEditorProps) {
  const { members = [], nameOf } = usePeople()
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  const choices = [null, ...members.map(({ userId }) => userId)]
    .map((userId) => ({ id: userId ?? nobody, name: nameOf(userId) }))
    .filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
  const { field, list, reset, onKeyDown } = useListbox({
    choices,
    onChoose: (id) => {
      onChange('ownerUserId', id === nobody ? null : id)
      onClose()
    },
  })

  return (
    <div className="space-y-2">
      <input
        ref={input}
        type="text"
        aria-label={texts.find}
        placeholder={texts.find}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          reset()
        }}
        onKeyDown={onKeyDown}
        {...field}
        className={inputClass}
      />
      <Listbox {...list} label={texts.names.ownerUserId} selected={goal.ownerUserId ?? nobody} />
      <p role="status" className="px-2 text-sm text-ink-faint empty:hidden">
        {choices.length === 0 && texts.noneFound}
      </p>
    </div>
  )
}
