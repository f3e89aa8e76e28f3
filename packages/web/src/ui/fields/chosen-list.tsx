import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { texts } from '../texts.ts'

type ChosenListProps = {
  label: string
  items: readonly { id: string; name: string; mark?: ReactNode }[]
  onRemove: (id: string) => void
  className?: string
}

/** The values chosen from a longer list, each with a button that removes it. Renders nothing without one. */
export function ChosenList({ label, items, onRemove, className }: ChosenListProps) {
  if (items.length === 0) return null
  return (
    <ul aria-label={label} className={className}>
      {items.map(({ id, name, mark }) => (
        <li
          key={id}
          className="inline-flex max-w-full items-center gap-1.5 rounded-full border border-line py-0.5 pr-1 pl-2.5 text-sm sm:max-w-64"
        >
          {mark}
          <span className="truncate">
            <bdi>{name}</bdi>
          </span>
          <button
            type="button"
            aria-label={texts.remove(name)}
            onClick={() => onRemove(id)}
            className={cn(
              'inline-flex size-6 shrink-0 items-center justify-center rounded-full text-ink-faint',
              'hover:bg-sunken hover:text-ink',
            )}
          >
            <X className="size-3.5" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
