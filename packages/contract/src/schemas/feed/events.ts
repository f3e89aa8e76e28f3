/** The feed: what happened in an organization, in the order in which it was recorded. */
import * as z from 'zod'
import { editableFieldNames } from '../../goals/fields.ts'
import { lazy } from '../../registry/lazy.ts'
import { actor, actorName, namedActor } from '../actors.ts'
import { timestamp, uuidOutput } from '../common.ts'
import { goalHealth, goalStatus } from '../goals/goal-values.ts'
import { claimEndReasons, claimFence } from '../goals/goal-work.ts'
import { assignableRole, organizationRole } from '../people/organizations.ts'

const state = lazy(() => z.strictObject({ status: goalStatus(), health: goalHealth().nullable() }))

const label = lazy(() =>
  z.strictObject({ labelId: uuidOutput(), name: z.string() }).meta({ id: 'LabelEventData' }),
)
const membership = lazy(() =>
  z.strictObject({ userId: z.string(), role: organizationRole() }).meta({ id: 'MemberEventData' }),
)
const invitation = lazy(() =>
  z.strictObject({ invitationId: uuidOutput(), role: assignableRole() }).meta({ id: 'InvitationEventData' }),
)

const question = lazy(() =>
  z
    .strictObject({
      questionId: uuidOutput(),
      text: z.string().meta({ description: 'The question, at most 200 characters.' }),
    })
    .meta({ id: 'QuestionEventData' }),
)

const comment = lazy(() =>
  z
    .strictObject({
      commentId: uuidOutput(),
      reportRevision: z
        .int()
        .nullable()
        .meta({ description: 'The report that the comment is about; `null` for the goal.' }),
      mentionedUserIds: z.array(z.string()).meta({ description: 'The people who are mentioned.' }),
    })
    .meta({
      id: 'CommentEventData',
      description: 'Without the words: events never change, and deleting a comment deletes its words.',
    }),
)

/** The schema of `data` by type of event. */
const eventData = {
  'goal.published': lazy(() =>
    z
      .strictObject({ version: z.int(), ownerUserId: z.string().nullable() })
      .meta({ id: 'GoalPublishedData' }),
  ),
  'goal.reported': lazy(() =>
    z
      .strictObject({
        revision: z.int(),
        version: z.int(),
        summary: z.string(),
        ...state().shape,
        previous: state().meta({ description: 'Status and health before the report.' }),
      })
      .meta({ id: 'GoalReportedData' }),
  ),
  'goal.edited': lazy(() =>
    z
      .strictObject({ version: z.int(), fields: z.array(z.enum(editableFieldNames)) })
      .meta({ id: 'GoalEditedData' }),
  ),
  'goal.deleted': lazy(() =>
    z
      .strictObject({ ownerUserId: z.string().nullable().meta({ description: 'Who owned it at last.' }) })
      .meta({ id: 'GoalDeletedData' }),
  ),
  'report.acknowledged': lazy(() =>
    z
      .strictObject({
        revision: z.int(),
        confirmedCriterionIds: z
          .array(uuidOutput())
          .optional()
          .meta({ description: 'The criteria that the member confirmed. Absent if there are none.' }),
      })
      .meta({ id: 'ReportAcknowledgedData' }),
  ),
  'goal.claimed': lazy(() =>
    z
      .strictObject({
        fence: claimFence(),
        expiresAt: timestamp().meta({ description: 'When the lease ends unless it is renewed.' }),
      })
      .meta({ id: 'GoalClaimedData' }),
  ),
  'goal.claim_ended': lazy(() =>
    z
      .strictObject({
        fence: claimFence(),
        reason: z.enum(claimEndReasons).meta({
          description:
            '`released`: by its holder. `reported`: a report ended the work. `taken_back`: by the owner of the goal or an administrator. `revoked`: the holder lost its credential or membership.',
        }),
      })
      .meta({ id: 'GoalClaimEndedData' }),
  ),
  'question.asked': question,
  'question.answered': question,
  'question.withdrawn': question,
  'report.requested': lazy(() =>
    z
      .strictObject({ ownerUserId: z.string().meta({ description: 'Who is asked: the owner of the goal.' }) })
      .meta({ id: 'ReportRequestedData' }),
  ),
  'comment.created': comment,
  'comment.edited': comment,
  'comment.deleted': comment,
  'label.created': label,
  'label.updated': label,
  'label.deleted': label,
  'member.joined': membership,
  'member.left': membership,
  'member.removed': membership,
  'member.role_changed': lazy(() =>
    z
      .strictObject({ ...membership().shape, previousRole: organizationRole() })
      .meta({ id: 'MemberRoleChangedData' }),
  ),
  'invitation.created': invitation,
  'invitation.accepted': invitation,
  'invitation.revoked': invitation,
} as const

