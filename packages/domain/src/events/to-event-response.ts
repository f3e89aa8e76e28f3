import type { Event } from '@cairn/contract/schemas/feed/events'

/** An event as clients see it. Objects are rebuilt, because the table returns their fields in any order. */
export function toEventResponse(event: Event): Event {
  const { id, type, createdAt, actor, actorName, authorityUserId, goal, data } = event
  return {
    id,
    type,
    createdAt,
    actor: { kind: actor.kind, id: actor.id, runId: actor.runId },
    ...(actorName !== undefined && { actorName }),
    authorityUserId,
    goal: goal && { id: goal.id, title: goal.title },
    data,
  } as Event
}
