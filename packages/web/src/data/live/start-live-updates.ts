import type { QueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { forgetEarlyResponses } from '../api/early-responses.ts'
import { applyEvents, reloadAll } from './apply-events.ts'
import { activity, watchActivity } from './following/activity.ts'
import { followFeed } from './following/follow.ts'
import { pauseWhileAwake } from './following/pause.ts'
import { joinTabs } from './following/tabs.ts'

const eventsPerRequest = 50
/** The clocks of browser and service may differ, and an index may be behind. Loading once too often is harmless. */
const slackMilliseconds = 10_000

/** Follows the feed of the organization and updates the page, until `signal` is aborted. */
export function startLiveUpdates(
  queryClient: QueryClient,
  { organizationId, reader }: { organizationId: string; reader: string },
  signal: AbortSignal,
): void {
  const organization = { queryClient, organizationId, reader }
  forgetEarlyResponses()
  watchActivity(signal)
  /** A time: the page shows data that is at least as new. */
  let loadedAt = performance.timeOrigin
  void followFeed({
    readNewest: () => api.listEvents({ query: { order: 'desc', limit: 1 } }),
    readAfter: (after) => api.listEvents({ query: { after, limit: eventsPerRequest } }),
    pause: (milliseconds) => pauseWhileAwake(milliseconds, signal),
    quietMilliseconds: activity.quietMilliseconds,
    tabs: joinTabs(`cairn.live ${reader} ${organizationId}`, signal),
    onEvents: (events) => applyEvents(organization, events),
    onGap: () => {
      loadedAt = Date.now()
      reloadAll(organization)
    },
    isNews: ({ createdAt }) => Date.parse(createdAt) > loadedAt - slackMilliseconds,
    signal,
  })
}
