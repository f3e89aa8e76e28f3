/**
 * Acknowledgements in answers with reports: the first of each report, and their number if there are more.
 */
import { type GoalUpdate, shownAcknowledgements } from '@cairn/contract/schemas/goals/goal-history'
import type { Database } from '../../storage/database/client.ts'
import { queryRecords } from '../../storage/database/query-records.ts'
import {
  type GoalAcknowledgementCountRecord,
  goalAcknowledgementCountEntity,
} from '../../storage/table/entities/goals/goal-acknowledgement.ts'
import type { GoalReportRecord } from '../../storage/table/entities/goals/goal-report.ts'
import type { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { toGoalUpdateResponse } from '../history/entries.ts'

/** Counts by revision, for reports with more than are shown. */
export type AcknowledgementCounts = { acknowledgementCounts?: Record<string, number> }

/** The highest revision that a key can have. */
const lastRevision = 999_999_999_999

/** Returns reports as clients see them, and the counts that the response has beside them. */
export function withAcknowledgements(
  reports: readonly GoalReportRecord[],
  counts: readonly (GoalAcknowledgementCountRecord | null)[],
): { updates: GoalUpdate[] } & AcknowledgementCounts {
  const byRevision = new Map(counts.flatMap((one) => (one ? [[one.revision, one]] : [])))
  const totals: Record<string, number> = {}
  const updates = reports.map((report) => {
    const { first = [], count = 0 } = byRevision.get(report.revision) ?? {}
    if (count > shownAcknowledgements) totals[report.revision] = count
    return toGoalUpdateResponse(
      report,
      first.map(({ userId, at }) => ({ userId, at })),
    )
  })
  return { updates, ...(Object.keys(totals).length > 0 && { acknowledgementCounts: totals }) }
}

/** The same for one report. */
export function withItsAcknowledgements(
  report: GoalReportRecord,
  counted: GoalAcknowledgementCountRecord | null,
): { update: GoalUpdate } & AcknowledgementCounts {
  const { updates, ...beside } = withAcknowledgements([report], [counted])
  return { update: updates[0] as GoalUpdate, ...beside }
}

/**
 * Reads the counts of reports that are listed: at most one for each, so that those of a page can be read beside it.
 *
 * @param range  Revisions, both ends included. Default: all.
 * @param limit  How many reports there are in the page.
 */
export async function readCounts(
  database: Database,
  key: ReturnType<typeof goalKeyOf>,
  {
    range: [from, to] = [0, lastRevision],
    order = 'asc',
    limit,
  }: { range?: [from: number, to: number]; order?: 'asc' | 'desc' | undefined; limit: number },
): Promise<GoalAcknowledgementCountRecord[]> {
  if (from > to) return []
  // One page of at most 1 MB: a count has 20 acknowledgements, and a list at most 100 reports.
  const { data } = await queryRecords(database, goalAcknowledgementCountEntity, 'record', key, {
    order,
    between: [{ revision: from }, { revision: to }],
    limit,
    consistent: true,
  })
  return data
}

/** The revisions of a list after a revision, or all. */
export function revisionsAfter(after: number | undefined, order: 'asc' | 'desc'): [from: number, to: number] {
  if (after === undefined) return [0, lastRevision]
  return order === 'asc' ? [after + 1, lastRevision] : [0, after - 1]
}
