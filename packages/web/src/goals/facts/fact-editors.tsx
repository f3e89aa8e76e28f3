import { maximumBlockers } from '@cairn/contract/goals/relation-limits'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { ChosenList } from '../../ui/fields/chosen-list.tsx'
import { inputClass } from '../../ui/fields/field.tsx'
import { Listbox, useListbox } from '../../ui/fields/listbox.tsx'
import { usePeople } from '../data/people.ts'
import { labelsQuery } from '../data/queries.ts'
import { cadenceOf, timeframeOf, valuesOf } from '../editing/form/goal-values.ts'
import { LabelChoices } from '../editing/form/label-picker.tsx'
import { CadenceField, TimeframeFields } from '../editing/form/timeframe-fields.tsx'
import { GoalPicker } from '../editing/goal-picker/goal-picker.tsx'
import { canBeParentOf, canBlock } from '../editing/goal-picker/relatives.ts'
import type { Fact } from './pending-facts.ts'
import { texts } from './texts.ts'
import type { ChangeFact } from './use-change-fact.ts'

type OwnerEditorProps = { goal: Goal; onChange: ChangeFact; onClose: () => void }

const nobody = ''

/** Finds a person by typing. */
function OwnerEditor({ goal, onChange, onClose }: OwnerEditorProps) {
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

type EditorProps = { goal: Goal; onChange: ChangeFact; onClose: () => void }

const editors = {
  ownerUserId: OwnerEditor,
  timeframe: TimeframeEditor,
  cadence: CadenceEditor,
  labels: LabelsEditor,
  ancestors: ParentEditor,
  blockedBy: BlockersEditor,
}

/** The editor of a fact, loaded when somebody is about to change one. */
export function FactEditor({ fact, ...props }: EditorProps & { fact: Exclude<Fact, 'title'> }) {
  const Editor = editors[fact]
  return <Editor {...props} />
}

function ParentEditor({ goal, onChange, onClose }: EditorProps) {
  return (
    <GoalPicker
      none={texts.top}
      selected={goal.parentGoalId}
      isOffered={(other) => canBeParentOf(other, goal)}
      onChoose={(parent) => {
        onChange('ancestors', parent ? [...parent.ancestors, { id: parent.id, title: parent.title }] : [])
        onClose()
      }}
    />
  )
}

function BlockersEditor({ goal, onChange, onClose }: EditorProps) {
  const { blockedBy } = goal
  const isFull = blockedBy.length >= maximumBlockers
  return (
    <div className="space-y-3">
      <ChosenList
        label={texts.stopWaiting}
        items={blockedBy.map(({ id, title }) => ({ id, name: title }))}
        onRemove={(id) => {
          onChange(
            'blockedBy',
            blockedBy.filter((blocker) => blocker.id !== id),
          )
          onClose()
        }}
        className="flex flex-wrap gap-1.5"
      />
      {isFull ? (
        <p className="text-sm text-ink-soft">{texts.blockersFull(maximumBlockers)}</p>
      ) : (
        <GoalPicker
          isOffered={(other) => canBlock(other, goal) && blockedBy.every(({ id }) => id !== other.id)}
          onChoose={(blocker) => {
            if (blocker) {
              const { id, title, status } = blocker
              onChange('blockedBy', [...blockedBy, { id, title, status }])
            }
            onClose()
          }}
        />
      )}
    </div>
  )
}

/** Enter in any field saves. */
function EditorForm({ onSave, children }: { onSave: () => void; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null)
  // The editor comes after the popover has looked for something to focus.
  useEffect(() => {
    const [first] = ['input[type=radio]:checked', 'input'].flatMap(
      (field) => form.current?.querySelector<HTMLElement>(field) ?? [],
    )
    first?.focus()
  }, [])
  return (
    <form
      ref={form}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      }}
    >
      {children}
      <Button type="submit" variant="primary" size="small">
        {texts.save}
      </Button>
    </form>
  )
}

function TimeframeEditor({ goal, onChange, onClose }: EditorProps) {
  const [values, setValues] = useState(() => valuesOf(goal))
  const [problem, setProblem] = useState<string>()
  return (
    <EditorForm
      onSave={() => {
        const isMissing = values.timeframe === 'deadline' && !/^\d{4}-\d{2}-\d{2}$/.test(values.targetDate)
        setProblem(isMissing ? texts.pickDate : undefined)
        if (isMissing) return
        onChange('timeframe', timeframeOf(values))
        onClose()
      }}
    >
      <TimeframeFields
        timeframe={values.timeframe}
        targetDate={values.targetDate}
        onChange={(changed) => {
          setValues({ ...values, ...changed })
          setProblem(undefined)
        }}
        problem={problem}
        mayBeUnspecified={goal.timeframe.kind === 'unspecified'}
      />
    </EditorForm>
  )
}

function CadenceEditor({ goal, onChange, onClose }: EditorProps) {
  const [everyDays, setEveryDays] = useState(() => valuesOf(goal).everyDays)
  const [problem, setProblem] = useState<string>()
  return (
    <EditorForm
      onSave={() => {
        const cadence = cadenceOf({ everyDays })
        const days = cadence?.everyDays ?? 1
        if (!Number.isInteger(days) || days < 1 || days > 366) {
          setProblem(texts.enterDays)
          return
        }
        onChange('cadence', cadence)
        onClose()
      }}
    >
      <CadenceField
        everyDays={everyDays}
        onChange={(typed) => {
          setEveryDays(typed)
          setProblem(undefined)
        }}
        problem={problem}
      />
    </EditorForm>
  )
}

function LabelsEditor({ goal, onChange, onClose }: EditorProps) {
  const organization = useActiveOrganization()
  const { data: all = [] } = useQuery(labelsQuery(organization.id))
  const [labelIds, setLabelIds] = useState(() => goal.labels.map(({ id }) => id))
  return (
    <EditorForm
      onSave={() => {
        const isSame =
          labelIds.length === goal.labels.length && goal.labels.every(({ id }) => labelIds.includes(id))
        const known = [...goal.labels, ...all]
        if (!isSame)
          onChange(
            'labels',
            labelIds.flatMap((id) => known.find((label) => label.id === id) ?? []),
          )
        onClose()
      }}
    >
      <LabelChoices labelIds={labelIds} onChange={setLabelIds} />
    </EditorForm>
  )
}
