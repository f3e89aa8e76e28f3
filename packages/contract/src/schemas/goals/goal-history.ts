/** The history of a goal: reports (`GoalUpdate`) and edits, which form one chain in the order of `version`. */
import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { actor, actorName } from '../actors.ts'
import {
  exactText,
  longText,
  nameText,
  problem,
  sha256,
  timestamp,
  uuid,
  uuidOutput,
  visibleText,
} from '../common.ts'
import { httpsUrl } from '../web-address.ts'
import { areUnique, maximumCriteriaPerGoal } from './goal-criteria.ts'
import { editedShape } from './goal-fields.ts'
import { maximumMeasuresPerGoal, measureValue } from './goal-measures.ts'
import {
  evaluationResult,
  goalEvaluation,
  goalHealth,
  goalStatus,
  reportedEvaluation,
  statusClearsHealth,
} from './goal-values.ts'
import { claimFence, handoffText, reportedUsage } from './goal-work.ts'

export const maximumEvidencePerReport = 20
export const maximumEvidencePerVerdict = 10

const evidence = lazy(() =>
  z
    .strictObject({
      title: nameText(200),
      url: httpsUrl().optional(),
      text: longText('Quote the evidence, or leave the text out.', 2_000).optional(),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'Use 64 hexadecimal digits in lower case.')
        .optional()
        .meta({ description: 'The SHA-256 of what the evidence refers to.' }),
    })
    .refine(({ url, text }) => url !== undefined || text !== undefined, {
      path: ['url'],
      ...problem('Add an address or a text.', 'required'),
    })
    .meta({ id: 'Evidence', description: 'Has an address, a text, or both.' }),
)
export type Evidence = z.infer<ReturnType<typeof evidence>>

function evidenceList(maximum: number) {
  return z.array(evidence()).max(maximum, `Use at most ${maximum} pieces of evidence.`)
}

const verdict = lazy(() =>
  z
    .strictObject({
      criterionId: uuid(),
      result: evaluationResult(),
      note: longText('Write a note, or leave it out.', 2_000).optional(),
      evidence: evidenceList(maximumEvidencePerVerdict).optional(),
    })
    .meta({ id: 'ReportedVerdict' }),
)
export type ReportedVerdict = z.infer<ReturnType<typeof verdict>>

const measurement = lazy(() =>
  z.strictObject({ measureId: uuid(), value: measureValue() }).meta({ id: 'Measurement' }),
)
export type Measurement = z.infer<ReturnType<typeof measurement>>

const clientInfo = lazy(() =>
  z.strictObject({ name: visibleText(100), version: visibleText(50) }).meta({ id: 'ClientInfo' }),
)

export const createGoalUpdateRequest = lazy(() =>
  z
    .strictObject({
      status: goalStatus(),
      summary: visibleText(500),
      details: longText('Describe what happened.'),
      expectedRevision: z.int().min(1).meta({
        description:
          'The revision that the report is based on. If the goal is at another revision, the report is refused with `goal_revision_conflict`, which tells what was missed.',
      }),
      idempotencyKey: exactText(1, 200).meta({
        description:
          'Unique per report on the goal. A retry with the same key and content returns the first response, whatever its `expectedRevision`, `runId` and `clientInfo`.',
      }),
      health: goalHealth().nullish(),
      evaluation: reportedEvaluation().nullish(),
      verdicts: z
        .array(verdict())
        .max(maximumCriteriaPerGoal, `Use at most ${maximumCriteriaPerGoal} verdicts.`)
        .refine(
          (verdicts) => areUnique(verdicts.map(({ criterionId }) => criterionId)),
          problem('Judge each criterion only once.', 'repeated'),
        )
        .optional(),
      measurements: z
        .array(measurement())
        .max(maximumMeasuresPerGoal, `Use at most ${maximumMeasuresPerGoal} values.`)
        .refine(
          (values) => areUnique(values.map(({ measureId }) => measureId)),
          problem('Give each measure only one value.', 'repeated'),
        )
        .optional(),
      evidence: evidenceList(maximumEvidencePerReport).optional(),
      runId: visibleText(200).optional().meta({ description: 'The run of the program that reports.' }),
      clientInfo: clientInfo().optional(),
      handoff: handoffText().nullish().meta({
        description:
          'What whoever continues must know, in Markdown: at most 8 KiB. `null` removes the current one. Absent: it stays.',
      }),
      usage: reportedUsage().optional(),
      claimFence: claimFence().optional(),
    })
    .refine((report) => !(statusClearsHealth(report.status) && report.health), {
      path: ['health'],
      message: 'Leave out the health: a completed or archived goal has none.',
    })
    .meta({
      id: 'CreateGoalUpdateRequest',
      description:
        '`health` or `evaluation`, if null or absent, keeps its current value. A report with status `completed` or `archived` clears the health and must not include one.',
    }),
)

const authentication = lazy(() =>
  z.strictObject({
    kind: z.enum(['session', 'api_token', 'oauth', 'unknown']),
    subjectId: z.string(),
  }),
)

const chained = lazy(() => ({
  previousHash: sha256()
    .nullable()
    .meta({ description: 'The hash of the entry before, `null` in the first.' }),
  hash: sha256().meta({
    description: 'SHA-256 of the RFC 8785 form of this entry without `acknowledgements` and `hash`.',
  }),
}))

