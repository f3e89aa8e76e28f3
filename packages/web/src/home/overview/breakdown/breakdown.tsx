import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { GoalsSearch } from '../../../goals/list/goals-search.ts'
import { formatNumber } from '../../../presentation/time/format.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { SectionTitle } from '../../../ui/page.tsx'
import { describeCounts, looks } from '../health-parts.ts'
import { texts } from '../texts.ts'
import { type Counts, parts, totalOf } from '../walk-back.ts'

/** Some of the active goals: those of an owner, with a label, or of a tree. */
export type Share = {
  key: string
  name: string
  counts: Counts
  /** The list that shows them; undefined if none does. */
  search: GoalsSearch | undefined
}

const shownAtFirst = 8

/** Active goals by owner, label, or tree, the largest share first and those of nobody last, each with a bar of its healths. */
export function Breakdown({ id, title, shares }: { id: string; title: string; shares: readonly Share[] }) {
  const [isWhole, setWhole] = useState(false)
  const sorted = shares.toSorted(
    (one, other) =>
      Number(one.key === 'none') - Number(other.key === 'none') ||
      totalOf(other.counts) - totalOf(one.counts),
  )
  const shown = isWhole || sorted.length === shownAtFirst + 1 ? sorted : sorted.slice(0, shownAtFirst)
  const maximum = Math.max(1, ...shares.map(({ counts }) => totalOf(counts)))
  if (shares.length === 0) return null
  return (
    <section aria-labelledby={id} className="min-w-0 space-y-3">
      <SectionTitle id={id}>{title}</SectionTitle>
      <ul aria-labelledby={id} className="divide-y divide-line">
        {shown.map((share) => (
          <Row key={share.key} share={share} maximum={maximum} />
        ))}
      </ul>
      {shown.length < sorted.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {texts.more(sorted.length - shown.length)}
        </Button>
      )}
    </section>
  )
}

function Row({ share: { name, counts, search }, maximum }: { share: Share; maximum: number }) {
  const total = totalOf(counts)
  return (
    <li className="relative grid min-h-11 grid-cols-[minmax(0,3fr)_minmax(0,2fr)_2.5rem] items-center gap-x-4 text-[0.9375rem] hover:bg-sunken">
      {search ? (
        <Link
          to="/goals"
          search={search}
          title={name}
          className="py-1.5 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <bdi className="line-clamp-2 wrap-anywhere">{name}</bdi>
        </Link>
      ) : (
        <span className="py-1.5 text-ink-soft">{name}</span>
      )}
      <span className="flex h-2.5 gap-px" aria-hidden="true">
        {parts
          .filter((part) => counts[part] > 0)
          .map((part) => (
            <span
              key={part}
              className={cn('first:rounded-l-full last:rounded-r-full', looks[part].bar)}
              style={{ width: `${(counts[part] / maximum) * 100}%` }}
            />
          ))}
      </span>
      <span className="text-right font-medium tabular-nums">
        <span aria-hidden="true">{formatNumber(total)}</span>
        <span className="sr-only">{describeCounts(counts)}</span>
      </span>
    </li>
  )
}
