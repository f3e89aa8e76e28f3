import { randomUUID } from 'node:crypto'
import type { Event, EventOf, EventType } from '@cairn/contract/schemas/feed/events'
import { appendEvents } from '@cairn/domain/events/feed/append-events'
import type { TestService } from '../../../../support/service/service.ts'

export type EventFields<Type extends EventType = EventType> = {
  [T in Type]: { type: T; data: EventOf<T>['data'] }
}[Type] & { by: string | { tokenId: string; of: string }; goal?: { id: string; title: string } }

/**
 * Returns a function that appends events to an organization's feed, all of them now, and returns their ids.
 *
 * @param waitedMilliseconds  How long ago they happened.
 */
export function createAppend(
  { table: { database } }: Pick<TestService, 'table'>,
  organizationId: string,
  clock: { read(): Date },
  waitedMilliseconds = 0,
) {
  return async (...events: EventFields[]): Promise<string[]> => {
    const written = events.map(
      ({ by, goal = null, ...event }) =>
        ({
          ...event,
          id: randomUUID(),
          createdAt: new Date(clock.read().getTime() - waitedMilliseconds).toISOString(),
          actor:
            typeof by === 'string'
              ? { kind: 'user', id: by, runId: null }
              : { kind: 'client', id: by.tokenId, runId: null },
          authorityUserId: typeof by === 'string' ? by : by.of,
          goal,
        }) as Event,
    )
    await appendEvents(database, organizationId, written, clock.read())
    return written.map(({ id }) => id)
  }
}

/** A report that moved a goal to At risk. */
export function reported(by: EventFields['by'], goal: { id: string; title: string }, summary: string) {
  const previous = { status: 'active', health: 'on_track' } as const
  const data = { revision: 2, version: 2, summary, status: 'active', health: 'at_risk', previous } as const
  return { type: 'goal.reported' as const, by, goal: { id: goal.id, title: goal.title }, data }
}

export function labelEvent(by: EventFields['by'], name: string) {
  return { type: 'label.created' as const, by, data: { labelId: randomUUID(), name } }
}

export function memberEvent(by: string) {
  return { type: 'member.left' as const, by, data: { userId: by, role: 'member' as const } }
}
