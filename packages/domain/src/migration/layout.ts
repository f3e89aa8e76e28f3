/**
 * Goals of layout 1 are not visible to this version, so no request may act as if they did not exist. Before the table is
 * known to have none, an organization with such goals is refused.
 *
 *   process knows the table's layout ────────────────────────────▶ go on, without a read
 *   organization was looked at in the last minutes ──────────────▶ go on, without a read
 *   otherwise: read the record `layout` ∥ query the organization's goals of layout 1
 *        layout 2, or no such goal ──▶ go on          goals ──▶ 503 unavailable, until they are moved
 */
import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Access, SessionAccess } from '../access.ts'
import type { Database } from '../database/client.ts'
import { readRecord } from '../database/read-record.ts'
import { unavailable } from '../database/unavailable.ts'
import { currentLayout, earlierLayout, layoutEntity, layoutKey } from '../table/entities/layout.ts'
import { queryParameters } from '../table/entity/query.ts'
import { putRecord, updateRecord } from '../table/entity/writes.ts'
import { goalEntity } from '../table/layout-1/goal.ts'

/** What a process knows of a table. */
type Knowledge = {
  /** Whether the whole table is of the current layout. It stays so. */
  isCurrent: boolean
  /** Organizations without goals of layout 1, with the time at which to look again, in Unix milliseconds. */
  organizations: Map<string, number>
}

const knowledgeByClient = new WeakMap<object, Knowledge>()

function knowledgeOf({ client }: Database): Knowledge {
  const known = knowledgeByClient.get(client) ?? { isCurrent: false, organizations: new Map() }
  knowledgeByClient.set(client, known)
  return known
}

/** A function of version 0.1 may still serve a request while a new version is deployed, and publish a goal. */
const lookAgainMilliseconds = 5 * 60_000
const maximumOrganizations = 10_000

/**
 * Records that every goal of the table is of the current layout.
 *
 * @param isNew  Whether the table is empty, so that no earlier version has left anything.
 */
export async function writeLayout(database: Database, isNew = false): Promise<void> {
  const record = { ...layoutKey, layout: currentLayout, ...(isNew && { deletionsAreChanges: true as const }) }
  const { Put } = putRecord(database, layoutEntity, record)
  await database.client.send(new PutCommand(Put))
}

/** Whether earlier versions may have left records of deleted goals that no change leads to. Strongly consistent. */
export async function mayHaveOrphans(database: Database): Promise<boolean> {
  return !(await readRecord(database, layoutEntity, layoutKey))?.deletionsAreChanges
}

/** Records that what earlier versions have left of deleted goals is removed. */
export async function writeOrphansRemoved(database: Database): Promise<void> {
  const set = { deletionsAreChanges: true as const }
  const { Update } = updateRecord(database, layoutEntity, layoutKey, { set })
  await database.client.send(new UpdateCommand(Update))
}

/** The file with the database before a migration that has begun; undefined if none has. Strongly consistent. */
export async function readCopyName(database: Database): Promise<string | undefined> {
  return (await readRecord(database, layoutEntity, layoutKey))?.copy
}

/** Records that a migration begins, and which file has the database before it. */
export async function writeCopyName(database: Database, copy: string): Promise<void> {
  const { Put } = putRecord(database, layoutEntity, { ...layoutKey, layout: earlierLayout, copy })
  await database.client.send(new PutCommand(Put))
}

/** Returns whether the whole table is of the current layout, and remembers it. Strongly consistent. */
export async function readLayout(database: Database): Promise<boolean> {
  const knowledge = knowledgeOf(database)
  if (!knowledge.isCurrent) {
    const record = await readRecord(database, layoutEntity, layoutKey)
    knowledge.isCurrent = record?.layout === currentLayout
  }
  return knowledge.isCurrent
}

/**
 * Returns an access that waits for the layout of the organization's goals too, where it waits for its role or membership.
 * That is read beside the operation's first reads, so it takes no round trip.
 */
export function requireMovedGoals<A extends Access | SessionAccess>(database: Database, access: A): A {
  const { isCurrent } = knowledgeOf(database)
  if (isCurrent) return access
  const moved = checkOrganization(database, access.organizationId)
  moved.catch(() => undefined)
  // After the role, so that a caller without one learns nothing.
  if ('membership' in access) {
    const membership = async () => {
      const member = await access.membership()
      await moved
      return member
    }
    return { ...access, membership }
  }
  const role = access.role.then(async (verified) => {
    await moved
    return verified
  })
  role.catch(() => undefined)
  return { ...access, role }
}

async function checkOrganization(database: Database, organizationId: string): Promise<void> {
  const { organizations } = knowledgeOf(database)
  const now = Date.now()
  if ((organizations.get(organizationId) ?? 0) > now) return
  const [isCurrent, hasGoals] = await Promise.all([
    readLayout(database),
    hasGoalsOfLayout1(database, organizationId),
  ])
  if (isCurrent) return
  if (hasGoals) {
    const reason = `Goals of organization ${organizationId} are of layout 1. Run \`npm run migrate\`.`
    throw unavailable(new Error(reason))
  }
  organizations.delete(organizationId)
  organizations.set(organizationId, now + lookAgainMilliseconds)
  const [oldest] = organizations.size > maximumOrganizations ? organizations.keys() : []
  if (oldest !== undefined) organizations.delete(oldest)
}

/** Looks into the list of layout 1. Eventually consistent: goals that are there to be moved are older than any delay. */
async function hasGoalsOfLayout1(database: Database, organizationId: string): Promise<boolean> {
  const query = queryParameters(database, goalEntity, 'byOrganization', { organizationId }, { limit: 1 })
  const { Count = 0 } = await database.client.send(new QueryCommand({ ...query, Select: 'COUNT' }))
  return Count > 0
}
