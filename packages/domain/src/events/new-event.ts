import { randomUUID } from 'node:crypto'
import type { Event, EventOf, EventType } from '@cairn/contract/schemas/feed/events'
import { actorOf, type Caller } from '../requests/access.ts'
import { timestampOf } from '../requests/context.ts'

/** The author and time of an event. */
export type Cause = { by: Pick<Caller, 'actor' | 'actorName' | 'userId'>; now: Date }

/** An event that no history tells. Its id is a new one, unless it is about a goal. */
export function newEvent<Type extends EventType>(
  type: Type,
  { by, now }: Cause,
  data: EventOf<Type>['data'],
  { id = randomUUID(), goal = null }: { id?: string; goal?: Event['goal'] } = {},
): Event {
  return {
    id,
    type,
    createdAt: timestampOf(now),
    ...actorOf(by),
    authorityUserId: by.userId,
    goal,
    data,
  } as Event
}
