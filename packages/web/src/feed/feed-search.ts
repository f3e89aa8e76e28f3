import type { EventType } from '@cairn/contract/schemas/feed/events'

/** The filters of the feed. They are in the address, so that a view can be shared. */
export const eventFamilies = ['reports', 'comments', 'goals', 'work', 'labels', 'people'] as const
export type EventFamily = (typeof eventFamilies)[number]

export type FeedSearch = { show?: EventFamily }

/** Ignores invalid values. */
export function parseFeedSearch({ show }: Record<string, unknown>): FeedSearch {
  const family = eventFamilies.find((one) => one === show)
  return family ? { show: family } : {}
}

export function familyOf(type: EventType): EventFamily {
  if (type === 'goal.reported' || type === 'report.acknowledged') return 'reports'
  if (type.startsWith('comment.')) return 'comments'
  if (type.startsWith('question.') || type.startsWith('goal.claim')) return 'work'
  if (type.startsWith('goal.')) return 'goals'
  return type.startsWith('label.') ? 'labels' : 'people'
}
