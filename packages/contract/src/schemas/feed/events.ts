/** The feed: what happened in an organization, in the order in which it was recorded. */
import * as z from 'zod'
import { editedFieldNames } from '../../events/event-rules.ts'
import { lazy } from '../../lazy.ts'
import { timestamp, uuidOutput } from '../common.ts'
import { actor, actorName } from '../goal-history.ts'
import { goalHealth, goalStatus } from '../goal-values.ts'
import { assignableRole, organizationRole } from '../organizations.ts'

const state = lazy(() => z.strictObject({ status: goalStatus(), health: goalHealth().nullable() }))

const label = lazy(() => z.strictObject({ labelId: uuidOutput(), name: z.string() }))
const membership = lazy(() => z.strictObject({ userId: z.string(), role: organizationRole() }))
const invitation = lazy(() => z.strictObject({ invitationId: uuidOutput(), role: assignableRole() }))

/** What each type of event says in `data`. */
const eventData = {
  'goal.published': lazy(() => z.strictObject({ version: z.int(), ownerUserId: z.string().nullable() })),
  'goal.reported': lazy(() =>
    z.strictObject({
      revision: z.int(),
      version: z.int(),
      summary: z.string(),
      ...state().shape,
      previous: state().meta({ description: 'Status and health before the report.' }),
    }),
  ),
  'goal.edited': lazy(() => z.strictObject({ version: z.int(), fields: z.array(z.enum(editedFieldNames)) })),
  'goal.deleted': lazy(() =>
    z.strictObject({ ownerUserId: z.string().nullable().meta({ description: 'Who owned it at last.' }) }),
  ),
  'report.acknowledged': lazy(() => z.strictObject({ revision: z.int() })),
  'label.created': label,
  'label.updated': label,
  'label.deleted': label,
  'member.joined': membership,
  'member.left': membership,
  'member.removed': membership,
  'member.role_changed': lazy(() =>
    z.strictObject({ ...membership().shape, previousRole: organizationRole() }),
  ),
  'invitation.created': invitation,
  'invitation.accepted': invitation,
  'invitation.revoked': invitation,
} as const

export type EventType = keyof typeof eventData
export const eventTypes = Object.keys(eventData) as [EventType, ...EventType[]]

/** Only administrators see events of these kinds. */
export function isAdministratorsEvent(type: EventType): boolean {
  return /^(member|invitation)\./.test(type)
}

export const eventType = lazy(() => z.enum(eventTypes).meta({ id: 'EventType' }))

/** An actor with the name of the user or of the API token. */
const namedActor = lazy(() =>
  z.strictObject({
    ...actor().shape,
    displayName: z.string().meta({
      description: 'The name of the user, or of the API token that acted for a user.',
    }),
  }),
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
      goal: z
        .strictObject({ id: uuidOutput(), title: z.string() })
        .nullable()
        .meta({ description: 'The goal with its title when the event was recorded.' }),
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
