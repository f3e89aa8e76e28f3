import { ServiceError } from '@cairn/contract/errors/errors'
import {
  maximumUsageDays,
  maximumUsageRecords,
  noUsage,
  usageRetentionDays,
} from '@cairn/contract/goals/usage'
import type { InputOf } from '@cairn/contract/registry/registry'
import { goalStatuses } from '@cairn/contract/schemas/goals/goal-values'
import type { UsageEntry } from '@cairn/contract/schemas/usage'
import { formerMember, readNames, shortName } from '../../../organizations/context/read-names.ts'
import type { Access } from '../../../requests/access.ts'
import { dayOf, daysAfter, millisecondsPerDay } from '../../../requests/context.ts'
import type { Implementation } from '../../../requests/operation.ts'
import type { Database } from '../../../storage/database/client.ts'
import { pagesOf, queryRecords } from '../../../storage/database/query-records.ts'
import { defaultPageSize } from '../../../storage/pagination/read-page.ts'
import {
  type GoalUsageRecord,
  goalUsageEntity,
} from '../../../storage/table/entities/goals/work/goal-usage.ts'
import { longId, shortId } from '../../../storage/table/short-id.ts'
import { noFilters } from '../../list/goal-filters.ts'
import { queryRows } from '../../list/goal-index.ts'
import { readRows } from '../../list/read-rows.ts'
import { goalAuthority, isWithinLimit } from '../../rules/authority.ts'
import { withGoalsBelow } from '../../tree/reading/sight.ts'
import { plus } from './sums.ts'

type Query = InputOf<'listUsage'>['query']

/** The first and the last day, in UTC. */
type Days = { since: string; until: string }

const defaultDays = 7

/**
 * Sums up what reports have used, by goal or by actor, in the order of their ids. Every page reads all sums of its days; the days of later pages are
 * those of the first.
 */
export const listUsage: Implementation<'listUsage'> = async (
  { database, cursors, now },
  access,
  { query },
) => {
  const { organizationId } = access
  const { by = 'goal', limit = defaultPageSize } = query
  const binding = ['listUsage', organizationId, query.since, query.until, by]
  const opened = query.cursor === undefined ? undefined : cursors.open(binding, query.cursor)
  const position: (Days & { after: string }) | undefined = opened && JSON.parse(opened)
  const days = position ?? daysOf(query, now)
  const [records, isSeen] = await Promise.all([
    readUsage(database, organizationId, days, now),
    readSight(database, access),
  ])
  const groups = new Map<string, Group>()
  for (const record of records.filter(isSeen)) {
    const id = by === 'goal' ? longId(record.goalKey) : `${record.actor.id} ${record.actor.kind}`
    groups.set(id, { used: plus(groups.get(id)?.used ?? noUsage, record), last: record })
  }
  const rest = [...groups]
    .filter(([id]) => position === undefined || id > position.after)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const shown = rest.slice(0, limit)
  const last = shown.at(-1)
  const { since, until } = days
  const present = by === 'goal' ? presentGoals : presentActors
  return {
    usage: await present(
      database,
      organizationId,
      shown.map(([, group]) => group),
    ),
    nextCursor:
      last && shown.length < rest.length
        ? cursors.seal(binding, JSON.stringify({ since, until, after: last[0] }))
        : null,
  }
}

/** The sums of a goal or an actor, and its newest record. */
type Group = { used: UsageEntry['used']; last: GoalUsageRecord }

/** @throws `invalid_request` if the days are in another order, or too many. */
function daysOf(query: Query, now: Date): Days {
  const today = dayOf(now)
  // A day to come has no sums yet.
  const until = query.until ?? (query.since !== undefined && query.since > today ? query.since : today)
  const since = query.since ?? dayOf(daysAfter(new Date(until), 1 - defaultDays))
  const days = (Date.parse(until) - Date.parse(since)) / millisecondsPerDay + 1
  if (days < 1) throw invalidDays('The first day must not be after the last one.')
  if (days > maximumUsageDays) throw invalidDays(`Use at most ${maximumUsageDays} days.`)
  return { since, until }
}

