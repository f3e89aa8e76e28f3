import type { GoalHealth, GoalStatus } from '@cairn/contract/goals/goal-words'
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
