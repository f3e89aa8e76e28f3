import type { Goal } from '@cairn/contract/schemas/goals'
import { Markdown } from '../../markdown/markdown.tsx'

/** A goal may have a hundred: each is one line that opens, so that the page stays readable. */
const openByDefault = 6

export function Criteria({ criteria }: Pick<Goal, 'criteria'>) {
  if (criteria.length === 0) return null
  return (
    <section className="mt-8 border-t border-line pt-6" aria-labelledby="criteria">
      <h2 id="criteria" className="font-serif text-lg font-semibold">
        Success criteria
        {criteria.length > openByDefault && (
          <span className="ml-2 font-sans text-sm font-normal text-ink-faint">{criteria.length}</span>
        )}
      </h2>
      <ol className="mt-3 divide-y divide-line">
        {[...criteria.entries()].map(([index, { title, description }]) => (
          <li key={index}>
            <details open={criteria.length <= openByDefault} className="group py-3">
              <summary className="flex gap-3 rounded font-medium">
                <span className="w-6 shrink-0 text-ink-faint tabular-nums">{index + 1}.</span>
                <span className="min-w-0 flex-1">{title}</span>
              </summary>
              <div className="mt-1.5 pl-9 text-ink-soft">
                <Markdown text={description} />
              </div>
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}
