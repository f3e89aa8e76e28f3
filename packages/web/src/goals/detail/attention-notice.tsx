import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { Notice } from '../../ui/states/notice.tsx'
import { attentionSentence } from './attention.ts'

/** Says why the goal needs somebody, in the order of urgency that the service decided. */
export function AttentionNotice({ goal }: { goal: Goal }) {
  // The badge beside the title already shows the health.
  const reasons = goal.attention.filter((reason) => reason !== 'off_track' && reason !== 'at_risk')
  if (reasons.length === 0) return null
  return (
    <Notice tone="warn" live={false}>
      {reasons.length === 1 && <p>{reasons.map((reason) => attentionSentence(reason, goal))}</p>}
      {reasons.length > 1 && (
        <ul className="list-disc space-y-0.5 pl-4">
          {reasons.map((reason) => (
            <li key={reason}>{attentionSentence(reason, goal)}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
