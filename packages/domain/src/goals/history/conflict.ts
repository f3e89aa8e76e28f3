/** Conflicts that tell the caller what it missed, so that its next attempt can succeed without another request. */
import { type ErrorAddition, type ErrorCode, ServiceError } from '@cairn/contract/errors/errors'
import { type GoalConflict, maximumMissedEntries } from '@cairn/contract/schemas/goals/goal-history'
import type { Access } from '../../requests/access.ts'
import type { Database } from '../../storage/database/client.ts'
import { queryRecords } from '../../storage/database/query-records.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { goalEditEntity } from '../../storage/table/entities/goals/goal-edit.ts'
import { goalReportEntity } from '../../storage/table/entities/goals/goal-report.ts'
import { type GoalRow, goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import type { GoalClaimRecord } from '../../storage/table/entities/goals/work/goal-work.ts'
import { readCounts, withAcknowledgements } from '../acknowledgements/shown.ts'
import { goalAuthority, mayReadHistory } from '../rules/authority.ts'
import { withhold } from '../tree/reading/withhold.ts'
import { claimLostMessage } from '../work/claims/claim-errors.ts'
import { toClaimResponse } from '../work/work.ts'
import { toGoalEditResponse } from './entries.ts'
import { countWithTextsOf, readTexts } from './read-texts.ts'

/** Reports and edits of a conflict take at most this many characters each, so that an error stays readable. */
const maximumLength = 1024 * 1024

/** A goal of which the caller expected another state. */
type Missed = { database: Database; access: Access; goal: GoalRow }

export function revisionConflict(missed: Missed, expected: number): Promise<ServiceError> {
  const message = `Expected revision ${expected}, but the goal is at revision ${missed.goal.revision}.`
  return conflictOf(missed, 'goal_revision_conflict', message, { revision: expected })
}

export function versionConflict(missed: Missed, expected: number): Promise<ServiceError> {
  const message = `Expected version ${expected}, but the goal is at version ${missed.goal.version}.`
  return conflictOf(missed, 'goal_version_conflict', message, { version: expected })
}

/** The same for a caller whose claim is lost. */
export function claimConflict(
  missed: Missed,
  expected: Expected,
  claim: GoalClaimRecord | null,
  now: Date,
): Promise<ServiceError> {
  const addition = { claim: toClaimResponse(claim, now) }
  return conflictOf(missed, 'goal_claim_lost', claimLostMessage, expected, addition)
}

type Expected = { revision: number } | { version: number }

async function conflictOf(
  { database, access, goal }: Missed,
  code: ErrorCode,
  message: string,
  expected: Expected,
  addition: ErrorAddition = {},
): Promise<ServiceError> {
  const { revision, version } = goal
  const missed = mayReadHistory(access, goal)
    ? await readMissed(database, access, goal, expected)
    : { updates: [], edits: [], truncated: true }
  return new ServiceError(code, message, {
    addition: { ...addition, conflict: { revision, version, ...missed } },
  })
}

/** Reads the newest entries of each kind that came after what the caller expected. */
async function readMissed(
  database: Database,
  access: Missed['access'],
  goal: GoalRow,
  expected: Expected,
): Promise<Omit<GoalConflict, 'revision' | 'version'>> {
  const key = goalKeyOf(goal)
  const options = { order: 'desc', limit: maximumMissedEntries, consistent: true } as const
  const [sinceVersion, newestReports, newestEdits, counts] = await Promise.all([
    'version' in expected
      ? expected.version
      : readRecord(database, goalReportEntity, { ...key, revision: expected.revision }).then(
          // A revision that does not exist yet: the caller has missed nothing that could be told.
          (report) => report?.content.version ?? goal.version,
        ),
    // Up to the goal as it was read: entries that have been added since would leave less room for the missed ones.
    queryRecords(database, goalReportEntity, 'record', key, {
      ...options,
      between: [{ revision: 0 }, { revision: goal.revision }],
    }),
    queryRecords(database, goalEditEntity, 'record', key, {
      ...options,
      between: [{ version: 0 }, { version: goal.version }],
    }),
    readCounts(database, key, {
      range: [0, goal.revision],
      order: 'desc',
      limit: maximumMissedEntries,
    }),
  ])
  const isMissed = (version: number) => version > sinceVersion
  const reports = newestReports.data.filter(({ content }) => isMissed(content.version))
  const shownReports = reports.slice(0, countOfLength(withAcknowledgements(reports, counts).updates))
  const { updates: shownUpdates, ...beside } = withAcknowledgements(shownReports, counts)
  const edits = newestEdits.data.filter(({ version }) => isMissed(version))
  const shownEdits = edits.slice(0, countWithTextsOf(edits, maximumLength))
  const texts = await readTexts(database, shownEdits)
  return {
    updates: shownUpdates.toReversed(),
    ...beside,
    edits: await withhold(
      database,
      { ...access, ...goalAuthority(access, 'member') },
      shownEdits.map((edit) => toGoalEditResponse(edit, texts)).toReversed(),
    ),
    // Each version has one entry. The queries may have ended before the oldest missed one, at 1 MB.
    truncated: shownUpdates.length + shownEdits.length < goal.version - sinceVersion,
  }
}

/** How many of the first entries take at most `maximumLength` characters together; at least 1 if there are any. */
function countOfLength(entries: readonly unknown[]): number {
  let length = 0
  const firstTooMany = entries.findIndex((entry) => {
    length += JSON.stringify(entry).length
    return length > maximumLength
  })
  return firstTooMany === -1 ? entries.length : Math.max(1, firstTooMany)
}
