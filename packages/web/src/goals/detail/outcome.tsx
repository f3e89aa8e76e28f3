import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { Notice } from '../../ui/states/notice.tsx'
import { outcomeOf } from './attention.ts'

/** Says plainly whether a completed goal met its criteria. */
export function Outcome({ goal: { status, criteria } }: { goal: Goal }) {
  const outcome = status === 'completed' ? outcomeOf(criteria) : null
  if (!outcome) return null
  return (
    <Notice tone={outcome.isMet ? 'good' : 'warn'} live={false}>
      {outcome.sentence}
    </Notice>
  )
}
