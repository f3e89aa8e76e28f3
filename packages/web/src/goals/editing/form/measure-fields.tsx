import { maximumMeasuresPerGoal } from '@cairn/contract/schemas/goals/goal-measures'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Problems } from '../../../data/api/failures/problems.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { FieldGroup } from '../../../ui/fields/field-group.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { type MeasureRow, newMeasure } from './goal-values.ts'
import { RowButtons } from './row-buttons.tsx'
import { texts } from './texts.ts'

type MeasureFieldsProps = {
  measures: MeasureRow[]
  onChange: (measures: MeasureRow[]) => void
  problems: Problems
}

/** The numbers that show progress, each with where it starts and where it should end. */
export function MeasureFields({ measures, onChange, problems }: MeasureFieldsProps) {
  const list = useRef<HTMLOListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)

  function change(key: string, changed: Partial<MeasureRow>): void {
    onChange(measures.map((measure) => (measure.key === key ? { ...measure, ...changed } : measure)))
  }

  function add(): void {
    flushSync(() => onChange([...measures, newMeasure()]))
    list.current?.lastElementChild?.querySelector('input')?.focus()
  }

  function remove(key: string): void {
    flushSync(() => onChange(measures.filter((measure) => measure.key !== key)))
    addButton.current?.focus()
  }

  return (
    <FieldGroup
      legend={texts.measures.legend}
      hint={texts.measures.hint}
      problem={problems.measures}
      optional
      className="space-y-3"
    >
      <ol ref={list} className="space-y-3">
        {measures.map(({ key, title, unit, start, target }, index) => (
          <li key={key} className="flex gap-2 rounded-xl border border-line p-4">
            <div className="grid min-w-0 flex-1 grid-cols-2 gap-3 sm:grid-cols-3">
              <TextField
                label={texts.measures.measure(index + 1)}
                className="col-span-2 sm:col-span-3"
                value={title}
                onChange={(event) => change(key, { title: event.target.value })}
                problem={problems[`measures.${index}.title`]}
                autoComplete="off"
              />
              <NumberField
                label={texts.measures.start}
                value={start}
                onChange={(event) => change(key, { start: event.target.value })}
                problem={problems[`measures.${index}.start`]}
              />
              <NumberField
                label={texts.measures.target}
                value={target}
                onChange={(event) => change(key, { target: event.target.value })}
                problem={problems[`measures.${index}.target`]}
              />
              <TextField
                label={texts.measures.unit}
                optional
                className="col-span-2 sm:col-span-1"
                value={unit}
                onChange={(event) => change(key, { unit: event.target.value })}
                problem={problems[`measures.${index}.unit`]}
                autoComplete="off"
              />
            </div>
            <RowButtons
              name={texts.measures.inSentence(index + 1)}
              rows={measures}
              index={index}
              onChange={onChange}
              onRemove={() => remove(key)}
            />
          </li>
        ))}
      </ol>
      <Button ref={addButton} size="small" onClick={add} disabled={measures.length >= maximumMeasuresPerGoal}>
        <Plus className="size-4" aria-hidden="true" />
        {texts.measures.add}
      </Button>
    </FieldGroup>
  )
}
