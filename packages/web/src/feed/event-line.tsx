import type { Names, SentencePart } from '@cairn/contract/display/event-sentence'
import type { GoalHealth } from '@cairn/contract/goals/goal-words'
import type { Event, NamedEvent } from '@cairn/contract/schemas/feed/events'
import { Link } from '@tanstack/react-router'
import { cn } from '../ui/cn.ts'
import { eventSentence } from './event-sentence.ts'

type EventLineProps = {
  event: Event | NamedEvent
  names: Names
  /** Goals that were deleted later, which are not linked. */
  goneGoals?: ReadonlySet<string>
  className?: string
}

/** An event in one sentence with links, and the summary of a report below it. */
export function EventLine({ event, names, goneGoals, className }: EventLineProps) {
  const { parts, summary } = eventSentence(event, names)
  return (
    <div className={cn('min-w-0', className)}>
      <p>
        {[...parts.entries()].map(([index, part]) => (
          <Part key={index} part={part} isGone={part.kind === 'goal' && goneGoals?.has(part.goalId)} />
        ))}
        {summary !== null && <span className="sr-only">:</span>}
      </p>
      {summary !== null && <p className="mt-0.5 line-clamp-3 text-ink-soft">{summary}</p>}
    </div>
  )
}

const linkClass =
  'rounded font-medium text-ink underline decoration-line-strong underline-offset-3 hover:decoration-ink'

const healthLooks: Record<GoalHealth, string> = {
  on_track: 'text-good',
  at_risk: 'text-warn',
  off_track: 'text-bad',
}

function Part({ part, isGone = false }: { part: SentencePart; isGone?: boolean | undefined }) {
  const { text } = part
  switch (part.kind) {
    case 'text':
      return text
    case 'person':
      return <bdi className="font-medium">{text}</bdi>
    case 'member':
      return (
        <Link to="/settings/members" className={linkClass}>
          <bdi>{text}</bdi>
        </Link>
      )
    case 'health':
      return <strong className={cn('font-medium whitespace-nowrap', healthLooks[part.health])}>{text}</strong>
    case 'goal':
      return part.isGone || isGone ? (
        <bdi className="font-medium text-ink-soft">{text}</bdi>
      ) : (
        <Link to="/goals/$goalId" params={{ goalId: part.goalId }} className={linkClass}>
          <bdi>{text}</bdi>
        </Link>
      )
    case 'label':
      return part.isGone ? (
        <bdi className="font-medium text-ink-soft">{text}</bdi>
      ) : (
        <Link to="/goals" search={{ labelId: [part.labelId] }} className={linkClass}>
          <bdi>{text}</bdi>
        </Link>
      )
  }
}
