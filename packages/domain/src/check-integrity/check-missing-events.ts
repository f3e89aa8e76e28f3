import { missingEvents } from '../events/missing-events.ts'
import type { Database } from '../storage/database/client.ts'
import { organizationEntity } from '../storage/table/entities/organizations/organization.ts'
import { keyOfRecord } from '../storage/table/entity.ts'
import type { Finding } from './finding.ts'

/** An event gets from a stream to the feed in so many milliseconds, unless something is wrong. */
const wayMilliseconds = 3_600_000

/**
 * Yields a finding if the feed of an organization lacks events that its histories tell.
 */
export async function* checkMissingEvents(
  database: Database,
  organizationId: string,
  now: Date,
): AsyncGenerator<Finding> {
  let missing = 0
  const until = new Date(now.getTime() - wayMilliseconds)
  for await (const events of missingEvents(database, organizationId, { now, until })) {
    missing += events.length
  }
  if (missing === 0) return
  const key = keyOfRecord(organizationEntity, { organizationId })
  yield { kind: 'broken', key, message: `the feed of organization ${organizationId} lacks ${missing} events` }
}