function invalidDays(message: string): ServiceError {
  return new ServiceError('invalid_request', 'The request is not valid.', {
    details: [{ path: 'since', message }],
  })
}

/** Reads the sums of days. Strongly consistent. */
async function readUsage(
  database: Database,
  organizationId: string,
  { since, until }: Days,
  now: Date,
): Promise<GoalUsageRecord[]> {
  // The table deletes expired records some time later.
  const oldest = dayOf(daysAfter(now, -usageRetentionDays))
  const from = since > oldest ? since : oldest
  if (from > until) return []
  const records: GoalUsageRecord[] = []
  const pages = pagesOf(({ cursor }) =>
    queryRecords(
      database,
      goalUsageEntity,
      'record',
      { organizationKey: shortId(organizationId) },
      {
        // No key has a character above `~`.
        consistent: true,
        between: [{ day: from }, { day: until, goalKey: '~', actorKey: '~' }],
        cursor,
      },
    ),
  )
  for await (const page of pages) {
    records.push(...page)
    if (records.length > maximumUsageRecords)
      throw invalidDays('There is too much for one answer. Use fewer days.')
  }
  return records
}

/** Returns which sums a caller sees: owners and admins those of all goals, others those of their own; a token those of its goals. */
async function readSight(database: Database, access: Access): Promise<(record: GoalUsageRecord) => boolean> {
  const { organizationId, userId, scopes } = access
  const readOwn = () => readOwnGoalIds(database, organizationId, userId)
  // Of a token that sees its user's goals only, whatever the role.
  const isOwnOnly = scopes !== 'session' && !scopes.has('goals:read:all')
  const [role, sighted, known] = await Promise.all([
    access.role,
    withGoalsBelow(database, access),
    isOwnOnly ? readOwn() : undefined,
  ])
  const isWithin = ({ goalKey }: GoalUsageRecord) => isWithinLimit(sighted, longId(goalKey))
  if (role !== 'member' && goalAuthority(sighted, role).seesAll) return isWithin
  const own = known ?? (await readOwn())
  return (record) => isWithin(record) && own.has(longId(record.goalKey))
}

/** Returns the ids of all goals that a user owns. The index finds them, and their rows decide. */
async function readOwnGoalIds(
  database: Database,
  organizationId: string,
  ownerUserId: string,
): Promise<Set<string>> {
  const found = new Set<string>()
  const filters = { ...noFilters, statuses: goalStatuses, owners: [ownerUserId] }
  for await (const rows of pagesOf(({ cursor }) =>
    queryRows(database, organizationId, filters, { cursor }),
  )) {
    const current = await readRows(
      database,
      organizationId,
      rows.map(({ goalId }) => goalId),
    )
    for (const row of current) if (row.ownerUserId === ownerUserId) found.add(row.goalId)
  }
  return found
}

async function presentGoals(
  database: Database,
  organizationId: string,
  groups: readonly Group[],
): Promise<UsageEntry[]> {
  const ids = groups.map(({ last }) => longId(last.goalKey))
  const rows = await readRows(database, organizationId, ids)
  const titles = new Map(rows.map(({ goalId, title }) => [goalId, title]))
  return groups.map(({ used, last }) => {
    const id = longId(last.goalKey)
    return { goal: { id, title: titles.get(id) ?? null }, used }
  })
}

/** Actors with their names: of people as they are now, of programs as their last report has it. */
async function presentActors(
  database: Database,
  organizationId: string,
  groups: readonly Group[],
): Promise<UsageEntry[]> {
  const people = groups.flatMap(({ last: { actor } }) => (actor.kind === 'user' ? [actor.id] : []))
  const nameOf = await readNames(database, organizationId, people)
  return groups.map(({ used, last: { actor, actorName } }) => {
    const { kind, id } = actor
    const displayName =
      kind === 'user' ? (nameOf(id) ?? formerMember) : shortName(actorName ?? 'Former program')
    return { actor: { kind, id, runId: null, displayName }, used }
  })
}
