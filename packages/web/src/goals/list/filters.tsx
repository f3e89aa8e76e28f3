import { goalHealths, goalStatuses } from '@cairn/contract/schemas/goal-values'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Search, SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useActiveOrganization, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Field, inputClass, SelectField } from '../../ui/fields/field.tsx'
import { healthNames, statusNames } from '../display-names.ts'
import { usePeople } from '../people.ts'
import { labelsQuery } from '../queries.ts'
import { goalsSearch } from './goals-search.ts'

const route = getRouteApi('/protected/goals')

/** Write typed text into the address after this delay, not for every letter. */
const debounceMilliseconds = 250

export function Filters() {
  const search = goalsSearch.parse(route.useSearch())
  const navigate = route.useNavigate()
  const { user } = useSession()
  const organization = useActiveOrganization()
  const { members = [], nameOf } = usePeople()
  const { data: labels = [] } = useQuery(labelsQuery(organization.id))

  type Search = typeof search
  function set(changed: { [Name in keyof Search]?: string | undefined }): void {
    // The route validates the search.
    void navigate({ search: (before) => ({ ...before, ...changed }) as Search, replace: true })
  }

  // On a phone, the filters are collapsed.
  const [isOpen, setIsOpen] = useState(
    Boolean(search.status || search.health || search.ownerUserId || search.labelId),
  )
  const isFiltered = Object.values(search).some(Boolean)
  const owner = search.ownerUserId
  const isListedOwner = owner === undefined || members.some(({ userId }) => userId === owner)
  const isListedLabel = search.labelId === undefined || labels.some(({ id }) => id === search.labelId)

  return (
    <search aria-label="Filter goals" className="space-y-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1.6fr)_repeat(4,minmax(0,1fr))]">
        <TitleFilter title={search.title ?? ''} onChange={(title) => set({ title: title || undefined })} />
        <Button
          className="col-span-2 sm:hidden"
          aria-expanded={isOpen}
          aria-controls="more-filters"
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal className="size-4" aria-hidden="true" />
          {isOpen ? 'Fewer filters' : 'More filters'}
        </Button>
        <div
          id="more-filters"
          className={cn('col-span-2 grid-cols-2 gap-3 sm:contents', isOpen ? 'grid' : 'hidden')}
        >
          <SelectField
            label="Status"
            value={search.status ?? ''}
            onChange={(event) => set({ status: event.target.value || undefined })}
          >
            <option value="">Any status</option>
            {goalStatuses.map((status) => (
              <option key={status} value={status}>
                {statusNames[status]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Health"
            value={search.health ?? ''}
            onChange={(event) => set({ health: event.target.value || undefined })}
          >
            <option value="">Any health</option>
            {goalHealths.map((health) => (
              <option key={health} value={health}>
                {healthNames[health]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Owner"
            value={owner ?? ''}
            onChange={(event) => set({ ownerUserId: event.target.value || undefined })}
          >
            <option value="">Anyone</option>
            {!isListedOwner && <option value={owner}>{nameOf(owner ?? null)}</option>}
            {members.map(({ userId, displayName }) => (
              <option key={userId} value={userId}>
                {userId === user.id ? `${displayName} (you)` : displayName}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Label"
            value={search.labelId ?? ''}
            onChange={(event) => set({ labelId: event.target.value || undefined })}
          >
            <option value="">Any label</option>
            {!isListedLabel && <option value={search.labelId}>Unknown label</option>}
            {labels.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      {isFiltered && (
        <Button
          size="small"
          variant="quiet"
          className="-ml-3"
          onClick={() => void navigate({ search: {}, replace: true })}
        >
          Clear filters
        </Button>
      )}
    </search>
  )
}

type TitleFilterProps = { title: string; onChange: (title: string) => void }

function TitleFilter({ title, onChange }: TitleFilterProps) {
  const [typed, setTyped] = useState(title)
  const [previousTitle, setPreviousTitle] = useState(title)
  if (previousTitle !== title) {
    // Something else changed the address: the back button, or clearing the filters.
    setPreviousTitle(title)
    if (title !== typed.trim()) setTyped(title)
  }
  useEffect(() => {
    if (typed.trim() === title) return undefined
    const timer = setTimeout(() => onChange(typed.trim()), debounceMilliseconds)
    return () => clearTimeout(timer)
  })
  return (
    <Field label="Title" className="col-span-2 lg:col-span-1">
      {(control) => (
        <div className="relative">
          <Search
            className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-faint"
            aria-hidden="true"
          />
          <input
            {...control}
            type="search"
            maxLength={200}
            placeholder="Contains…"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className={cn(inputClass, 'min-h-10 pl-9')}
          />
        </div>
      )}
    </Field>
  )
}
