import { attentionReasons, goalStatuses } from '@cairn/contract/goals/goal-words'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useActiveOrganization, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { SelectField } from '../../ui/fields/field.tsx'
import { MultiSelectField } from '../../ui/fields/multi-select.tsx'
import { attentionNames, healthNames, noHealthName, statusNames } from '../display-names.ts'
import { usePeople } from '../people.ts'
import { labelsQuery } from '../queries.ts'
import {
  changedDays,
  type GoalsSearch,
  goalFilters,
  healthFilters,
  parseGoalsSearch,
} from './goals-search.ts'
import { SearchField } from './search-field.tsx'
import { texts } from './texts.ts'

const route = getRouteApi('/protected/goals')

const statusOptions = goalStatuses.map((value) => ({ value, name: statusNames[value] }))
const healthOptions = healthFilters.map((value) => ({
  value,
  name: value === 'none' ? noHealthName : healthNames[value],
}))
export function Filters() {
  const search = parseGoalsSearch(route.useSearch())
  const navigate = route.useNavigate()

  type Changed = { [Name in keyof GoalsSearch]?: GoalsSearch[Name] | string }
  function set(changed: Changed): void {
    // The route validates the search.
    void navigate({ search: (before) => ({ ...before, ...changed }) as GoalsSearch, replace: true })
  }

  const { q = '' } = search
  const { q: _, ...filters } = goalFilters(search)
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  // On a phone, the filters are collapsed.
  const [isOpen, setIsOpen] = useState(isFiltered)

  return (
    <search aria-label={texts.filters.name} className="space-y-3">
      <SearchField text={q} onChange={(text) => set({ q: text || undefined })} />
      <Button
        className="w-full sm:hidden"
        aria-expanded={isOpen}
        aria-controls="more-filters"
        onClick={() => setIsOpen(!isOpen)}
      >
        <SlidersHorizontal className="size-4" aria-hidden="true" />
        {isOpen ? texts.filters.fewer : texts.filters.more}
      </Button>
      <div
        id="more-filters"
        className={cn('grid-cols-2 gap-3 sm:grid sm:grid-cols-3 xl:grid-cols-6', isOpen ? 'grid' : 'hidden')}
      >
        <MultiSelectField
          label={texts.filters.status}
          anyName={texts.filters.anyStatus}
          options={statusOptions}
          values={search.status ?? []}
          onChange={(status) => set({ status })}
        />
        <MultiSelectField
          label={texts.filters.health}
          anyName={texts.filters.anyHealth}
          options={healthOptions}
          values={search.health ?? []}
          onChange={(health) => set({ health })}
        />
        <OwnerFilter owner={search.ownerUserId} onChange={(ownerUserId) => set({ ownerUserId })} />
        <LabelFilter labelId={search.labelId} onChange={(labelId) => set({ labelId })} />
        <SelectField
          label={texts.filters.attention}
          value={search.attention ?? ''}
          onChange={(event) => set({ attention: event.target.value || undefined })}
        >
          <option value="">{texts.filters.anyAttention}</option>
          {attentionReasons.map((reason) => (
            <option key={reason} value={reason}>
              {attentionNames[reason]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={texts.filters.changed}
          value={search.changedDays ?? ''}
          onChange={(event) => set({ changedDays: event.target.value || undefined })}
        >
          <option value="">{texts.filters.anyTime}</option>
          {changedDays.map((days) => (
            <option key={days} value={days}>
              {texts.filters.changedDays[days]}
            </option>
          ))}
        </SelectField>
      </div>
      {(isFiltered || q !== '') && (
        <Button
          size="small"
          variant="quiet"
          className="-ml-3"
          onClick={() =>
            void navigate({ search: ({ group, sort, look }) => ({ group, sort, look }), replace: true })
          }
        >
          {texts.filters.clear}
        </Button>
      )}
    </search>
  )
}

type OwnerFilterProps = { owner: string | undefined; onChange: (owner: string | undefined) => void }

function OwnerFilter({ owner, onChange }: OwnerFilterProps) {
  const { user } = useSession()
  const { members = [], nameOf } = usePeople()
  const others = members.filter(({ userId }) => userId !== user.id)
  const value = owner === user.id ? 'me' : (owner ?? '')
  const isListed = ['', 'me', 'none', ...others.map(({ userId }) => userId)].includes(value)
  return (
    <SelectField
      label={texts.filters.owner}
      value={value}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{texts.filters.anyone}</option>
      <option value="me">{texts.filters.me}</option>
      <option value="none">{texts.filters.nobody}</option>
      {!isListed && <option value={value}>{nameOf(value)}</option>}
      {others.map(({ userId, displayName }) => (
        <option key={userId} value={userId}>
          {displayName}
        </option>
      ))}
    </SelectField>
  )
}

type LabelFilterProps = { labelId: string | undefined; onChange: (labelId: string | undefined) => void }

function LabelFilter({ labelId = '', onChange }: LabelFilterProps) {
  const organization = useActiveOrganization()
  const { data: labels = [] } = useQuery(labelsQuery(organization.id))
  const isListed = labelId === '' || labels.some(({ id }) => id === labelId)
  return (
    <SelectField
      label={texts.filters.label}
      value={labelId}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{texts.filters.anyLabel}</option>
      {!isListed && <option value={labelId}>{texts.filters.unknownLabel}</option>}
      {labels.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
