import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { ArrowRightLeft } from 'lucide-react'
import { fill } from '../../language/fill.tsx'
import { Markdown } from '../../presentation/markdown/markdown.tsx'
import { Ago } from '../../presentation/time/moment.tsx'
import { usePeople } from '../data/people.ts'
import { texts } from './texts.ts'
import { Worker } from './worker.tsx'

/** Notes with more characters or lines are folded: the report below them says more to most readers. */
const longNote = { characters: 700, lines: 10 }

/** The latest hand-off, with its author and time. */
export function HandoffNote({ goal: { handoff } }: { goal: Pick<Goal, 'handoff'> }) {
  const { nameOf } = usePeople()
  if (!handoff) return null
  const { text, actor, actorName, createdAt } = handoff
  const who = { ...actor, displayName: actor.kind === 'user' ? nameOf(actor.id) : (actorName ?? '') }
  const isLong = text.length > longNote.characters || text.split('\n').length > longNote.lines
  return (
    <section
      aria-labelledby="handoff"
      className="space-y-3 rounded-2xl border border-line bg-accent-soft px-5 py-4 sm:px-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="handoff" className="flex items-center gap-2 font-serif text-lg font-semibold">
          <ArrowRightLeft className="size-4.5 shrink-0 text-accent" aria-hidden="true" />
          {texts.handoff.title}
        </h2>
        <p className="min-w-0 text-sm text-ink-soft">
          {fill(texts.handoff.by, { who: <Worker actor={who} />, ago: <Ago time={createdAt} /> })}
        </p>
      </div>
      {isLong ? (
        <details>
          <summary className="w-fit min-h-6 rounded text-sm font-medium text-accent">
            {texts.handoff.read}
          </summary>
          <div className="mt-2 max-w-3xl text-[0.9375rem]">
            <Markdown text={text} />
          </div>
        </details>
      ) : (
        <div className="max-w-3xl text-[0.9375rem]">
          <Markdown text={text} />
        </div>
      )}
    </section>
  )
}
