import { type GoalHealth, type GoalStatus, statusClearsHealth } from '@cairn/contract/goals/goal-words'
import {
  Archive,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlay,
  CircleX,
  Flag,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import { Badge } from '../ui/badge.tsx'
import { cn } from '../ui/cn.ts'
import { healthNames, noHealthName, statusNames } from './display-names.ts'

/** Each health has its own icon, so that nobody has to tell colors apart. */
const healthLooks: Record<GoalHealth, { icon: LucideIcon; look: string }> = {
  on_track: { icon: CircleCheck, look: 'bg-good-soft text-good' },
  at_risk: { icon: TriangleAlert, look: 'bg-warn-soft text-warn' },
  off_track: { icon: CircleX, look: 'bg-bad-soft text-bad' },
}

export function HealthBadge({ health }: { health: GoalHealth | null }) {
  if (health === null) {
    return (
      <Badge icon={CircleDashed} look="bg-sunken text-ink-soft">
        {noHealthName}
      </Badge>
    )
  }
  return <Badge {...healthLooks[health]}>{healthNames[health]}</Badge>
}

const statusIcons: Record<GoalStatus, LucideIcon> = {
  active: CirclePlay,
  paused: CirclePause,
  completed: Flag,
  archived: Archive,
}

export function StatusBadge({ status }: { status: GoalStatus }) {
  return (
    <Badge icon={statusIcons[status]} look="bg-sunken text-ink-soft">
      {statusNames[status]}
    </Badge>
  )
}

const healthColors: Record<GoalHealth | 'none', string> = {
  on_track: 'text-good',
  at_risk: 'text-warn',
  off_track: 'text-bad',
  none: 'text-ink-faint',
}

/** The health of an active goal, or the status of another one, as an icon with a hidden text. */
export function StateIcon({ status, health }: { status: GoalStatus; health: GoalHealth | null }) {
  const isActive = status === 'active'
  const Icon = !isActive ? statusIcons[status] : health === null ? CircleDashed : healthLooks[health].icon
  const name = health === null ? noHealthName : healthNames[health]
  const text = isActive
    ? name
    : statusClearsHealth(status)
      ? statusNames[status]
      : `${statusNames[status]}. ${name}`
  return (
    <span title={text} className={cn('relative z-10 flex', healthColors[health ?? 'none'])}>
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      <span className="sr-only">{text}:</span>
    </span>
  )
}

/** Status and health in one row. A completed or archived goal has no health. */
export function GoalState({ status, health }: { status: GoalStatus; health: GoalHealth | null }) {
  const isOpen = status === 'active' || status === 'paused'
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {isOpen && <HealthBadge health={health} />}
      {status !== 'active' && <StatusBadge status={status} />}
    </span>
  )
}
