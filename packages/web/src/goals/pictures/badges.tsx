import {
  type EvaluationResult,
  type GoalHealth,
  type GoalStatus,
  statusClearsHealth,
} from '@cairn/contract/goals/goal-words'
import {
  Archive,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CirclePause,
  CirclePlay,
  CircleX,
  Flag,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { cn } from '../../ui/cn.ts'
import { evaluationNames, healthNames, statusNames } from '../data/display-names.ts'
import { texts } from '../texts.ts'

/** Each health has its own icon, so that nobody has to tell colors apart. */
const healthLooks: Record<GoalHealth, { icon: LucideIcon; look: string }> = {
  on_track: { icon: CircleCheck, look: 'bg-good-soft text-good' },
  at_risk: { icon: TriangleAlert, look: 'bg-warn-soft text-warn' },
  off_track: { icon: CircleX, look: 'bg-bad-soft text-bad' },
}

/** The color of a health as a background. It never stands alone. */
export const healthFills: Record<GoalHealth | 'none', string> = {
  on_track: 'bg-good-fill',
  at_risk: 'bg-warn-fill',
  off_track: 'bg-bad-fill',
  none: 'bg-none-fill',
}

type HealthBadgeProps = { health: GoalHealth | null; isLarge?: boolean }

export function HealthBadge({ health, isLarge = false }: HealthBadgeProps) {
  if (health === null) {
    return (
      <Badge icon={CircleDashed} look="bg-sunken text-ink-soft" isLarge={isLarge}>
        {healthNames.none}
      </Badge>
    )
  }
  return (
    <Badge {...healthLooks[health]} isLarge={isLarge}>
      {healthNames[health]}
    </Badge>
  )
}

const statusIcons: Record<GoalStatus, LucideIcon> = {
  active: CirclePlay,
  paused: CirclePause,
  completed: Flag,
  archived: Archive,
}

export function StatusBadge({ status, isLarge = false }: { status: GoalStatus; isLarge?: boolean }) {
  return (
    <Badge icon={statusIcons[status]} look="bg-sunken text-ink-soft" isLarge={isLarge}>
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
  const name = health === null ? healthNames.none : healthNames[health]
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

/** The status of a goal whose health is not known, as an icon with a hidden text. */
export function StatusIcon({ status }: { status: GoalStatus }) {
  const Icon = statusIcons[status]
  return (
    <span title={statusNames[status]} className="relative z-10 flex text-ink-faint">
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      <span className="sr-only">{statusNames[status]}:</span>
    </span>
  )
}

/** Status and health in one row. A completed or archived goal has no health. */
export function GoalState({ status, health, isLarge = false }: HealthBadgeProps & { status: GoalStatus }) {
  const isOpen = status === 'active' || status === 'paused'
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {isOpen && <HealthBadge health={health} isLarge={isLarge} />}
      {status !== 'active' && <StatusBadge status={status} isLarge={isLarge} />}
    </span>
  )
}

const looks: Record<EvaluationResult, { icon: LucideIcon; look: string }> = {
  met: { icon: CircleCheck, look: 'text-good' },
  not_met: { icon: CircleX, look: 'text-bad' },
  unknown: { icon: CircleHelp, look: 'text-warn' },
}

/** The verdict about a criterion. Each has its own icon and word, so that nobody has to tell colors apart. */
export function VerdictMark({ result }: { result: EvaluationResult | null }) {
  const { icon: Icon, look } = result ? looks[result] : { icon: CircleDashed, look: 'text-ink-faint' }
  return (
    <span className={cn('inline-flex items-center gap-1.5 text-sm font-medium whitespace-nowrap', look)}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {result ? evaluationNames[result] : texts.noVerdict}
    </span>
  )
}