/** The description of each type, for readers of the manual. */
export const eventDescriptions: Record<EventType, string> = {
  'goal.published': 'A goal was published.',
  'goal.reported': 'Somebody reported on a goal.',
  'goal.edited': 'A goal was edited.',
  'goal.deleted': 'A goal was deleted.',
  'report.acknowledged': 'A member has read a report, or confirmed criteria that it judged as met.',
  'goal.claimed': 'Somebody has begun to work on a goal.',
  'goal.claim_ended': 'Somebody no longer works on a goal.',
  'question.asked': 'Somebody asked people a question about a goal.',
  'question.answered': 'A question was answered.',
  'question.withdrawn': 'A question was withdrawn.',
  'report.requested': 'Somebody asked the owner of a goal for a report.',
  'comment.created': 'Somebody commented on a goal or a report.',
  'comment.edited': 'A comment was edited.',
  'comment.deleted': 'A comment was deleted.',
  'label.created': 'A label was created.',
  'label.updated': 'A label was changed.',
  'label.deleted': 'A label was deleted.',
  'member.joined': 'A user joined the organization.',
  'member.left': 'A member left the organization.',
  'member.removed': 'A member was removed.',
  'member.role_changed': 'A member has another role.',
  'invitation.created': 'Somebody was invited.',
  'invitation.accepted': 'An invitation was accepted.',
  'invitation.revoked': 'An invitation was revoked.',
}

export type EventType = keyof typeof eventData
export const eventTypes = Object.keys(eventData) as [EventType, ...EventType[]]

/** Only administrators see events of these kinds. */
export function isAdministratorsEvent(type: EventType): boolean {
  return /^(member|invitation)\./.test(type)
}

export const eventType = lazy(() => z.enum(eventTypes).meta({ id: 'EventType' }))

const goal = lazy(() =>
  z
    .strictObject({ id: uuidOutput(), title: z.string() })
    .nullable()
    .meta({ id: 'EventGoal', description: 'The goal with its title when the event was recorded.' }),
)

function eventsOf<A extends z.ZodType>(actorSchema: A) {
  return Object.entries(eventData).map(([type, data]) =>
    z.strictObject({
      id: uuidOutput().meta({ description: 'The same if the event is returned twice.' }),
      type: z.literal(type as EventType),
      createdAt: timestamp(),
      actor: actorSchema,
      actorName: actorName(),
      authorityUserId: z.string().meta({ description: 'The user in whose name the actor acted.' }),
      goal: goal().nullable().meta({ description: 'The goal with its title when the event was recorded.' }),
      data: data(),
    }),
  )
}

type Named<A, Data extends { [Type in EventType]: () => z.ZodType }> = {
  [Type in EventType]: {
    id: string
    type: Type
    createdAt: string
    actor: A
    actorName?: string | undefined
    authorityUserId: string
    goal: { id: string; title: string } | null
    data: z.output<ReturnType<Data[Type]>>
  }
}[EventType]

type Actor = z.output<ReturnType<typeof actor>>
/** An event. `data` depends on `type`. */
export type Event = Named<Actor, typeof eventData>
export type EventOf<Type extends EventType> = Extract<Event, { type: Type }>
/** An event whose actor comes with a display name. */
export type NamedEvent = Named<z.output<ReturnType<typeof namedActor>>, typeof eventData>

export const event = lazy(
  () =>
    z.discriminatedUnion('type', eventsOf(actor()) as never).meta({ id: 'Event' }) as unknown as z.ZodType<
      Event,
      Event
    >,
)

export const namedEvent = lazy(
  () =>
    z
      .discriminatedUnion('type', eventsOf(namedActor()) as never)
      .meta({ id: 'NamedEvent' }) as unknown as z.ZodType<NamedEvent, NamedEvent>,
)

export const followCursor = lazy(() =>
  z.string().meta({
    description:
      'Opaque. Continue from here with the next request: it returns what has happened since. It stays valid as long as the events after it are kept.',
  }),
)
