import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { apiTokenScope } from '../api-tokens.ts'
import { nextCursor, pageLimit, pageQuery, timestamp, uuidOutput } from '../common.ts'
import { goalQuestion } from '../goals/goal-questions.ts'
import { goalSummary } from '../goals/goals.ts'
import { inboxItem } from '../people/inbox.ts'
import { organizationRole } from '../people/organizations.ts'
import { parseZonedTime } from '../time/zoned-time.ts'
import { followCursor, namedEvent } from './events.ts'

/** The largest response of a brief, in bytes of JSON in UTF-8. */
export const maximumBriefBytes = 32 * 1024

export const me = lazy(() =>
  z
    .strictObject({
      user: z.strictObject({ id: z.string(), displayName: z.string(), email: z.string() }),
      organization: z.strictObject({ id: uuidOutput(), name: z.string(), role: organizationRole() }),
      credential: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('session') }),
        z.strictObject({
          kind: z.enum(['api_token', 'oauth']),
          id: z.string(),
          name: z.string(),
          scopes: z.array(apiTokenScope()),
          goalIds: z.array(uuidOutput()).nullable().meta({
            description: 'The only goals that the credential can see; `null` if it is not limited.',
          }),
          expiresAt: timestamp(),
        }),
      ]),
    })
    .meta({ id: 'Me' }),
)
export type Me = z.infer<ReturnType<typeof me>>

/**
 * A summary with the owner's name. Of labels, it has what people see of them: 20 labels with their descriptions could be
 * larger than a brief.
 */
const briefGoal = lazy(() =>
  z
    .strictObject({
      ...goalSummary().shape,
      labels: z
        .array(z.strictObject({ id: uuidOutput(), name: z.string(), color: z.string().nullable() }))
        .meta({ description: 'Sorted by name.' }),
      owner: z
        .strictObject({ id: z.string(), displayName: z.string() })
        .nullable()
        .meta({ description: '`null` if nobody owns the goal.' }),
    })
    .meta({ id: 'BriefGoal' }),
)
export type BriefGoal = z.infer<ReturnType<typeof briefGoal>>

const briefReview = lazy(() =>
  z
    .strictObject({
      goal: z.strictObject({ id: uuidOutput(), title: z.string() }),
      revision: z.int().meta({ description: 'The report to acknowledge.' }),
      criteriaCount: z
        .int()
        .meta({ description: 'How many criteria it judged as met, and nobody has confirmed.' }),
    })
    .meta({ id: 'BriefReview' }),
)
export type BriefReview = z.infer<ReturnType<typeof briefReview>>

export const brief = lazy(() =>
  z
    .strictObject({
      asOf: timestamp(),
      organization: z.strictObject({ id: uuidOutput(), name: z.string() }),
      questions: z.array(goalQuestion()).meta({
        description: `Open questions that the caller’s user was asked, oldest first, at most ${maximumBriefQuestions}. \`GET /v1/questions\` has all.`,
      }),
      toReview: z
        .array(briefReview())
        .default([])
        .meta({
          description: `Reports on active goals whose verdicts the caller’s user may confirm, at most ${maximumBriefReviews}: those of goals that the user reviews come first, then those that nobody reviews in particular; of each kind, the oldest first.`,
        }),
      mentions: z
        .array(inboxItem())
        .default([])
        .meta({
          description: `Unread mentions of the caller’s user in comments, newest first, at most ${maximumBriefMentions}. For a session, or a token with the scope \`inbox\`; \`GET /v1/inbox\` has all.`,
        }),
      goals: z.array(briefGoal()).meta({
        description:
          'Active goals of the `scope`, most pressing first: by the first reason in `attention`, then by what is due first (target date or next report), then the longest without a report. Those that need nobody come last.',
      }),
      moreGoals: z.boolean().meta({ description: 'Whether there are more active goals in the `scope`.' }),
      goalsCursor: nextCursor().meta({
        description:
          'Returns the goals that follow, as `goalsCursor` of the next request; `null` if there are none. All pages are in the order at the time of the first one. A goal that has changed since then comes last, and may come twice.',
      }),
      events: z.array(namedEvent()).meta({
        description:
          "What happened since, oldest first, within the sight of the caller: with `goals:read` alone, events of the goals that the token's user owns now.",
      }),
      moreEvents: z.boolean().meta({
        description:
          'With a cursor: more events follow `cursor`. With a time: older events since that time are left out. Where the caller sees so few events that not all could be looked through at once, `cursor` returns the rest.',
      }),
      people: z.array(z.strictObject({ id: z.string(), displayName: z.string() })).meta({
        description:
          'The names of the users in `events`: who acted, in whose name, and whom it is about. Former members are absent.',
      }),
      cursor: followCursor(),
    })
    .meta({
      id: 'Brief',
      description: `What needs the caller, and what has changed. At most ${maximumBriefBytes / 1024} KiB: what does not fit is left out, and \`moreGoals\` or \`moreEvents\` says so.`,
    }),
)
export type Brief = z.infer<ReturnType<typeof brief>>

export const maximumBriefQuestions = 10
export const maximumBriefReviews = 20
export const maximumBriefMentions = 5

/** The people whose goals a brief has. */
export const briefScopes = ['mine', 'watched', 'all'] as const
export type BriefScope = (typeof briefScopes)[number]

/** Without a limit. */
export const briefDefaults = { goals: 20, events: 50, days: 7 }

/** A cursor, which has only these characters and is longer than any time. */
const cursorPattern = /^[\w-]{38,}$/
const startOfTime = /^[+-]?\d{4}-?\d{2}/

/** The start of a brief's events: behind a cursor, or at a time. */
const since = lazy(() =>
  z
    .string()
    .max(1_000)
    .transform((text, context): { cursor: string } | { time: Date } => {
      if (cursorPattern.test(text) || !startOfTime.test(text)) return { cursor: text }
      const time = parseZonedTime(text)
      if (time !== undefined) return { time: new Date(time) }
      context.issues.push({
        code: 'custom',
        input: text,
        message: 'Use a cursor, or an ISO 8601 time with a time zone, such as 2026-11-20T10:00:00Z.',
      })
      return z.NEVER
    })
    .meta({
      description: `The \`cursor\` of an earlier brief or of a page of events, or an ISO 8601 time with a time zone. Default: ${briefDefaults.days} days ago.`,
      override: { type: 'string', maxLength: 1_000 },
    }),
)

export const briefQuery = lazy(() =>
  z.strictObject({
    scope: z.enum(briefScopes).optional().meta({
      description:
        'Which goals: `mine`, which the caller owns, the default; `watched`, which the caller’s user watches; `all` that the caller sees.',
    }),
    since: since().optional(),
    goalsCursor: z.string().max(1_000).optional().meta({
      description:
        'The `goalsCursor` of an earlier brief of the same `scope`. Default: the most pressing goals.',
    }),
    limit: pageQuery().limit.meta({
      description: `Maximum number of goals, and of events. Default: ${briefDefaults.goals} goals and ${briefDefaults.events} events.`,
      override: { type: 'integer', minimum: 1, maximum: pageLimit.maximum },
    }),
  }),
)
