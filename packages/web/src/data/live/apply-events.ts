import type { Event } from '@cairn/contract/schemas/feed/events'
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import { type FeedData, feedQuery, withNews } from '../../feed/feed-query.ts'
import { commentsKey } from '../../goals/conversation/comment-queries.ts'
import {
  type GoalFilters,
  goalHistoryQuery,
  goalQuery,
  goalsKey,
  labelsKey,
  listGoalSummaries,
  membersKey,
  membersQuery,
} from '../../goals/data/queries.ts'
import { inboxKey } from '../../inbox/inbox-query.ts'
import { sessionKey } from '../api/query-client.ts'
import { whenNotHeld } from './hold.ts'
import { type GoalChange, mergeGoals, newChanges, type Page } from './merge-goals.ts'
import { tellNews } from './news.ts'
import { type Plan, planOf } from './plan.ts'
import { concernsList, haveOtherRollups, reloadHeld, reloadRelated } from './related.ts'
import { reloadWorked } from './worked.ts'

/** More changed goals at once mean loading a list again. */
const maximumMergedGoals = 50

type Organization = { queryClient: QueryClient; organizationId: string; reader: string }

/** Updates what the page shows after events, oldest first. Loads only what has changed and is on the page. */
export function applyEvents(organization: Organization, events: Event[]): void {
  const { queryClient, organizationId, reader } = organization
  const under = (...names: string[]) => ['organization', organizationId, ...names]
  const reload = (queryKey: readonly unknown[]) => void queryClient.invalidateQueries({ queryKey })
  const plan = planOf(events, reader)
  const news = events.filter((event) => isNews(organization, event))

  queryClient.setQueryData<FeedData>(
    feedQuery(organizationId).queryKey,
    (data) => data && withNews(data, events),
  )
  if (news.length > 0) reload(under('brief'))
  for (const [goalId, change] of plan.goals) updateGoal(organization, goalId, change)
  for (const goalId of plan.acknowledged) {
    if (!plan.goals.has(goalId)) reloadHeld(organization, goalHistoryQuery(organizationId, goalId).queryKey)
  }
  for (const goalId of plan.commented) reload(commentsKey(organizationId, goalId))
  if (plan.labelsOfGoals) reloadAllGoals(organization)
  else if (plan.goals.size > 0) void updateLists(organization, plan)
  reloadRelated(organization, plan)
  reloadWorked(organization, plan)
  if (events.some((event) => mayReachInbox(event, reader))) reload(inboxKey(organizationId))
  if (plan.labels) reload(labelsKey(organizationId))
  if (plan.members || events.some((event) => !isMember(organization, event))) {
    reload(membersKey(organizationId))
  }
  if (plan.invitations || plan.members) reload(under('invitations'))
  if (plan.ownMembership) reload(sessionKey)
  if (news.length > 0) tellNews(news)
}

/**
 * Whether the reader may have an item of it, or lose one. The inbox is written before the event. What people do themselves is not in it, but
 * for what their agents ask.
 */
const mayReachInbox = ({ type, authorityUserId }: Event, reader: string) =>
  !/^(label|member|invitation|goal\.claim|report\.ack)/.test(type) &&
  (authorityUserId !== reader || /^(question\.asked|goal\.deleted)$/.test(type))

/** Everything may be out of date. */
export function reloadAll(organization: Organization): void {
  const { queryClient, organizationId } = organization
  void queryClient.invalidateQueries({
    queryKey: ['organization', organizationId],
    predicate: ({ queryKey }) => !isGoalPart(queryKey),
  })
  reloadGoalParts(organization)
}

function reloadAllGoals(organization: Organization): void {
  const { queryClient, organizationId } = organization
  void queryClient.invalidateQueries({
    queryKey: goalsKey(organizationId),
    predicate: ({ queryKey }) => !isGoalPart(queryKey),
  })
  reloadGoalParts(organization)
}

function reloadGoalParts({ queryClient, organizationId }: Organization): void {
  whenNotHeld('all', () => {
    void queryClient.invalidateQueries({
      queryKey: goalsKey(organizationId),
      predicate: ({ queryKey }) => isGoalPart(queryKey),
    })
  })
}

