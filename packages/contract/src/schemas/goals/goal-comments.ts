/** Comments on goals and reports. */
import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { namedActor } from '../actors.ts'
import { longText, problem, timestamp, userId, uuidOutput } from '../common.ts'
import { areUnique } from './goal-criteria.ts'

export const maximumCommentLength = 10_000
export const maximumMentions = 20
/** An answer names at most so many who are told of a comment. */
export const maximumNotified = 100

const text = lazy(() =>
  longText('Write the comment.', maximumCommentLength).meta({ description: 'The comment, in Markdown.' }),
)

const mentionedUserIds = lazy(() =>
  z
    .array(userId())
    .max(maximumMentions, `Mention at most ${maximumMentions} members.`)
    .refine(areUnique, problem('List each member only once.', 'repeated'))
    .meta({ uniqueItems: true, description: 'Members who are told by name.' }),
)

export const createGoalCommentRequest = lazy(() =>
  z
    .strictObject({
      text: text(),
      reportRevision: z
        .int()
        .min(1)
        .optional()
        .meta({ description: 'The report that the comment is about. Default: the goal.' }),
      mentionedUserIds: mentionedUserIds().optional(),
    })
    .meta({ id: 'CreateGoalCommentRequest' }),
)

export const updateGoalCommentRequest = lazy(() =>
  z
    .strictObject({ text: text().optional(), mentionedUserIds: mentionedUserIds().optional() })
    .refine((fields) => Object.keys(fields).length > 0, 'Change at least one field.')
    .meta({ id: 'UpdateGoalCommentRequest', minProperties: 1 }),
)

export const goalComment = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      goalId: uuidOutput(),
      reportRevision: z
        .int()
        .nullable()
        .meta({ description: 'The report that it is about; `null` for the goal.' }),
      text: z.string().nullable().meta({ description: 'Markdown. `null` once it is deleted.' }),
      mentionedUserIds: z.array(z.string()).meta({ description: 'Empty once it is deleted.' }),
      authorityUserId: z.string().meta({ description: 'The user in whose name it was written.' }),
      actor: namedActor(),
      createdAt: timestamp(),
      editedAt: timestamp().nullable().meta({ description: 'When it was last edited; `null` if never.' }),
      deletedAt: timestamp().nullable(),
    })
    .meta({ id: 'GoalComment' }),
)
export type GoalComment = z.infer<ReturnType<typeof goalComment>>

export const commentResponse = lazy(() =>
  z.strictObject({ comment: goalComment() }).meta({ id: 'GoalCommentResponse' }),
)

export const writtenCommentResponse = lazy(() =>
  z
    .strictObject({
      comment: goalComment(),
      notifiedUserIds: z
        .array(z.string())
        .max(maximumNotified)
        .meta({
          description: `Who is told: first those mentioned, then who watches the goal; at most ${maximumNotified}, and never who wrote it. After an edit, those newly mentioned.`,
        }),
    })
    .meta({ id: 'WrittenCommentResponse' }),
)
