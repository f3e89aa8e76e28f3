/** The links between a goal and those that continue it. */
import { ServiceError } from '@cairn/contract/errors/errors'
import { maximumContinuations } from '@cairn/contract/schemas/goals/goals'
import type { Access } from '../../requests/access.ts'
import type { Database } from '../../storage/database/client.ts'
import { readRecord, readRecords } from '../../storage/database/read-record.ts'
import { type GoalLinksRecord, goalLinksEntity } from '../../storage/table/entities/goals/goal-links.ts'
import { decodeRow, goalKeyOf, goalRowEntity } from '../../storage/table/entities/goals/goal-row.ts'
import { createRecord, replaceRecord, type TransactionItem } from '../../storage/table/entity.ts'
import { longId } from '../../storage/table/short-id.ts'
import { hasTrait, isKnownTo } from '../record/traits.ts'
import { maySee } from '../rules/authority.ts'
import { readAuthority } from '../tree/reading/sight.ts'

export type ShownLinks = { continuedFromGoalId: string | null; continuedByGoalIds: string[] }

export const noLinks: ShownLinks = { continuedFromGoalId: null, continuedByGoalIds: [] }

type GoalKey = ReturnType<typeof goalKeyOf>

/** Reads the links of a goal, strongly consistent; null without any. Nothing is read in an organization where no goal continues another. */
export async function readLinks(
  database: Database,
  goal: { organizationId: string; goalId: string },
): Promise<GoalLinksRecord | null> {
  const key = goalKeyOf(goal)
  if (!isKnownTo(database, goal.organizationId, 'hasContinuations')) {
    if (!(await hasTrait(database, goal.organizationId, 'hasContinuations'))) return null
  }
  return readRecord(database, goalLinksEntity, key)
}

/**
 * Reads the links of a goal as the caller sees them: one round trip, beside the goal. A token that does not see all goals needs the linked
 * ones, in another one.
 */
export async function readShownLinks(
  database: Database,
  access: Access,
  goalId: string,
): Promise<ShownLinks> {
  const links = await readLinks(database, { organizationId: access.organizationId, goalId })
  if (!links) return noLinks
  const from = links.fromKey === undefined ? null : longId(links.fromKey)
  const by = links.byKeys.map(longId)
  const isSeen = await readSight(database, access, from === null ? by : [from, ...by])
  return {
    continuedFromGoalId: from !== null && isSeen(from) ? from : null,
    continuedByGoalIds: by.filter(isSeen),
  }
}

async function readSight(
  database: Database,
  access: Access,
  goalIds: readonly string[],
): Promise<(goalId: string) => boolean> {
  const { organizationId, scopes } = access
  if (scopes === 'session' || (scopes.has('goals:read:all') && access.goalIds === null)) return () => true
  const keys = goalIds.map((goalId) => goalKeyOf({ organizationId, goalId }))
  const [authority, records] = await Promise.all([
    readAuthority(database, access, ...goalIds),
    readRecords(database, goalRowEntity, keys),
  ])
  const seen = new Set(
    records
      .map(decodeRow)
      .filter((row) => maySee(authority, row))
      .map(({ goalId }) => goalId),
  )
  return (goalId) => seen.has(goalId)
}

/** Returns the write of changed links. It fails if they are not as they were read. */
export function linksItem(
  key: GoalKey,
  before: GoalLinksRecord | null,
  change: Partial<Pick<GoalLinksRecord, 'fromKey' | 'byKeys'>>,
): TransactionItem {
  if (!before) return { Put: createRecord(goalLinksEntity, { ...key, version: 1, byKeys: [], ...change }) }
  const after = { ...before, ...change, version: before.version + 1 }
  return { Put: replaceRecord(goalLinksEntity, after, { version: before.version }) }
}

/**
 * Returns the writes that link two goals.
 * @throws `too_many_continuations`
 */
export function linkItems(
  source: { organizationId: string; goalId: string },
  before: GoalLinksRecord | null,
  goalId: string,
): Record<string, TransactionItem> {
  const { organizationId } = source
  const [from, by] = [goalKeyOf(source), goalKeyOf({ organizationId, goalId })]
  const byKeys = [...(before?.byKeys ?? []), by.goalKey]
  if (byKeys.length > maximumContinuations) {
    throw new ServiceError(
      'too_many_continuations',
      `At most ${maximumContinuations} goals can continue one goal.`,
    )
  }
  return {
    links: linksItem(by, null, { fromKey: from.goalKey }),
    linksOfSource: linksItem(from, before, { byKeys }),
  }
}

/** Returns the writes that take a goal out of the links of others, and delete its own. They fail if any of them has changed. */
export async function unlinkItems(
  database: Database,
  own: GoalLinksRecord | null,
): Promise<Record<string, TransactionItem>> {
  if (!own) return {}
  const { organizationKey, goalKey, fromKey, byKeys } = own
  const keys = [...(fromKey === undefined ? [] : [fromKey]), ...byKeys]
  const linked = await readRecords(
    database,
    goalLinksEntity,
    keys.map((key) => ({ organizationKey, goalKey: key })),
  )
  const others = linked.map((links): [string, TransactionItem] => {
    const { fromKey: itsFrom, ...rest } = links
    const byOthers = links.byKeys.filter((key) => key !== goalKey)
    const after = {
      ...rest,
      ...(itsFrom !== undefined && itsFrom !== goalKey && { fromKey: itsFrom }),
      byKeys: byOthers,
      version: links.version + 1,
    }
    return [
      `linked:${links.goalKey}`,
      { Put: replaceRecord(goalLinksEntity, after, { version: links.version }) },
    ]
  })
  return {
    links: {
      Delete: goalLinksEntity.remove(own).where(({ version }, { eq }) => eq(version, own.version)),
    },
    ...Object.fromEntries(others),
  }
}
