import { useEffect, useRef, useState } from 'react'
import { inputClass } from '../../../ui/fields/field.tsx'
import { Listbox, type ListboxChoice, useListbox } from '../../../ui/fields/listbox.tsx'
import { statusNames } from '../../data/display-names.ts'
import { type FoundGoal, useFoundGoals } from '../../data/use-found-goals.ts'
import { texts } from './texts.ts'

/** Enough to choose from without a word. */
const foundGoals = 20

const noGoal = ''

type GoalPickerProps = {
  /** Leaves out goals that cannot be chosen. */
  isOffered: (goal: FoundGoal) => boolean
  /** The choice of no goal, if there is one. */
  none?: string | undefined
  /** The id of the goal with a mark; null for none. */
  selected?: string | null
  onChoose: (goal: FoundGoal | null) => void
}

/** Finds a goal by the beginnings of its words. The field takes the focus. */
export function GoalPicker({ isOffered, none, selected, onChoose }: GoalPickerProps) {
  const [typed, setTyped] = useState('')
  const { goals, search } = useFoundGoals(typed, { limit: foundGoals, hasSuggestions: true })
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  const offered = goals.filter(isOffered)
  const hasNone = none !== undefined && typed.trim() === ''
  const choices = [
    ...(hasNone ? [{ id: noGoal, name: none }] : []),
    ...offered.map(
      ({ id, title, status }): ListboxChoice => ({
        id,
        name: title,
        ...(status !== 'active' && { detail: statusNames[status] }),
      }),
    ),
  ]
  const { field, list, reset, onKeyDown } = useListbox({
    choices,
    onChoose: (id) => onChoose(offered.find((goal) => goal.id === id) ?? null),
  })

  return (
    <div className="space-y-2">
      <input
        ref={input}
        type="text"
        aria-label={texts.find}
        placeholder={texts.find}
        maxLength={200}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          reset()
        }}
        onKeyDown={onKeyDown}
        {...field}
        className={inputClass}
      />
      <Listbox {...list} label={texts.goals} selected={selected === undefined ? '-' : (selected ?? noGoal)} />
      <p role="status" className="px-2 text-sm text-ink-faint empty:hidden">
        {offered.length === 0 && search === 'searching' && texts.searching}
        {offered.length === 0 && search === 'failed' && texts.failed}
        {offered.length === 0 && (search === 'found' || search === 'recent') && texts.noneFound}
      </p>
    </div>
  )
}
