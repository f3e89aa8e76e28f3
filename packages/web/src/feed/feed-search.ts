import type { EventType } from '@cairn/contract/schemas/events'
import * as z from 'zod'

/** What the feed can be limited to. It is in the address, so that a view can be shared. */
export const eventFamilies = ['reports', 'goals', 'labels', 'people'] as const
export type EventFamily = (typeof eventFamilies)[number]

const feedSearch = z.object({ show: z.enum(eventFamilies).optional().catch(undefined) })

export type FeedSearch = z.infer<typeof feedSearch>

export function parseFeedSearch(search: Record<string, unknown>): FeedSearch {
  return feedSearch.parse(search)
}

export function familyOf(type: EventType): EventFamily {
  if (type === 'goal.reported' || type === 'report.acknowledged') return 'reports'
  if (type.startsWith('goal.')) return 'goals'
  return type.startsWith('label.') ? 'labels' : 'people'
}