/** A goal or its history, behind which a form may be open. */
const isGoalPart = ([, , part, view]: readonly unknown[]) =>
  part === 'goals' && (view === 'one' || view === 'history')

/** Whether the page does not show an event yet, as it does after the reader's own changes in this tab. */
function isNews({ queryClient, organizationId }: Organization, { goal, data }: Event): boolean {
  if (!goal || !('version' in data)) return true
  const known = queryClient.getQueryData(goalQuery(organizationId, goal.id).queryKey)
  return known === undefined || known.goal.version < data.version
}

/** People whose names are not known have joined since the members were loaded. */
function isMember({ queryClient, organizationId }: Organization, { authorityUserId, type }: Event): boolean {
  const members = queryClient.getQueryData(membersQuery(organizationId).queryKey)
  if (!members || type === 'member.left') return true
  return members.some(({ userId }) => userId === authorityUserId)
}

function updateGoal(organization: Organization, goalId: string, { version, isDeleted }: GoalChange): void {
  const { queryClient, organizationId } = organization
  const one = goalQuery(organizationId, goalId)
  const isKnown = (queryClient.getQueryData(one.queryKey)?.goal.version ?? 0) >= version
  if (isDeleted || !isKnown) reloadHeld(organization, one.queryKey)
  // The history of a deleted goal is gone, too. What was loaded stays readable.
  if (isDeleted) return
  const history = goalHistoryQuery(organizationId, goalId)
  const { updates = [], edits = [] } = queryClient.getQueryData(history.queryKey) ?? {}
  const newest = Math.max(0, ...[...updates, ...edits].map((entry) => entry.version))
  if (newest < version) reloadHeld(organization, history.queryKey)
}

type GoalList = InfiniteData<Page<GoalSummary>, string | undefined>

/** Puts the changed goals into the lists on the page. Other lists are loaded again when they are shown. */
async function updateLists(organization: Organization, plan: Plan): Promise<void> {
  const { queryClient, organizationId } = organization
  const lists = queryClient.getQueryCache().findAll({
    queryKey: goalsKey(organizationId),
    predicate: ({ queryKey }) => !isGoalPart(queryKey),
  })
  await Promise.all(
    lists.map(async (list) => {
      const isMerged = list.isActive() && (await updateList(organization, list, plan).catch(() => false))
      if (!isMerged) await queryClient.invalidateQueries({ queryKey: list.queryKey, exact: true })
    }),
  )
}

/** Returns whether the list now shows the changes. If not, it has to be loaded again. */
async function updateList(
  { queryClient }: Organization,
  { queryKey, state }: Query,
  plan: Plan,
): Promise<boolean> {
  const { goals, since } = plan
  const [, , , view, filters] = queryKey as readonly [string, string, string, string, GoalFilters]
  if (view === 'whole' && (filters.parentGoalId !== undefined || filters.blockerGoalId !== undefined)) {
    const list = state.data as { goals: GoalSummary[] } | undefined
    return state.fetchStatus === 'idle' && list !== undefined && !concernsList(list.goals, plan)
  }
  const data = state.data as GoalList | undefined
  // A list that is loading may have been read before the change.
  if (view !== 'pages' || data === undefined || state.fetchStatus !== 'idle') return false
  const changes = newChanges(data.pages, goals)
  if (changes.size === 0) return true
  const hasChanged = [...changes.values()].some(({ isDeleted }) => !isDeleted)
  const changed = hasChanged ? await changedGoals(filters, since) : []
  if (changed === undefined) return false
  const rows = data.pages.flatMap((page) => page.goals)
  if (haveOtherRollups(rows, changes, changed)) return false
  const current = queryClient.getQueryData<GoalList>(queryKey)
  const pages = current === data ? mergeGoals(data.pages, changes, changed) : undefined
  if (pages === undefined) return false
  queryClient.setQueryData<GoalList>(queryKey, { ...data, pages })
  return true
}

/** The matching goals that have changed since; undefined if there are too many. */
async function changedGoals(filters: GoalFilters, since: string): Promise<GoalSummary[] | undefined> {
  const { updatedSince = since } = filters
  const page = await listGoalSummaries(
    { ...filters, updatedSince: updatedSince > since ? updatedSince : since },
    { limit: maximumMergedGoals },
  )
  return page.nextCursor === null ? page.goals : undefined
}