/** How many acknowledgements a report shows. */
export const shownAcknowledgements = 20

export const acknowledgement = lazy(() =>
  z.strictObject({ userId: z.string(), at: timestamp() }).meta({ id: 'Acknowledgement' }),
)
export type Acknowledgement = z.infer<ReturnType<typeof acknowledgement>>

export const goalUpdate = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      organizationId: uuidOutput(),
      goalId: uuidOutput(),
      revision: z.int(),
      goalVersion: z.int().meta({ description: 'The version of the goal whose text was judged.' }),
      version: z.int().meta({ description: 'The version of the goal that this report made.' }),
      status: goalStatus(),
      health: goalHealth().nullable().meta({ description: 'As reported; `null` if the report had none.' }),
      evaluation: goalEvaluation()
        .nullable()
        .meta({ description: 'As reported; `null` if the report had none.' }),
      summary: z.string(),
      details: z.string(),
      verdicts: z.array(verdict()),
      measurements: z.array(measurement()),
      evidence: z.array(evidence()),
      authorityUserId: z.string().meta({ description: 'The user on whose authority the report was made.' }),
      actor: actor(),
      actorName: actorName(),
      authentication: authentication(),
      clientInfo: clientInfo().nullable(),
      handoff: z.string().nullable().optional().meta({
        description:
          'As reported; `null` if the report removed it. Absent if the report said nothing about it.',
      }),
      usage: reportedUsage().optional(),
      idempotencyKey: z.string(),
      createdAt: timestamp(),
      acknowledgements: z
        .array(acknowledgement())
        .meta({ description: `In the order in which they were made: the first ${shownAcknowledgements}.` }),
      ...chained(),
    })
    .meta({ id: 'GoalUpdate' }),
)
export type GoalUpdate = z.infer<ReturnType<typeof goalUpdate>>

/** The fields of a goal that an edit can change, with their values before and after. */
const editedFields = lazy(() => z.strictObject(editedShape()))
export type EditedFields = z.infer<ReturnType<typeof editedFields>>

export const goalEdit = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      organizationId: uuidOutput(),
      goalId: uuidOutput(),
      version: z.int().meta({ description: 'The version of the goal that this edit made.' }),
      createdAt: timestamp(),
      authorityUserId: z.string(),
      actor: actor(),
      actorName: actorName(),
      authentication: authentication(),
      fields: editedFields().meta({ description: 'What changed. Other fields are absent.' }),
      withheld: z
        .array(z.enum(['parentGoalId', 'blockedByGoalIds']))
        .optional()
        .meta({
          description:
            'Fields from which ids are left out, because the caller may not know these goals. Then `hash` does not follow from the entry as this caller sees it. Absent otherwise.',
        }),
      ...chained(),
    })
    .meta({ id: 'GoalEdit' }),
)
export type GoalEdit = z.infer<ReturnType<typeof goalEdit>>

/** Beside reports in an answer: it may change, and they are hashed. */
export const acknowledgementCounts = lazy(() =>
  z
    .record(z.string(), z.int())
    .optional()
    .meta({
      description: `By revision, how many members have acknowledged a report, for reports with more than ${shownAcknowledgements}. Absent if there are none.`,
    }),
)

/** The changes since the revision or version that the caller expected. */
export const goalConflict = lazy(() =>
  z
    .strictObject({
      revision: z.int().meta({ description: 'The current revision.' }),
      version: z.int().meta({ description: 'The current version.' }),
      updates: z.array(goalUpdate()).meta({ description: 'The newest of the missed reports, newest last.' }),
      acknowledgementCounts: acknowledgementCounts(),
      edits: z.array(goalEdit()).meta({ description: 'The newest of the missed edits, newest last.' }),
      truncated: z.boolean().meta({ description: 'Whether more was missed than is shown.' }),
    })
    .meta({ id: 'GoalConflict' }),
)
export type GoalConflict = z.infer<ReturnType<typeof goalConflict>>

/** Entries of each kind that a conflict shows at most. */
export const maximumMissedEntries = 10

export const acknowledgeGoalUpdateRequest = lazy(() =>
  z
    .strictObject({
      confirmedCriterionIds: z
        .array(uuid())
        .max(maximumCriteriaPerGoal, `Use at most ${maximumCriteriaPerGoal} criteria.`)
        .refine(areUnique, problem('Name each criterion only once.', 'repeated'))
        .optional()
        .meta({
          description:
            'Criteria that the report judged as met, of which no later report says something else. The caller confirms that they are.',
        }),
    })
    .meta({ id: 'AcknowledgeGoalUpdateRequest' }),
)

export const goalUpdateResponse = lazy(() =>
  z
    .strictObject({ update: goalUpdate(), acknowledgementCounts: acknowledgementCounts() })
    .meta({ id: 'GoalUpdateResponse' }),
)
/** The direction in which a history is listed. */
export const historyOrder = lazy(() =>
  z
    .enum(['asc', 'desc'])
    .optional()
    .meta({ description: '`asc`: oldest first (default). `desc`: newest first.' }),
)
