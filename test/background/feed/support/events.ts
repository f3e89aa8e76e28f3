import type { Event } from '@cairn/contract/schemas/feed/events'

/** The organization of these tests. */
export const acme = '00000000-0000-4000-8000-00000000000a'

/** An event with a number in its id. */
export function eventNumber(number: number, createdAt = '2026-06-01T12:00:00.000Z'): Event {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    type: 'goal.reported',
    createdAt,
    actor: { kind: 'user', id: 'ada', runId: null },
    authorityUserId: 'ada',
    goal: { id: '00000000-0000-4000-8000-0000000000ff', title: 'Plant trees' },
    data: {
      revision: 2,
      version: 2,
      summary: `Tree ${number}`,
      status: 'active',
      health: 'on_track',
      previous: { status: 'active', health: null },
    },
  }
}

export function numberOf({ id }: Event): number {
  return Number(id.slice(-12))
}

export function eventNumbers(from: number, to: number): Event[] {
  return Array.from({ length: to - from + 1 }, (_, index) => eventNumber(from + index))
}
