import { maximumBlockers } from '@cairn/contract/goals/relation-limits'
import * as Popover from '@radix-ui/react-popover'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { buttonClass } from '../../../ui/button.tsx'
import { ChosenList } from '../../../ui/fields/chosen-list.tsx'
import { FieldGroup } from '../../../ui/fields/field-group.tsx'
import { useGoalTitles } from '../../data/goal-titles.ts'
import type { FoundGoal } from '../../data/use-found-goals.ts'
import { GoalPicker } from '../goal-picker/goal-picker.tsx'
import { canBeParentOf, canBlock } from '../goal-picker/relatives.ts'
import { texts } from './texts.ts'

type Related = { id: string; title: string }

type RelationFieldProps = {
  legend: string
  hint: string
  /** The text of the button that opens the list. */
  action: string
  ids: readonly string[]
  /** Goals whose titles are known. */
  known: readonly Related[]
  isOffered: (goal: FoundGoal) => boolean
  isFull: boolean
  onAdd: (id: string) => void
  onRemove: (id: string) => void
  problem: string | undefined
}

/** Goals chosen by a search. */
function RelationField({ legend, hint, action, ids, known, ...props }: RelationFieldProps) {
  const { isOffered, isFull, onAdd, onRemove, problem } = props
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState<readonly Related[]>([])
  const headingId = useId()
  const titleOf = useGoalTitles(ids, [...known, ...chosen])
  return (
    <FieldGroup legend={legend} hint={hint} optional problem={problem}>
      <div className="flex flex-wrap items-center gap-2">
        <ChosenList
          label={legend}
          items={ids.map((id) => ({ id, name: titleOf(id) }))}
          onRemove={onRemove}
          className="contents"
        />
        {!isFull && (
          <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
            <Popover.Trigger className={buttonClass({ size: 'small' })}>
              <Plus className="size-4" aria-hidden="true" />
              {action}
            </Popover.Trigger>
            <Popover.Portal>
              <Popover.Content
                align="start"
                sideOffset={6}
                collisionPadding={12}
                aria-labelledby={headingId}
                className="animate-fade z-50 w-96 max-w-[calc(100vw-1.5rem)] rounded-xl border border-line-floating bg-surface p-3 shadow-floating"
              >
                <p id={headingId} className="sr-only">
                  {`${legend}: ${action}`}
                </p>
                <GoalPicker
                  isOffered={(goal) => !ids.includes(goal.id) && isOffered(goal)}
                  onChoose={(goal) => {
                    if (goal) {
                      setChosen((before) => [...before, goal])
                      onAdd(goal.id)
                    }
                    setIsOpen(false)
                  }}
                />
              </Popover.Content>
            </Popover.Portal>
          </Popover.Root>
        )}
      </div>
    </FieldGroup>
  )
}

/** The goal that is edited, of which a new one has nothing yet. */
type EditedGoal = { id: string; ancestors: readonly Related[]; blockedBy: readonly Related[] } | undefined

const relativeOf = (goal: EditedGoal) => ({ id: goal?.id ?? '', ancestors: [...(goal?.ancestors ?? [])] })

type ParentFieldProps = {
  goal: EditedGoal
  parentGoalId: string | null
  onChange: (parentGoalId: string | null) => void
  problem: string | undefined
}

export function ParentField({ goal, parentGoalId, onChange, problem }: ParentFieldProps) {
  return (
    <RelationField
      legend={texts.parent.legend}
      hint={texts.parent.hint}
      action={texts.parent.choose}
      ids={parentGoalId === null ? [] : [parentGoalId]}
      known={goal?.ancestors ?? []}
      isOffered={(other) => canBeParentOf(other, relativeOf(goal))}
      isFull={parentGoalId !== null}
      onAdd={onChange}
      onRemove={() => onChange(null)}
      problem={problem}
    />
  )
}

type BlockersFieldProps = {
  goal: EditedGoal
  blockedByGoalIds: string[]
  onChange: (blockedByGoalIds: string[]) => void
  problem: string | undefined
}

export function BlockersField({ goal, blockedByGoalIds, onChange, problem }: BlockersFieldProps) {
  const isFull = blockedByGoalIds.length >= maximumBlockers
  return (
    <RelationField
      legend={texts.blockers.legend}
      hint={isFull ? texts.blockers.full(maximumBlockers) : texts.blockers.hint}
      action={texts.blockers.add}
      ids={blockedByGoalIds}
      known={goal?.blockedBy ?? []}
      isOffered={(other) => canBlock(other, relativeOf(goal))}
      isFull={isFull}
      onAdd={(id) => onChange([...blockedByGoalIds, id])}
      onRemove={(id) => onChange(blockedByGoalIds.filter((other) => other !== id))}
      problem={problem}
    />
  )
}
