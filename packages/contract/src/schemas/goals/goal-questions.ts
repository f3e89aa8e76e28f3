/** Questions to people about a goal. */
import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { namedActor } from '../actors.ts'
import { longText, nameText, problem, timestamp, userId, uuidOutput } from '../common.ts'
import { areUnique } from './goal-criteria.ts'

export const questionStates = ['open', 'answered', 'withdrawn', 'expired'] as const
export type QuestionState = (typeof questionStates)[number]

export const maximumAskedUsers = 10
export const questionHours = { maximum: 720, default: 168 }
/** How often a program looks for an answer. */
export const questionPollSeconds = 10

const text = (blank: string) => longText(blank, 4_000)

export const askQuestionRequest = lazy(() =>
  z
    .strictObject({
      text: text('Write the question.').meta({ description: 'The question, in Markdown.' }),
      options: z
        .array(nameText(100))
        .min(2, 'Offer at least 2 options, or none.')
        .max(6, 'Offer at most 6 options.')
        .refine(areUnique, problem('List each option only once.', 'repeated'))
        .optional()
        .meta({ uniqueItems: true, description: 'Answers to choose from.' }),
      askedUserIds: z
        .array(userId())
        .min(1, 'Ask at least one member, or leave it out.')
        .max(maximumAskedUsers, `Ask at most ${maximumAskedUsers} members.`)
        .refine(areUnique, problem('List each member only once.', 'repeated'))
        .optional()
        .meta({
          uniqueItems: true,
          description:
            'Members. Default: the owner of the goal, otherwise the owners and admins of the organization.',
        }),
      expiresInHours: z
        .int()
        .min(1)
        .max(questionHours.maximum)
        .optional()
        .meta({
          description: `Default: ${questionHours.default}, a week.`,
        }),
    })
    .meta({ id: 'AskQuestionRequest' }),
)

export const answerQuestionRequest = lazy(() =>
  z
    .strictObject({
      option: nameText(100).optional().meta({ description: 'One of the options, as it was asked.' }),
      text: text('Write the answer, or leave the text out.').optional(),
    })
    .refine(
      ({ option, text }) => option !== undefined || text !== undefined,
      'Choose an option or write a text.',
    )
    .meta({ id: 'AnswerQuestionRequest', minProperties: 1 }),
)

export const goalQuestion = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      goalId: uuidOutput(),
      text: z.string(),
      options: z.array(z.string()).meta({ description: 'Empty if none were offered.' }),
      state: z.enum(questionStates).meta({
        description: '`expired`: nobody answered in time. Decided at the time of the request.',
      }),
      askedUserIds: z.array(z.string()),
      askedBy: namedActor(),
      authorityUserId: z.string().meta({ description: 'The user in whose name it was asked.' }),
      createdAt: timestamp(),
      expiresAt: timestamp(),
      answer: z
        .strictObject({
          option: z.string().nullable(),
          text: z.string().nullable(),
          answeredBy: namedActor(),
          answeredAt: timestamp(),
        })
        .nullable()
        .meta({ id: 'QuestionAnswer', description: '`null` unless it is answered.' }),
    })
    .meta({ id: 'GoalQuestion' }),
)
export type GoalQuestion = z.infer<ReturnType<typeof goalQuestion>>

export const questionResponse = lazy(() =>
  z
    .strictObject({
      question: goalQuestion(),
      pollAfterSeconds: z.int().min(1).nullable().meta({
        description: 'When a program that waits should ask again. `null` once the question is closed.',
      }),
    })
    .meta({ id: 'QuestionResponse' }),
)
