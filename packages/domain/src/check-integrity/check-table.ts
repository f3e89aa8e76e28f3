import { idsOf, readDeletions } from '../organizations/deletion/deleted-organizations.ts'
import type { Database } from '../storage/database/client.ts'
import { readRecords } from '../storage/database/read-record.ts'
import { scanTable } from '../storage/database/scan-table.ts'
import {
  decodeRow,
  type GoalRow,
  goalKeyOf,
  goalRowEntity,
} from '../storage/table/entities/goals/goal-row.ts'
import {
  type AnyRecord,
  isKnown,
  organizationOf,
  type StoredRecord,
  toStoredRecord,
} from '../storage/table/entities.ts'
import { checkAudit } from './check-audit.ts'
import { checkFeed } from './check-feed.ts'
import { checkGoalViews } from './check-goal-views.ts'
import { checkIndexKeys } from './check-index-keys.ts'
import { checkLabels } from './check-labels.ts'
import { checkLifetimes } from './check-lifetimes.ts'
import { checkMissingEvents } from './check-missing-events.ts'
import { checkParked } from './check-parked.ts'
import { checkWebhooks } from './check-webhooks.ts'
import type { Finding, Report } from './finding.ts'
import { checkContinuations } from './goals/check-continuations.ts'
import { checkConversation } from './goals/check-conversation.ts'
import { checkCounts } from './goals/check-counts.ts'
import { checkDeadlines } from './goals/check-deadlines.ts'
import { checkGoals } from './goals/check-goals.ts'
import { checkOwners } from './goals/check-owners.ts'
import { checkPostings } from './goals/check-postings.ts'
import { checkQuestions } from './goals/check-questions.ts'
import { checkReviewers } from './goals/check-reviewers.ts'
import { checkReviews } from './goals/check-reviews.ts'
import { checkUsage } from './goals/check-usage.ts'
import { checkWork } from './goals/check-work.ts'
import { checkTree } from './goals/tree/check-tree.ts'
import { checkMembers } from './organizations/check-members.ts'
import { checkOrganizations } from './organizations/check-organizations.ts'
import { checkCredentials } from './people/check-credentials.ts'
import { checkDeletedAccounts } from './people/check-deleted-accounts.ts'
import { checkInbox } from './people/check-inbox.ts'
import { checkInvitations } from './people/check-invitations.ts'
import { checkPeople } from './people/check-people.ts'
import { checkPictures } from './people/check-pictures.ts'
import { checkProviderSessions } from './people/check-provider-sessions.ts'

/** Rows that are read in one batch. */
const rowsAtOnce = 100

export type CheckOptions = {
  /** Decides which invitations and sessions have expired. Default: now. */
  now?: Date
  /** Called with the number of records of each page, before the next page is read. */
  onPage?: (records: number) => void | Promise<void>
}

/**
 * Reads the whole table and yields every broken invariant. Writes nothing. Then reads feeds and histories again, organization by
 * organization, to compare them.
 *
 * Its memory grows with the number of users, organizations, labels, pending invitations, sessions that an OpenID provider began, open
 * questions, inboxes, and goals with a parent, a sub-goal, a blocker, a continuation, a deadline, items in inboxes or something that they have used (a key and a few
 * values of each), not with the
 * questions and reviews, and goals with a parent, a sub-goal, a blocker, a deadline or something that they have used (a key and a few values of each), not with the
 * number of other goals.
 *
 * In a table that is being written, records of different moments may seem to contradict each other. Use `findConfirmed`
 * there.
 */
export async function* checkTable(database: Database, options: CheckOptions = {}): AsyncGenerator<Finding> {
  const { now = new Date() } = options
  const deleting = await readDeletions(database)
  const checker = createChecker(now, deleting)
  const organizations = new Set<string>()
  for await (const page of scanTable(database)) {
    await options.onPage?.(page.length)
    for (const record of page) {
      checker.see(record)
      if (record.__edb_e__ === 'organization') organizations.add(String(record.organizationId))
    }
    yield* checker.take()
  }
  for (const check of checker.naming) {
    for (const row of await readRows(database, check.named())) check.add(row)
  }
  checker.end()
  yield* checker.take()
  for (const organizationId of organizations) yield* checkMissingEvents(database, organizationId, now)
}

/** Reads the rows of goals, in groups. */
async function readRows(
  database: Database,
  goals: readonly { organizationId: string; goalId: string }[],
): Promise<GoalRow[]> {
  const rows: GoalRow[] = []
  for (let start = 0; start < goals.length; start += rowsAtOnce) {
    const keys = goals.slice(start, start + rowsAtOnce).map(goalKeyOf)
    rows.push(...(await readRecords(database, goalRowEntity, keys)).map(decodeRow))
  }
  return rows
}

/** Checks records that have already been read. Records of a partition must be adjacent. */
export function checkRecords(records: readonly StoredRecord[], now: Date = new Date()): Finding[] {
  const deletions = records.filter((record) => record.__edb_e__ === 'organizationDeletion')
  const checker = createChecker(now, idsOf(deletions))
  for (const record of records) checker.seeStored(record)
  const rows = records.flatMap((record) => (record.__edb_e__ === 'goalRow' ? [decodeRow(record)] : []))
  for (const check of checker.naming) {
    const named = new Set(check.named().map(({ goalId }) => goalId))
    for (const row of rows) if (named.has(row.goalId)) check.add(row)
  }
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
  const tree = checkTree(report)
  const work = checkWork(report)
  const inbox = checkInbox(report, now)
  const checks = [
    checkGoals(report, now),
    checkContinuations(report),
    checkUsage(report, now),
    checkDeadlines(report),
    checkPostings(report),
    checkQuestions(report, now),
    checkConversation(report),
    checkReviews(report),
    checkReviewers(report),
    tree,
    work,
    inbox,
    checkLabels(report),
    checkOrganizations(report),
    checkMembers(report, deleting),
    checkOwners(report),
    checkCounts(report),
    checkPeople(report),
    checkParked(report),
    checkInvitations(report, now),
    checkGoalViews(report),
    checkWebhooks(report),
    checkCredentials(report),
    checkProviderSessions(report, now),
    checkPictures(report),
    checkDeletedAccounts(report),
    checkFeed(report, now),
    checkAudit(report),
    checkLifetimes(report),
    checkIndexKeys(report),
  ]
  return {
    /** Those that name goals whose rows have to be read. */
    naming: [tree, work, inbox],
    see(record: AnyRecord): void {
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
