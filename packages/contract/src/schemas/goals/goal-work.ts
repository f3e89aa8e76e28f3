/** Work on a goal: claims, hand-offs, usage and budgets. */
import * as z from 'zod'
import { leaseSeconds } from '../../goals/lease.ts'
import { lazy } from '../../registry/lazy.ts'
import { actor, actorName, namedActor } from '../actors.ts'
import { longText, problem, timestamp, visibleText } from '../common.ts'
import { httpsUrl } from '../web-address.ts'

export { leaseSeconds }

const lease = lazy(() =>
  z
    .int()
    .min(leaseSeconds.minimum)
    .max(leaseSeconds.maximum)
    .optional()
    .meta({
      description: `How long the claim lasts from now unless it is renewed. Default: ${leaseSeconds.default}.`,
      examples: [leaseSeconds.default],
    }),
)

const fence = lazy(() => z.int().min(1))

/** The fence that a write names. */
export const claimFence = lazy(() =>
  fence().meta({
    description:
      'The fence of the claim under which the caller works. If it is not the current one, nothing is written: `goal_claim_lost`.',
    examples: [1_795_000_000_000],
  }),
)

const workNote = lazy(() => visibleText(500).meta({ description: 'What the holder is doing.' }))

/** The fields of a claim in a request, also for the next goal. */
export const startedWork = lazy(() => ({
  leaseSeconds: lease(),
  runId: visibleText(200).optional().meta({
    description:
      'The run of the program that claims. The same run claims again to extend; every other run is another holder.',
  }),
  externalUrl: httpsUrl().optional().meta({ description: 'Where people can watch the work.' }),
}))

export const claimGoalRequest = lazy(() =>
  z.strictObject({ ...startedWork(), note: workNote().optional() }).meta({ id: 'ClaimGoalRequest' }),
)

export const renewGoalClaimRequest = lazy(() =>
  z
    .strictObject({ fence: fence(), leaseSeconds: lease(), note: workNote().optional() })
    .meta({ id: 'RenewGoalClaimRequest' }),
)

export const goalClaim = lazy(() =>
  z
    .strictObject({
      fence: fence().meta({ description: 'Only rises. Reports and edits under the claim name it.' }),
      holder: namedActor().meta({ description: 'Who works on the goal.' }),
      runId: z.string().nullable(),
      externalUrl: z.string().nullable(),
      note: z.string().nullable(),
      claimedAt: timestamp(),
      expiresAt: timestamp().meta({ description: 'When the claim ends unless it is renewed.' }),
    })
    .meta({ id: 'GoalClaim' }),
)
export type GoalClaim = z.infer<ReturnType<typeof goalClaim>>

/** Why a claim ended before its lease did. */
export const claimEndReasons = ['released', 'reported', 'taken_back', 'revoked'] as const
export type ClaimEndReason = (typeof claimEndReasons)[number]

/** In bytes of UTF-8. */
export const maximumHandoffBytes = 8 * 1024

export const handoffText = lazy(() =>
  longText('Write what the next one must know, or leave it out.').refine(
    (text) => new TextEncoder().encode(text).length <= maximumHandoffBytes,
    problem(`Use at most ${maximumHandoffBytes} bytes of UTF-8.`, 'too_long', maximumHandoffBytes),
  ),
)

export const goalHandoff = lazy(() =>
  z
    .strictObject({
      text: z.string(),
      revision: z.int().meta({ description: 'The report that has it.' }),
      createdAt: timestamp(),
      actor: actor(),
      actorName: actorName(),
    })
    .meta({ id: 'GoalHandoff' }),
)
export type GoalHandoff = z.infer<ReturnType<typeof goalHandoff>>

const amount = lazy(() => z.int().min(0))

/** Sums of 9,000 reports of this much are still exact numbers. */
const maximumReported = 1_000_000_000_000

const reported = lazy(() => z.int().min(0).max(maximumReported).optional())

const costText = 'In millionths of the one currency that the team uses.'

export const reportedUsage = lazy(() =>
  z
    .strictObject({
      inputTokens: reported(),
      outputTokens: reported(),
      seconds: reported(),
      costMicros: reported().meta({ description: costText }),
    })
    .meta({ id: 'ReportedUsage', description: 'What the work behind the report has used.' }),
)
export type ReportedUsage = z.infer<ReturnType<typeof reportedUsage>>

export const goalUsed = lazy(() =>
  z
    .strictObject({
      inputTokens: amount(),
      outputTokens: amount(),
      seconds: amount(),
      costMicros: amount().meta({ description: costText }),
      reports: amount().meta({ description: 'How many reports say what they have used.' }),
    })
    .meta({ id: 'GoalUsed', description: 'Sums over reports. A retry counts once.' }),
)
export type GoalUsed = z.infer<ReturnType<typeof goalUsed>>

const budgeted = lazy(() => z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional())

export const goalBudget = lazy(() =>
  z
    .strictObject({
      tokens: budgeted().meta({ description: 'Input and output tokens together.' }),
      seconds: budgeted(),
      costMicros: budgeted().meta({ description: costText }),
    })
    .refine((budget) => Object.values(budget).some((limit) => limit !== undefined), 'Set at least one limit.')
    .meta({
      id: 'GoalBudget',
      description:
        'What work on the goal should use at most. It stops nobody: the goal needs attention then.',
    }),
)
export type GoalBudget = z.infer<ReturnType<typeof goalBudget>>
