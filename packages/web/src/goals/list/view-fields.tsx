import { Link } from '@tanstack/react-router'
import {
  ArrowUpDown,
  ChartGantt,
  ChevronDown,
  Group,
  LayoutList,
  ListTree,
  type LucideIcon,
  Rows3,
} from 'lucide-react'
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
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
      <SmallSelect
        icon={Group}
        label={texts.groupBy}
        value={search.group}
        options={groupings.map((value) => ({ value, name: texts.groupings[value] }))}
        noneName={texts.noGrouping}
        onChange={(group) => onChange({ group })}
      />
      <SmallSelect
        icon={ArrowUpDown}
        label={texts.sortBy}
        value={search.sort}
        options={orders.map((value) => ({ value, name: texts.orders[value] }))}
        noneName={texts.serviceOrder}
        onChange={(sort) => onChange({ sort })}
      />
      <nav aria-label={texts.look} className="flex rounded-lg border border-line bg-surface p-0.5">
        <Look name={texts.looks.lines} icon={Rows3} look={undefined} current={search.look} />
        <Look name={texts.looks.cards} icon={LayoutList} look="cards" current={search.look} />
        <Look name={texts.looks.tree} icon={ListTree} look="tree" current={search.look} />
        <Look name={texts.looks.timeline} icon={ChartGantt} look="timeline" current={search.look} />
      </nav>
    </div>
  )
}

type SmallSelectProps<Value extends string> = {
  icon: LucideIcon
  label: string
  value: Value | undefined
  options: readonly { value: Value; name: string }[]
  noneName: string
  onChange: (value: Value | undefined) => void
}

/** A choice that is a picture until something else than usual is chosen. */
function SmallSelect<Value extends string>({
  icon: Icon,
  label,
  value,
  options,
  noneName,
  onChange,
}: SmallSelectProps<Value>) {
  const id = useId()
  const chosen = options.find((option) => option.value === value)?.name
  return (
    <span
      title={`${label}: ${chosen ?? noneName}`}
      className={cn(
        'relative inline-flex min-h-8 items-center gap-1.5 rounded-lg px-1.5 text-sm has-hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent',
        chosen === undefined ? 'text-ink-faint' : 'bg-accent-soft font-medium text-accent',
      )}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      <span
        className={cn('max-w-40 truncate', chosen === undefined && 'sm:max-2xl:hidden')}
        aria-hidden="true"
      >
        {chosen ?? label}
      </span>
      <ChevronDown className="size-3.5 shrink-0" aria-hidden="true" />
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {/* Over everything, so that a click anywhere opens its list. */}
      <select
        id={id}
        value={value ?? ''}
        onChange={(event) => onChange(options.find((option) => option.value === event.target.value)?.value)}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
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
