import type { Goal } from '@cairn/contract/schemas/goals'
import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Markdown } from '../../markdown/markdown.tsx'
import { Button } from '../../ui/button.tsx'

/** A goal can have 100 criteria. If there are more than a few, they are collapsed, and a button shows the rest. */
const openByDefault = 6
const shownAtFirst = 12

export function Criteria({ criteria }: Pick<Goal, 'criteria'>) {
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  if (criteria.length === 0) return null

  function showAll(): void {
    flushSync(() => setShowsAll(true))
    list.current?.children[shownAtFirst]?.querySelector('summary')?.focus()
  }

  const shown = showsAll ? criteria : criteria.slice(0, shownAtFirst)
  return (
    <section className="mt-8 border-t border-line pt-6" aria-labelledby="criteria">
      <h2 id="criteria" className="font-serif text-lg font-semibold">
        Success criteria
        {criteria.length > openByDefault && (
          <span className="ml-2 font-sans text-sm font-normal text-ink-faint">{criteria.length}</span>
        )}
      </h2>
      <ol ref={list} className="mt-3 divide-y divide-line">
        {[...shown.entries()].map(([index, { title, description }]) => (
          <li key={index}>
            <details open={criteria.length <= openByDefault} className="group py-3">
              <summary className="flex gap-2 rounded font-medium">
                <span className="w-9 shrink-0 whitespace-nowrap text-ink-faint tabular-nums">
                  {index + 1}.
                </span>
                <span className="min-w-0 flex-1">{title}</span>
                <ChevronDown
                  className="mt-1 size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-180"
                  aria-hidden="true"
                />
              </summary>
              <div className="mt-1.5 pl-11 text-ink-soft">
                <Markdown text={description} />
              </div>
            </details>
          </li>
        ))}
      </ol>
      {criteria.length > shown.length && (
        <Button size="small" className="mt-3" onClick={showAll}>
          Show all {criteria.length} criteria
        </Button>
      )}
    </section>
  )
}
