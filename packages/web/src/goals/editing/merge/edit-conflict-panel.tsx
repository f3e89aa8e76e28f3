import { useEffect, useId, useRef } from 'react'
import { fill } from '../../../language/fill.tsx'
import { Ago } from '../../../presentation/time/moment.tsx'
import { fieldNames } from '../../data/display-names.ts'
import { usePeople } from '../../data/people.ts'
import { EditDifferences } from '../differences/edit-differences.tsx'
import { editedFields, type GoalField } from '../form/goal-values.ts'
import type { EditConflict, Side } from './edit-draft.ts'
import { texts } from './texts.ts'

type EditConflictPanelProps = {
  conflict: EditConflict
  onChoose: (field: GoalField, side: Side) => void
}

/** Shows both changes to each field that both changed, with a choice. Takes the focus so that screen readers read it. */
export function EditConflictPanel({ conflict, onChoose }: EditConflictPanelProps) {
  const { authorOf } = usePeople()
  const panel = useRef<HTMLDivElement>(null)
  // Once per conflict, not after each choice.
  const time = conflict.authors.at(-1)?.at
  useEffect(() => {
    if (time !== undefined) panel.current?.focus()
  }, [time])
  const names = [...new Set(conflict.authors.map((author) => authorOf(author)))]
  return (
    <div
      ref={panel}
      tabIndex={-1}
      role="alert"
      className="space-y-4 rounded-xl bg-warn-soft px-4 py-4 text-[0.9375rem]"
    >
      <p className="font-medium">
        {fill(texts.edited(names.length), {
          names: texts.list(names),
          ago: time !== undefined && <Ago time={time} />,
        })}
      </p>
      <p>{texts.choose}</p>
      {conflict.choices.map(({ field, side }) => (
        <FieldChoice
          key={field}
          field={field as GoalField}
          chosen={side}
          conflict={conflict}
          onChoose={onChoose}
        />
      ))}
    </div>
  )
}

type FieldChoiceProps = EditConflictPanelProps & { field: GoalField; chosen: Side }

function FieldChoice({ field, chosen, conflict, onChoose }: FieldChoiceProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{fieldNames[field]}</legend>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
        {(['mine', 'theirs'] as const).map((side) => (
          <div
            key={side}
            className="min-w-0 space-y-2 rounded-lg border border-transparent bg-surface px-3.5 py-3 has-checked:border-accent"
          >
            <label className="flex min-h-9 cursor-pointer items-center gap-2 font-medium">
              <input
                type="radio"
                name={name}
                className="size-4 accent-(--accent)"
                checked={side === chosen}
                onChange={() => onChoose(field, side)}
              />
              {texts.sides[side]}
            </label>
            <EditDifferences fields={editedFields(conflict.base, conflict[side], [field])} />
          </div>
        ))}
      </div>
    </fieldset>
  )
}
