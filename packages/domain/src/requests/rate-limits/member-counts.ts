import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Database } from '../../storage/database/client.ts'
import { queryParameters } from '../../storage/database/query-records.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { setLast } from './counting.ts'

/** The place at which a count continues: the last key before it. Undefined at the end. */
type Position = Record<string, unknown> | undefined

type MemberCount = {
  /** Members that are counted so far. */
  counted: number
  /** The number of an earlier count, until this one is complete. */
  readonly before: number
  position: Position
  isComplete: boolean
  readonly startedAt: number
}

/** Members join and leave rarely, and a limit need not be exact. */
const rememberedMilliseconds = 60 * 60 * 1000

/**
 * Returns a page of the members in the index, about two thousand, by their number. The index may be behind. A page costs at most
 * 128 read units.
 */
export async function readMemberCountPage(
  database: Database,
  organizationId: string,
  position: Position,
  abortSignal: AbortSignal,
): Promise<{ count: number; position: Position }> {
  const parameters = queryParameters(database, membershipEntity, 'byOrganization', { organizationId })
  const { Count = 0, LastEvaluatedKey } = await database.client.send(
    new QueryCommand({ ...parameters, Select: 'COUNT', ...(position && { ExclusiveStartKey: position }) }),
    { abortSignal },
  )
  return { count: Count, position: LastEvaluatedKey }
}

/**
 * Creates the memory of a process for the numbers of members of organizations. It counts page by page, so that an organization of any
 * size can be counted in steps, and is no longer counted than its requests need.
 */
export function createMemberCounts(readPage: typeof readMemberCountPage) {
  const counts = new Map<string, MemberCount>()

  function known(organizationId: string): number {
    const count = counts.get(organizationId)
    if (!count) return 0
    return count.isComplete ? count.counted : Math.max(count.counted, count.before)
  }

  return {
    /** Returns how many members an organization has at least, as far as this process knows. */
    known,
    /** Counts further. Returns false if all members are counted. */
    async learnMore(
      database: Database,
      organizationId: string,
      now: Date,
      abortSignal: AbortSignal,
    ): Promise<boolean> {
      let count = counts.get(organizationId)
      if (!count || now.getTime() - count.startedAt >= rememberedMilliseconds) {
        const before = known(organizationId)
        count = { counted: 0, before, position: undefined, isComplete: false, startedAt: now.getTime() }
        setLast(counts, organizationId, count)
      }
      if (count.isComplete) return false
      const { position } = count
      const page = await readPage(database, organizationId, position, abortSignal)
      // Another request may have counted the same page meanwhile.
      if (count.position !== position || count.isComplete) return true
      count.counted += page.count
      count.position = page.position
      count.isComplete = page.position === undefined
      return true
    },
  }
}
