import type { NotReadyReason } from '@cairn/contract/schemas/goals/goal-relations'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { Hourglass } from 'lucide-react'
import { isOpen } from '../../data/is-open.ts'
import { texts } from './texts.ts'

type Judged = Pick<Goal, 'notReady' | 'blockedBy'>

/** Why nobody can work on a goal, as one sentence; empty if somebody can, or its status alone is the reason, which the badge shows. */
export function notReadySentence({ notReady = [], blockedBy }: Judged): string {
  const titles = blockedBy.filter(isOpen).map(({ title }) => title)
  const sentences: Partial<Record<NotReadyReason, string>> = {
    claimed: texts.reasons.claimed,
    blocked: texts.reasons.blocked(titles),
    subgoals: texts.reasons.subgoals,
  }
  const reasons = notReady.flatMap((reason) => sentences[reason] ?? [])
  return reasons.length === 0 ? '' : texts.notReady.replace('{reasons}', () => reasons.join('; '))
}

/** Says why a goal is not ready. The claim panel names the holder of a claim. */
export function NotReady({ goal }: { goal: Judged & Pick<Goal, 'claim'> }) {
  const { notReady, claim } = goal
  const others = claim ? notReady?.filter((reason) => reason !== 'claimed') : notReady
  const sentence = notReadySentence({ ...goal, ...(others && { notReady: others }) })
  if (sentence === '') return null
  return (
    <p className="flex gap-2 text-[0.9375rem] text-ink-soft">
      <Hourglass className="mt-1 size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{sentence}</span>
    </p>
  )
}
