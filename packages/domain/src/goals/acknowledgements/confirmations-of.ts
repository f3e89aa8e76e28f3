import type { CriterionConfirmation, CriterionVerdict } from '@cairn/contract/schemas/goals/goal-criteria'
import type { GoalAcknowledgementRecord } from '../../storage/table/entities/goals/goal-acknowledgement.ts'

type Confirming = Pick<GoalAcknowledgementRecord, 'userId' | 'at' | 'revision' | 'confirmed' | 'later'>

/**
 * Returns who has confirmed which criterion according to acknowledgements: the first who confirmed the report with the latest verdict,
 * that it is met. This is what the standing of a goal says, too. Undefined if there are none.
 */
export function confirmationsOf(
  verdicts: Readonly<Record<string, CriterionVerdict>>,
  acknowledgements: readonly Confirming[],
): Record<string, CriterionConfirmation> | undefined {
  const all = acknowledgements.flatMap(({ userId, at, revision, confirmed = [], later = [] }) =>
    [{ at, criterionIds: confirmed }, ...later].flatMap((one) =>
      one.criterionIds.map((criterionId) => ({ criterionId, revision, userId, at: one.at })),
    ),
  )
  const confirmations: Record<string, CriterionConfirmation> = {}
  for (const { criterionId, revision, userId, at } of all) {
    const verdict = verdicts[criterionId]
    if (verdict?.result !== 'met' || verdict.revision !== revision) continue
    const known = confirmations[criterionId]
    if (!known || at < known.at) confirmations[criterionId] = { userId, at }
  }
  return Object.keys(confirmations).length > 0 ? confirmations : undefined
}
