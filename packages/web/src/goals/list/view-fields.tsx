import { Link } from '@tanstack/react-router'
import { ChartGantt, LayoutList, ListTree, type LucideIcon, Rows3 } from 'lucide-react'
import { useId } from 'react'
import { cn } from '../../ui/cn.ts'
import { type GoalsSearch, groupings, orders } from './goals-search.ts'
import { texts } from './texts.ts'

type ViewFieldsProps = {
  search: Pick<GoalsSearch, 'group' | 'sort' | 'look'>
  onChange: (changed: Pick<GoalsSearch, 'group' | 'sort'>) => void
}

/** How the list is arranged, and what its goals look like. */
export function ViewFields({ search, onChange }: ViewFieldsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:gap-x-4">
      <SmallSelect
        label={texts.groupBy}
        value={search.group}
        options={groupings.map((value) => ({ value, name: texts.groupings[value] }))}
        noneName={texts.noGrouping}
        onChange={(group) => onChange({ group })}
      />
      <SmallSelect
        label={texts.sortBy}
        value={search.sort}
        options={orders.map((value) => ({ value, name: texts.orders[value] }))}
        noneName={texts.serviceOrder}
        onChange={(sort) => onChange({ sort })}
      />
      <nav aria-label={texts.look} className="flex rounded-lg border border-line-strong p-0.5">
        <Look name={texts.looks.lines} icon={Rows3} look={undefined} current={search.look} />
        <Look name={texts.looks.cards} icon={LayoutList} look="cards" current={search.look} />
        <Look name={texts.looks.tree} icon={ListTree} look="tree" current={search.look} />
        <Look name={texts.looks.timeline} icon={ChartGantt} look="timeline" current={search.look} />
      </nav>
    </div>
  )
}

type SmallSelectProps<Value extends string> = {
  label: string
  value: Value | undefined
  options: readonly { value: Value; name: string }[]
  noneName: string
  onChange: (value: Value | undefined) => void
}

function SmallSelect<Value extends string>({
  label,
  value,
  options,
  noneName,
  onChange,
}: SmallSelectProps<Value>) {
  const id = useId()
  return (
    <span className="inline-flex items-center gap-1 text-sm text-ink-faint">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value ?? ''}
        onChange={(event) => onChange(options.find((option) => option.value === event.target.value)?.value)}
        className="select-arrow field-sizing-content min-h-8 rounded-lg bg-transparent bg-position-[right_0.25rem_center] py-1 pr-6 pl-1.5 font-medium text-ink-soft hover:bg-sunken"
      >
        <option value="">{noneName}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </span>
  )
}

type LookProps = {
  name: string
  icon: LucideIcon
  look: GoalsSearch['look']
  current: GoalsSearch['look']
}

function Look({ name, icon: Icon, look, current }: LookProps) {
  return (
    <Link
      to="/goals"
      search={(before) => ({ ...before, look })}
      replace
      aria-label={name}
      title={name}
      aria-current={look === current}
      activeProps={{}}
      className={cn(
        'inline-flex size-7 items-center justify-center rounded-md',
        look === current ? 'bg-accent-soft text-accent' : 'text-ink-faint hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon className="size-4" aria-hidden="true" />
    </Link>
  )
}
