import type { EvaluationResult } from '@cairn/contract/goals/goal-words'
import { CircleCheck, CircleDashed, CircleHelp, CircleX, type LucideIcon } from 'lucide-react'
import { cn } from '../../ui/cn.ts'
import { evaluationNames } from '../data/display-names.ts'
import { texts } from '../texts.ts'

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
