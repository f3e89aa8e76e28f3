import type { Event } from '@cairn/contract/schemas/feed/events'
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { StateIcon } from '../../goals/pictures/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionTitle } from '../../ui/page.tsx'
import { texts } from './texts.ts'
import { firstHealths, type GoalState, type Snapshot, type Turn, turnOf, turns } from './walk-back.ts'

type Changed = { goal: GoalSummary; before: GoalState | undefined }

const shownAtFirst = 8

type WhatChangedProps = { goals: readonly GoalSummary[]; before: Snapshot; events: readonly Event[] }

/** Changes of goals since then, the worse first. */
export function WhatChanged({ goals, before, events }: WhatChangedProps) {
  const firsts = firstHealths(events)
  const groups = new Map<Turn, Changed[]>(turns.map((turn) => [turn, []]))
  for (const goal of goals) {
    const known = before.states.get(goal.id)
    const turn = turnOf(known ?? firsts.get(goal.id), goal) ?? turnOf(known, goal)
    const earlier = turn === 'published' ? undefined : (known ?? firsts.get(goal.id))
    if (turn) groups.get(turn)?.push({ goal, before: earlier })
  }
  const shown = [...groups].filter(([, changed]) => changed.length > 0)
  return (
    <section aria-labelledby="changed" className="min-w-0 space-y-4">
      <SectionTitle id="changed">{texts.changed}</SectionTitle>
      {shown.length === 0 && <p className="text-ink-soft">{texts.nothingChanged}</p>}
      {shown.map(([turn, changed]) => (
        <Group key={turn} turn={turn} changed={changed} />
      ))}
    </section>
  )
}

function Group({ turn, changed }: { turn: Turn; changed: Changed[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole || changed.length === shownAtFirst + 1 ? changed : changed.slice(0, shownAtFirst)
  return (
    <section className="space-y-2">
      <h3 className="text-sm font-medium text-ink-faint">{texts.turns[turn]}</h3>
      <ul
        aria-label={texts.turns[turn]}
        className="divide-y divide-line overflow-clip rounded-xl border border-line bg-surface shadow-raised"
      >
        {shown.map((one) => (
          <Row key={one.goal.id} {...one} />
        ))}
      </ul>
      {shown.length < changed.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {texts.more(changed.length - shown.length)}
        </Button>
      )}
    </section>
  )
}

function Row({ goal, before }: Changed) {
  return (
    <li className="relative flex min-h-11 items-center gap-3 px-4 py-1.5 hover:bg-sunken">
      <span className="flex shrink-0 items-center gap-1.5">
        {before && (
          <>
            <StateIcon {...before} />
            <span aria-hidden="true" className="text-ink-faint">
              →
            </span>
            <span className="sr-only">{texts.to}</span>
          </>
        )}
        <StateIcon status={goal.status} health={goal.health} />
      </span>
      <Link
        to="/goals/$goalId"
        params={{ goalId: goal.id }}
        data-row
        className="min-w-0 flex-1 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
      >
        <bdi className="line-clamp-2 wrap-anywhere">{goal.title}</bdi>
      </Link>
      {goal.lastReport && (
        <span className="line-clamp-2 max-w-[45%] text-sm text-ink-faint max-md:hidden xl:hidden">
          {goal.lastReport.summary}
        </span>
      )}
    </li>
  )
}
