import { maximumLabelsPerGoal } from '@cairn/contract/schemas/goals/goals'
import * as Popover from '@radix-ui/react-popover'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ChosenList } from '../../../ui/fields/chosen-list.tsx'
import { inputClass } from '../../../ui/fields/field.tsx'
import { FieldGroup } from '../../../ui/fields/field-group.tsx'
import { FailureNotice } from '../../../ui/states/failure-notice.tsx'
import { labelsQuery } from '../../data/queries.ts'
import { LabelDot } from '../../labels/label-chip.tsx'
import { texts } from './texts.ts'

type LabelPickerProps = {
  labelIds: string[]
  onChange: (labelIds: string[]) => void
  problem: string | undefined
}

export function LabelPicker({ labelIds, onChange, problem }: LabelPickerProps) {
  const organization = useActiveOrganization()
  const { data: labels } = useQuery(labelsQuery(organization.id))
  const headingId = useId()
  const chosen = (labels ?? []).filter(({ id }) => labelIds.includes(id))

  return (
    <FieldGroup legend={texts.labels.legend} optional problem={problem}>
      <div className="flex flex-wrap items-center gap-2">
        <ChosenList
          label={texts.labels.chosen}
          items={chosen.map(({ id, name, color }) => ({ id, name, mark: <LabelDot color={color} /> }))}
          onRemove={(id) => onChange(toggled(labelIds, id))}
          className="contents"
        />
        <Popover.Root>
          <Popover.Trigger className={buttonClass({ size: 'small' })}>
            <Plus className="size-4" aria-hidden="true" />
            {texts.labels.choose}
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              align="start"
              sideOffset={6}
              collisionPadding={12}
              aria-labelledby={headingId}
              className="animate-fade z-50 w-72 rounded-xl border border-line-floating bg-surface p-3 shadow-floating"
            >
              <p id={headingId} className="sr-only">
                {texts.labels.choose}
              </p>
              <LabelChoices labelIds={labelIds} onChange={onChange} />
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      </div>
    </FieldGroup>
  )
}

const toggled = (labelIds: string[], id: string) =>
  labelIds.includes(id) ? labelIds.filter((other) => other !== id) : [...labelIds, id]

/** All labels of the organization as checkboxes, with a filter. */
export function LabelChoices({ labelIds, onChange }: Pick<LabelPickerProps, 'labelIds' | 'onChange'>) {
  const organization = useActiveOrganization()
  const { data: labels, error, refetch } = useQuery(labelsQuery(organization.id))
  const [filter, setFilter] = useState('')
  const offered = (labels ?? []).filter(({ name }) =>
    name.toLowerCase().includes(filter.trim().toLowerCase()),
  )
  const isFull = labelIds.length >= maximumLabelsPerGoal
  return labels?.length === 0 ? (
    <p className="p-2 text-ink-soft">{texts.labels.none}</p>
  ) : (
    <>
      <input
        type="search"
        aria-label={texts.labels.filterLabels}
        placeholder={texts.labels.filter}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
        className={inputClass}
      />
      <ul className="mt-2 max-h-64 overflow-y-auto">
        {offered.map(({ id, name, color }) => (
          <li key={id}>
            <label className="flex min-h-9 items-center gap-2.5 rounded-lg px-2 py-1 hover:bg-sunken">
              <input
                type="checkbox"
                className="size-4 accent-(--accent)"
                checked={labelIds.includes(id)}
                disabled={isFull && !labelIds.includes(id)}
                onChange={() => onChange(toggled(labelIds, id))}
              />
              <LabelDot color={color} />
              <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            </label>
          </li>
        ))}
      </ul>
      <FailureNotice failure={!labels && error} onRetry={() => void refetch()} className="mt-2" />
      <p role="status" className="px-2 pt-1 text-sm text-ink-faint">
        {!labels && !error && texts.labels.loading}
        {labels && offered.length === 0 && texts.labels.noMatch}
        {isFull && texts.labels.full(maximumLabelsPerGoal)}
      </p>
    </>
  )
}
