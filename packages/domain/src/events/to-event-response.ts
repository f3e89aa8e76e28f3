import type { Event } from '@cairn/contract/schemas/feed/events'

/** An event as clients see it. Objects are rebuilt, because the table returns their fields in any order. */
export function toEventResponse({ id, type, createdAt, actor, authorityUserId, goal, data }: Event): Event {
  return {
    id,
    type,
    createdAt,
    actor: { kind: actor.kind, id: actor.id, runId: actor.runId },
    authorityUserId,
    goal: goal && { id: goal.id, title: goal.title },
    data,
  } as Event
}
