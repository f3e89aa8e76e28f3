import type { Database } from '../database/client.ts'
import { scanTable } from '../database/scan-table.ts'
import { type AnyRecord, isKnown } from '../table/entities.ts'
import { checkCredentials } from './check-credentials.ts'
import { checkGoals } from './check-goals.ts'
import { checkIndexKeys } from './check-index-keys.ts'
import { checkInvitations } from './check-invitations.ts'
import { checkLabels } from './check-labels.ts'
import { checkLifetimes } from './check-lifetimes.ts'
import { checkMembers } from './check-members.ts'
import { checkOrganizations } from './check-organizations.ts'
import type { Finding, Report } from './finding.ts'

export type CheckOptions = {
  /** The clock that tells which invitations have expired. */
  now?: Date
  /** Told how many records each page had, before the next one is read. */
  onPage?: (records: number) => void | Promise<void>
}

/**
 * Reads the whole table and tells, as it goes, every invariant that is broken. Writes nothing.
 *
 * What it holds grows with users, organizations, labels and pending invitations (a key and a few figures of each), not
 * with goals or histories: of those, only the figures of one goal at a time.
 *
 * A table that is written meanwhile shows records of different moments, which may seem to contradict each other:
 * `findConfirmed` tells those apart.
 */
export async function* checkTable(database: Database, options: CheckOptions = {}): AsyncGenerator<Finding> {
  const checker = createChecker(database, options.now)
  for await (const page of scanTable(database)) {
    await options.onPage?.(page.length)
    for (const record of page) checker.see(record)
    yield* checker.take()
  }
  checker.end()
  yield* checker.take()
}

/** What contradicts what among records that were read already; a partition's must stand side by side. */
export function checkRecords(
  records: Iterable<AnyRecord>,
  database: Database,
  now: Date = new Date(),
): Finding[] {
  const checker = createChecker(database, now)
  for (const record of records) checker.see(record)
  checker.end()
  return checker.take()
}

function createChecker(database: Database, now: Date = new Date()) {
  let findings: Finding[] = []
  const report: Report = (kind, { pk, sk }, message) => {
    findings.push({ kind, key: { pk, sk }, message })
  }
  const checks = [
    checkGoals(report),
    checkLabels(report),
    checkOrganizations(report),
    checkMembers(report),
    checkInvitations(report, now),
    checkCredentials(report),
    checkLifetimes(report),
    checkIndexKeys(report, database),
  ]
  return {
    see(record: AnyRecord): void {
      if (!isKnown(record)) {
        report('broken', record, `a record of an unknown kind, "${record.__edb_e__}"`)
        return
      }
      for (const check of checks) check.see(record)
    },
    end(): void {
      for (const check of checks) check.end()
    },
    /** What was found since the last call. */
    take(): Finding[] {
      const taken = findings
      findings = []
      return taken
    },
  }
}
