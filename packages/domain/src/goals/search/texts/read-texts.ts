import type { Database } from '../../../storage/database/client.ts'
import { queryRecords } from '../../../storage/database/query-records.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { type GoalReportRecord, goalReportEntity } from '../../../storage/table/entities/goals/goal-report.ts'
import { type GoalRow, goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import { type GoalText, goalTextEntity } from '../../../storage/table/entities/goals/goal-text.ts'
import { readGoalRow } from '../../record/read-goal.ts'
import { newestSearched, type SearchedTexts } from './entries.ts'

/** Reads the long texts of a goal in which words are found; null if the goal is gone. Strongly consistent. */
export async function readSearchedTexts(
  database: Database,
  goal: { organizationId: string; goalId: string },
): Promise<SearchedTexts[] | null> {
  const key = goalKeyOf(goal)
  const [row, reports] = await Promise.all([
    readGoalRow(database, goal.organizationId, goal.goalId),
    readNewestReports(database, key),
  ])
  if (!row) return null
  const text = await readRecord(database, goalTextEntity, { ...key, version: row.textVersion })
  return text && searchedTexts(row, text, reports)
}

async function readNewestReports(database: Database, key: ReturnType<typeof goalKeyOf>) {
  const reports: GoalReportRecord[] = []
  let cursor: string | null = null
  do {
    // A page ends after 1 MB.
    const page: Awaited<ReturnType<typeof queryRecords<typeof goalReportEntity, 'record'>>> =
      await queryRecords(database, goalReportEntity, 'record', key, {
        cursor,
        order: 'desc',
        limit: newestSearched - reports.length,
        consistent: true,
      })
    reports.push(...page.data)
    cursor = page.cursor
  } while (cursor !== null && reports.length < newestSearched)
  return reports
}

/** Returns the long texts of a goal: description, criteria, then its newest reports, the older ones first. Pure. */
export function searchedTexts(
  { textVersion }: Pick<GoalRow, 'textVersion'>,
  { detailedDescription, criteria }: Pick<GoalText, 'detailedDescription' | 'criteria'>,
  reports: readonly Pick<GoalReportRecord, 'revision' | 'content'>[],
): SearchedTexts[] {
  const newest = reports
    .toSorted((one, other) => one.revision - other.revision)
    .slice(-newestSearched)
    // A publication has no words of anybody.
    .filter(({ revision }) => revision > 1)
  return [
    { id: 'd', version: textVersion, texts: [detailedDescription] },
    {
      id: 'c',
      version: textVersion,
      texts: criteria.map(({ title, description }) => `${title}\n${description}`),
    },
    ...newest.map(({ revision, content }) => ({
      id: `u${revision}`,
      version: 1,
      texts: [`${content.summary}\n${content.details}`],
    })),
  ]
}
