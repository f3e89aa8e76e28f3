import { maximumCriteriaPerGoal } from '@cairn/contract/schemas/goals/goal-criteria'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Problems } from '../../../data/api/failures/problems.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, inputClass, TextField } from '../../../ui/fields/field.tsx'
import { FieldGroup } from '../../../ui/fields/field-group.tsx'
import { type CriterionRow, newCriterion } from './goal-values.ts'
import { useMayWeaken } from './review-fields.tsx'
import { RowButtons } from './row-buttons.tsx'
import { texts } from './texts.ts'

type Criteria = CriterionRow[]
type CriteriaFieldsProps = {
  criteria: Criteria
  onChange: (criteria: Criteria) => void
  problems: Problems
  /** Whether reports have judged some. A verdict is about the text that was judged. */
  haveVerdicts: boolean
  /** The stored goal that is edited. */
  goal: Goal | undefined
}

export function CriteriaFields({ criteria, onChange, problems, haveVerdicts, goal }: CriteriaFieldsProps) {
  const mayWeaken = useMayWeaken(goal)
  const kept = new Set(mayWeaken ? [] : goal?.criteria.map(({ id }) => id))
  const list = useRef<HTMLOListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)

  function change(key: string, changed: Partial<Criteria[number]>): void {
    onChange(criteria.map((criterion) => (criterion.key === key ? { ...criterion, ...changed } : criterion)))
  }

  // Move the focus synchronously. A frame later, a slow machine would lose the first letters typed.
  function add(): void {
    flushSync(() => onChange([...criteria, newCriterion()]))
    list.current?.lastElementChild?.querySelector('input')?.focus()
  }

  function remove(key: string): void {
    // At the maximum, the add button is disabled until the row is removed.
    flushSync(() => onChange(criteria.filter((criterion) => criterion.key !== key)))
    addButton.current?.focus()
  }

  return (
    <FieldGroup
      legend={texts.criteria.legend}
      hint={haveVerdicts ? texts.criteria.hintWithVerdicts : texts.criteria.hint}
      problem={problems.criteria}
      optional
      className="space-y-3"
    >
      <ol ref={list} className="space-y-3">
        {criteria.map(({ key, title, description }, index) => (
          <li key={key} className="row-lazy flex gap-2 rounded-xl border border-line p-4">
            <div className="min-w-0 flex-1 space-y-3">
              <TextField
                label={texts.criteria.criterion(index + 1)}
                value={title}
                onChange={(event) => change(key, { title: event.target.value })}
                problem={problems[`criteria.${index}.title`]}
              />
              <Field label={texts.criteria.description} problem={problems[`criteria.${index}.description`]}>
                {(control) => (
                  <textarea
                    {...control}
                    rows={2}
                    value={description}
                    onChange={(event) => change(key, { description: event.target.value })}
                    className={inputClass}
                  />
                )}
              </Field>
            </div>
            <RowButtons
              name={texts.criteria.inSentence(index + 1)}
              rows={criteria}
              index={index}
              onChange={onChange}
              onRemove={() => remove(key)}
              isKept={kept.has(key)}
            />
          </li>
        ))}
      </ol>
      <Button ref={addButton} size="small" onClick={add} disabled={criteria.length >= maximumCriteriaPerGoal}>
        <Plus className="size-4" aria-hidden="true" />
        {texts.criteria.add}
      </Button>
    </FieldGroup>
  )
}
