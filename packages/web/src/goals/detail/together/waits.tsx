import { maximumBlockers } from '@cairn/contract/goals/relation-limits'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { IconButton } from '../../../ui/button.tsx'
import { panelClass } from '../../../ui/page.tsx'
import { useMayWrite, useWritable } from '../../data/authority.ts'
import { statusNames } from '../../data/display-names.ts'
import { canBlock } from '../../editing/goal-picker/relatives.ts'
import type { ChangeFact } from '../../facts/use-change-fact.ts'
import { PickGoal } from './pick-goal.tsx'
import { GoalLines, RelatedGoal } from './related-goal.tsx'
import { texts } from './texts.ts'
import { waitingGoalsQuery } from './together-queries.ts'
import { useChangeWaiting } from './use-change-waiting.ts'

type WaitsProps = { goal: Goal; onChange: ChangeFact }

/** The goals for which a goal waits, and those that it holds up. Renders nothing without any: the facts say so. */
export function Waits({ goal, onChange }: WaitsProps) {
  const organization = useActiveOrganization()
  const { data } = useQuery(waitingGoalsQuery(organization.id, goal.id))
  const waiting = data?.goals ?? []
  if (goal.blockedBy.length === 0 && waiting.length === 0) return null
  return (
    <div className={`${panelClass} space-y-5`}>
      <WaitsFor goal={goal} onChange={onChange} />
      <HoldsUp goal={goal} waiting={waiting} />
    </div>
  )
}

function WaitsFor({ goal, onChange }: WaitsProps) {
  const mayWrite = useMayWrite(goal)
  const { blockedBy } = goal
  if (blockedBy.length === 0) return null
  return (
    <section aria-labelledby="waits-for" className="space-y-2.5">
      <Heading id="waits-for" title={texts.waitsFor}>
        {mayWrite && blockedBy.length < maximumBlockers && (
          <PickGoal
            label={texts.addBlocker}
            isOffered={(other) => canBlock(other, goal) && blockedBy.every(({ id }) => id !== other.id)}
            onPick={({ id, title, status }) => onChange('blockedBy', [...blockedBy, { id, title, status }])}
          />
        )}
      </Heading>
      <GoalLines label={texts.waitsFor}>
        {blockedBy.map((blocker) => (
          <RelatedGoal
            key={blocker.id}
            goal={blocker}
            action={
              mayWrite && (
                <Remove
                  label={texts.stopWaiting(blocker.title)}
                  onClick={() =>
                    onChange(
                      'blockedBy',
                      blockedBy.filter(({ id }) => id !== blocker.id),
                    )
                  }
                />
              )
            }
          >
            <span className="text-sm text-ink-faint">{statusNames[blocker.status]}</span>
          </RelatedGoal>
        ))}
      </GoalLines>
    </section>
  )
}

type HoldsUpProps = { goal: Goal; waiting: Parameters<ReturnType<typeof useChangeWaiting>['remove']>[0][] }

function HoldsUp({ goal, waiting }: HoldsUpProps) {
  const mayWrite = useWritable()
  const { add, remove } = useChangeWaiting(goal)
  return (
    <section aria-labelledby="holds-up" className="space-y-2.5">
      <Heading id="holds-up" title={texts.holdsUp}>
        <PickGoal
          label={texts.addWaiting}
          isOffered={(other) =>
            mayWrite(other) &&
            canBlock(goal, other) &&
            other.blockedBy.length < maximumBlockers &&
            other.blockedBy.every(({ id }) => id !== goal.id)
          }
          onPick={add}
        />
      </Heading>
      {waiting.length === 0 ? (
        <p className="text-sm text-ink-soft">{texts.holdsUpNothing}</p>
      ) : (
        <GoalLines label={texts.holdsUp}>
          {waiting.map((other) => (
            <RelatedGoal
              key={other.id}
              goal={other}
              action={
                mayWrite(other) && (
                  <Remove label={texts.noLongerHoldUp(other.title)} onClick={() => remove(other)} />
                )
              }
            >
              <span className="text-sm text-ink-faint">{statusNames[other.status]}</span>
            </RelatedGoal>
          ))}
        </GoalLines>
      )}
    </section>
  )
}

function Heading({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-3">
      <h2 id={id} className="font-serif text-lg font-semibold">
        {title}
      </h2>
      {children}
    </div>
  )
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton label={label} onClick={onClick} className="print:hidden">
      <X className="size-4" aria-hidden="true" />
    </IconButton>
  )
}
