import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { longText, nameText, problem, timestamp, uuid, uuidOutput } from '../common.ts'
import { evaluationResult } from './goal-values.ts'

export const maximumCriteriaPerGoal = 100

const criterionTexts = lazy(() => ({
  title: nameText(200),
  description: longText('Describe the criterion.', 10_000),
}))

const criterionVerdict = lazy(() =>
  z
    .strictObject({
      result: evaluationResult(),
      asOf: timestamp().meta({ description: 'When the report was made.' }),
      revision: z.int().meta({ description: 'The revision of the report.' }),
      authorityUserId: z.string(),
    })
    .meta({ id: 'CriterionVerdict' }),
)
export type CriterionVerdict = z.infer<ReturnType<typeof criterionVerdict>>

export const criterionConfirmation = lazy(() =>
  z
    .strictObject({ userId: z.string(), at: timestamp() })
    .meta({ id: 'CriterionConfirmation', description: 'The confirmation that a criterion is met.' }),
)
export type CriterionConfirmation = z.infer<ReturnType<typeof criterionConfirmation>>

/** A criterion without its verdict, as edits show it. */
export const criterionDefinition = lazy(() =>
  z
    .strictObject({ id: uuidOutput(), title: z.string(), description: z.string() })
    .meta({ id: 'GoalCriterionDefinition' }),
)
export type CriterionDefinition = z.infer<ReturnType<typeof criterionDefinition>>

export const goalCriterion = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      title: z.string(),
      description: z.string(),
      verdict: criterionVerdict().nullable().meta({
        description:
          'What the latest report that judged the criterion said. A change of title or description clears it.',
      }),
      // Goals that were exported before there were confirmations lack it.
      confirmedBy: criterionConfirmation().nullable().default(null).meta({
        description:
          'The confirmation that the criterion is met. A later verdict, or a change of title or description, clears it.',
      }),
    })
    .meta({ id: 'GoalCriterion' }),
)

/** The criteria of a new goal or of an edit. */
export const writtenCriteria = lazy(() =>
  z
    .array(
      z
        .strictObject({
          id: uuid().optional().meta({
            description:
              'The id of one of the goal’s criteria, which keeps it. Without an id, the criterion is new.',
          }),
          ...criterionTexts(),
          // Clients that leave out `verdict` of what they have read send it back.
          confirmedBy: criterionConfirmation().nullable().optional().meta({
            description: 'Ignored: an acknowledgement confirms. Whoever edits a goal may send it back.',
          }),
        })
        .meta({ id: 'WrittenGoalCriterion' }),
    )
    .max(maximumCriteriaPerGoal, `Use at most ${maximumCriteriaPerGoal} criteria.`)
    .refine(
      (criteria) => areUnique(criteria.map(({ id }) => id)),
      problem('Use each criterion only once.', 'repeated'),
    ),
)

/** Whether no id occurs twice. */
export function areUnique(ids: readonly (string | undefined)[]): boolean {
  const known = ids.filter((id) => id !== undefined)
  return new Set(known).size === known.length
}
