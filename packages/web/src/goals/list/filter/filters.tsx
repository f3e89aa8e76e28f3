import { attentionReasons, goalStatuses } from '@cairn/contract/goals/goal-words'
import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useActiveOrganization, useSession } from '../../../accounts/session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { ChosenList } from '../../../ui/fields/chosen-list.tsx'
import { attentionNames, healthNames, statusNames } from '../../data/display-names.ts'
import { useGoalTitles } from '../../data/goal-titles.ts'
import { usePeople } from '../../data/people.ts'
import { labelsQuery } from '../../data/queries.ts'
import {
  changedDays,
  type FilterName,
  filterNames,
  type GoalsSearch,
  healthFilters,
  isFiltered,
} from '../goals-search.ts'
import { texts } from '../texts.ts'
import { ViewFields } from '../view-fields.tsx'
import { dueGroups, nearPeriods } from './due-group.ts'
import { FilterPill } from './filter-pill.tsx'
import { SearchField } from './search-field.tsx'

type Option = { value: string; name: string }

type FiltersProps = {
  search: GoalsSearch
  /** Changes some values of the address, which validates them. */
  onChange: (changed: { [Name in keyof GoalsSearch]?: unknown }) => void
}

/** Controls for the filters and the order of the list. */
export function Filters({ search, onChange }: FiltersProps) {
  const { q = '', not = [] } = search
  const active = [...filterNames, 'changedDays' as const, 'below' as const].filter(
    (name) => search[name] !== undefined,
  )
  // On a phone, the filters are collapsed.
  const [isOpen, setIsOpen] = useState(active.length > 0)
  const options = useOptions(search)

  function set(name: FilterName, values: string[] | undefined, isNot: boolean): void {
    const others = not.filter((other) => other !== name)
    onChange({ [name]: values, not: isNot ? [...others, name] : others })
  }

  return (
    <search aria-label={texts.filters.name} className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-40 sm:max-w-56">
        <SearchField text={q} onChange={(text) => onChange({ q: text || undefined })} />
      </div>
      <Button
        className="sm:hidden"
        aria-expanded={isOpen}
        aria-controls="more-filters"
        onClick={() => setIsOpen(!isOpen)}
      >
        <SlidersHorizontal className="size-4" aria-hidden="true" />
        {texts.filters.show(active.length)}
      </Button>
      <div
        id="more-filters"
        className={cn('min-w-0 flex-wrap items-center gap-1.5 sm:flex', isOpen ? 'flex' : 'hidden')}
      >
        {filterNames.map((name) => (
          <FilterPill
            key={name}
            name={names[name]}
            shortcut={`f ${keys[name]}`}
            options={options[name]}
            values={options.chosen(name)}
            isNot={not.includes(name)}
            onChange={(values, isNot) => set(name, values, isNot)}
          />
        ))}
        <FilterPill
          name={texts.filters.changed}
          shortcut="f c"
          isSingle
          isNot={false}
          options={changedDays.map((days) => ({ value: days, name: texts.filters.changedDays[days] }))}
          values={search.changedDays ? [search.changedDays] : []}
          onChange={(values) => onChange({ changedDays: values?.[0] })}
        />
        {search.below !== undefined && (
          <BelowChip goalId={search.below} onRemove={() => onChange({ below: undefined })} />
        )}
        {isFiltered(search) && (
          <Button
            size="small"
            variant="quiet"
            data-shortcut="f x"
            onClick={() =>
              onChange({
                q: undefined,
                changedDays: undefined,
                below: undefined,
                not: undefined,
                ...Object.fromEntries(filterNames.map((name) => [name, undefined])),
              })
            }
          >
            {texts.filters.clear}
          </Button>
        )}
      </div>
      <div className={cn('sm:ml-auto', !isOpen && 'max-sm:hidden')}>
        <ViewFields search={search} onChange={onChange} />
      </div>
    </search>
  )
}

/** The goal below which all goals of the list are. Its page and the overview set it. */
function BelowChip({ goalId, onRemove }: { goalId: string; onRemove: () => void }) {
  const titleOf = useGoalTitles([goalId])
  return (
    <ChosenList
      label={texts.filters.more}
      items={[{ id: goalId, name: texts.filters.below(titleOf(goalId)) }]}
      onRemove={onRemove}
      className="contents"
    />
  )
}

/** After `f`. */
const keys: Record<FilterName, string> = {
  status: 's',
  health: 'h',
  ownerUserId: 'o',
  labelId: 'l',
  due: 'd',
  attention: 'a',
}

const names: Record<FilterName, string> = {
  status: texts.filters.status,
  health: texts.filters.health,
  ownerUserId: texts.filters.owner,
  labelId: texts.filters.label,
  due: texts.filters.due,
  attention: texts.filters.attention,
}

/** The values of each filter. Those in the address that do not exist any more are there, too, so that they can be removed. */
function useOptions(search: GoalsSearch) {
  const organization = useActiveOrganization()
  const { user } = useSession()
  const { members = [], nameOf } = usePeople()
  const { data: labels = [] } = useQuery(labelsQuery(organization.id))
  const { filters } = texts
  const owners: Option[] = [
    { value: 'me', name: filters.me },
    { value: 'none', name: filters.nobody },
    ...members
      .filter(({ userId }) => userId !== user.id)
      .map(({ userId, displayName }) => ({ value: userId, name: displayName })),
  ]
  const labelOptions: Option[] = [
    ...labels.map(({ id, name }) => ({ value: id, name })),
    { value: 'none', name: filters.noLabel },
  ]
  const chosen = (name: FilterName): string[] =>
    (search[name] ?? []).map((value) => (name === 'ownerUserId' && value === user.id ? 'me' : value))
  return {
    chosen,
    status: goalStatuses.map((value) => ({ value, name: statusNames[value] })),
    health: healthFilters.map((value) => ({
      value,
      name: value === 'none' ? healthNames.none : healthNames[value],
    })),
    ownerUserId: withUnknown(owners, chosen('ownerUserId'), nameOf),
    labelId: withUnknown(labelOptions, chosen('labelId'), () => filters.unknownLabel),
    due: withUnknown(
      [
        ...dueGroups.map((value) => ({ value, name: texts.groups[value] })),
        ...nearPeriods().map((value) => ({ value, name: periodName(value) })),
        { value: 'none', name: filters.noTargetDate },
      ],
      chosen('due'),
      periodName,
    ),
    attention: attentionReasons.map((value) => ({ value, name: attentionNames[value] })),
  }
}

/** `Q4 2026`; other periods as the service takes them. */
function periodName(period: string): string {
  const [, year, quarter] = /^(\d{4})-Q(\d)$/.exec(period) ?? []
  return year && quarter ? texts.filters.quarter(quarter, year) : period.replace('..', ' – ')
}

function withUnknown(options: Option[], values: string[], nameOf: (value: string) => string): Option[] {
  const unknown = values.filter((value) => !options.some((option) => option.value === value))
  return [...options, ...unknown.map((value) => ({ value, name: nameOf(value) }))]
}
