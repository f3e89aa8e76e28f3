import type { Names } from '@cairn/contract/display/event-sentence'
import type { GoalHealth } from '@cairn/contract/goals/goal-words'
import type { Event, EventType, NamedEvent } from '@cairn/contract/schemas/feed/events'
import {
  BellRing,
  CheckCheck,
  CirclePlay,
  CircleStop,
  Flag,
  type LucideIcon,
  Mail,
  MessageCircleQuestion,
  MessageCircleReply,
  MessageCircleX,
  MessageSquareText,
  MessagesSquare,
  Pencil,
  Tag,
  Trash2,
  UserRound,
} from 'lucide-react'
import { formatDateTime, formatTime } from '../presentation/time/format.ts'
import { cn } from '../ui/cn.ts'
import { EventLine } from './event-line.tsx'
import { texts } from './texts.ts'

const healthLooks: Record<GoalHealth, string> = {
  on_track: 'bg-good-soft text-good',
  at_risk: 'bg-warn-soft text-warn',
  off_track: 'bg-bad-soft text-bad',
}

const goalIcons: Partial<Record<EventType, LucideIcon>> = {
  'goal.published': Flag,
  'goal.reported': MessageSquareText,
  'goal.edited': Pencil,
  'goal.deleted': Trash2,
  'report.acknowledged': CheckCheck,
  'goal.claimed': CirclePlay,
  'goal.claim_ended': CircleStop,
  'question.asked': MessageCircleQuestion,
  'question.answered': MessageCircleReply,
  'question.withdrawn': MessageCircleX,
  'report.requested': BellRing,
  'comment.created': MessagesSquare,
  'comment.edited': MessagesSquare,
  'comment.deleted': MessagesSquare,
}

function iconOf(type: EventType): LucideIcon {
  const icon = goalIcons[type]
  if (icon) return icon
  if (type.startsWith('label.')) return Tag
  return type.startsWith('member.') ? UserRound : Mail
}

/** Looks different for each kind of event, and for each health that was reported. */
export function EventIcon({ event }: { event: Event | NamedEvent }) {
  const Icon = iconOf(event.type)
  const health = event.type === 'goal.reported' ? event.data.health : null
  return (
    <span
      aria-hidden="true"
      className={cn(
        'mt-px flex size-6 shrink-0 items-center justify-center rounded-full',
        health ? healthLooks[health] : 'bg-sunken text-ink-soft',
      )}
    >
      <Icon className="size-3.5" />
    </span>
  )
}

type FeedEntryProps = {
  event: Event
  names: Names
  goneGoals: ReadonlySet<string>
  /** Whether it arrived while the page was open. */
  isNew: boolean
}

export function FeedEntry({ event, names, goneGoals, isNew }: FeedEntryProps) {
  return (
    <li
      tabIndex={-1}
      className={cn('-mx-2 flex items-start gap-3 rounded-lg px-2 py-2.5', isNew && 'bg-accent-soft')}
    >
      <EventIcon event={event} />
      {isNew && <span className="sr-only">{texts.new}</span>}
      <EventLine
        event={event}
        names={names}
        goneGoals={goneGoals}
        className="max-w-prose flex-1 text-[0.9375rem]"
      />
      <time
        dateTime={event.createdAt}
        title={formatDateTime(event.createdAt)}
        className="ml-auto shrink-0 pt-0.5 text-sm text-ink-faint tabular-nums"
      >
        {formatTime(event.createdAt)}
      </time>
    </li>
  )
}
