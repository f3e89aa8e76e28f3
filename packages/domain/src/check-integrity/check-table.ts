import type { Database } from '../database/client.ts'
import { scanTable } from '../database/scan-table.ts'
import { type AnyRecord, isKnown, type StoredRecord, toStoredRecord } from '../table/entities.ts'
import type { GoalRecord } from '../table/layout-1/goal.ts'
import { type GoalOfLayout1, isOfLayout1 } from '../table/layout-1/names.ts'
import { checkAudit } from './check-audit.ts'
import { checkCredentials } from './check-credentials.ts'
import { checkDeletedAccounts } from './check-deleted-accounts.ts'
import { checkFeed } from './check-feed.ts'
import { checkGoalViews } from './check-goal-views.ts'
import { checkIndexKeys } from './check-index-keys.ts'
import { checkInvitations } from './check-invitations.ts'
import { checkLabels } from './check-labels.ts'
import { checkLifetimes } from './check-lifetimes.ts'
import { checkPeople } from './check-people.ts'
import { checkProviderSessions } from './check-provider-sessions.ts'
import { checkWebhooks } from './check-webhooks.ts'
import type { Finding, Report } from './finding.ts'
import { checkGoals } from './goals/check-goals.ts'
import { checkOwners } from './goals/check-owners.ts'
import { checkPostings } from './goals/check-postings.ts'
import { checkMembers } from './organizations/check-members.ts'
import { checkOrganizations, organizationOf } from './organizations/check-organizations.ts'
import { idsOf, readDeletions } from './organizations/deleted-organizations.ts'

export type CheckOptions = {
  /** Decides which invitations and sessions have expired. Default: now. */
  now?: Date
  /** Called with the number of records of each page, before the next page is read. */
  onPage?: (records: number) => void | Promise<void>
}

/**
 * Reads the whole table and yields every broken invariant. Writes nothing.
 *
 * Its memory grows with the number of users, organizations, labels, pending invitations and sessions that an OpenID provider began (a key and a few values of
 * each), not with the number of goals: it holds one goal at a time.
 *
 * In a table that is being written, records of different moments may seem to contradict each other. Use `findConfirmed`
 * there.
 */
export async function* checkTable(database: Database, options: CheckOptions = {}): AsyncGenerator<Finding> {
  const checker = createChecker(options.now, await readDeletions(database))
  for await (const page of scanTable(database)) {
    await options.onPage?.(page.length)
    for (const record of page) checker.see(record)
    yield* checker.take()
  }
  checker.end()
  yield* checker.take()
}

/** Checks records that have already been read. Records of a partition must be adjacent. */
export function checkRecords(records: readonly StoredRecord[], now: Date = new Date()): Finding[] {
  const deletions = records.filter((record) => record.__edb_e__ === 'organizationDeletion')
  const checker = createChecker(now, idsOf(deletions))
  for (const record of records) checker.seeStored(record)
  checker.end()
  return checker.take()
}

/**
 * @param deleting  Organizations that were deleted and are being removed. What is left of them is not checked: it may be half of
 *   something.
 */
function createChecker(now: Date = new Date(), deleting: ReadonlySet<string> = new Set()) {
  let findings: Finding[] = []
  const report: Report = (kind, { pk, sk }, message) => {
    findings.push({ kind, key: { pk, sk }, message })
  }
  const labels = checkLabels(report)
  const checks = [
    checkGoals(report),
    checkPostings(report),
    labels,
    checkOrganizations(report),
    checkMembers(report, deleting),
    checkOwners(report),
    checkPeople(report),
    checkInvitations(report, now),
    checkGoalViews(report),
    checkWebhooks(report),
    checkCredentials(report),
    checkProviderSessions(report, now),
    checkDeletedAccounts(report),
    checkFeed(report, now),
    checkAudit(report),
    checkLifetimes(report),
    checkIndexKeys(report),
  ]
  let unmigrated: string | undefined
  /** Reports a goal of layout 1 once. Nothing of it is checked but that its labels exist. */
  function seeLayout1(record: AnyRecord & GoalOfLayout1): void {
    const { pk, organizationId, goalId } = record
    if (pk !== unmigrated) {
      report('unmigrated', record, `goal ${organizationId}/${goalId} is stored as in version 0.1`)
    }
    unmigrated = pk
    if (record.__edb_e__ === 'goal') labels.use(record as AnyRecord & GoalRecord)
  }
  return {
    see(record: AnyRecord): void {
      if (isOfLayout1(record)) {
        seeLayout1(record)
        return
      }
      if (!isKnown(record)) {
        report('broken', record, `a record of an unknown entity, "${record.__edb_e__}"`)
        return
      }
      this.seeStored(toStoredRecord(record))
    },
    seeStored(record: StoredRecord): void {
      const organizationId = organizationOf(record)
      if (organizationId !== undefined && deleting.has(organizationId)) return
      for (const check of checks) check.see(record)
    },
    end(): void {
      for (const check of checks) check.end()
    },
    /** Returns the findings since the last call. */
    take(): Finding[] {
      const taken = findings
      findings = []
      return taken
    },
  }
}
