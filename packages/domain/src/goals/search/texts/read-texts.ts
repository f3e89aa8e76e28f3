import type { EntityItem } from 'electrodb'
import type { Database } from '../../../storage/database/client.ts'
import { queryRecords } from '../../../storage/database/query-records.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import {
  type GoalCommentRecord,
  goalCommentEntity,
} from '../../../storage/table/entities/goals/conversation/goal-comment.ts'
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
  const [row, reports, comments] = await Promise.all([
    readGoalRow(database, goal.organizationId, goal.goalId),
    readNewest(database, goalReportEntity, key),
    readNewest(database, goalCommentEntity, key),
  ])
  if (!row) return null
  const text = await readRecord(database, goalTextEntity, { ...key, version: row.textVersion })
  return text && searchedTexts(row, text, reports, comments)
}

/** Reads the newest records of a goal. A page ends after 1 MB. */
async function readNewest<E extends typeof goalReportEntity | typeof goalCommentEntity>(
  database: Database,
  entity: E,
  key: ReturnType<typeof goalKeyOf>,
): Promise<EntityItem<E>[]> {
  const records: EntityItem<E>[] = []
  let cursor: string | null = null
  do {
    const page: { data: EntityItem<E>[]; cursor: string | null } = await queryRecords(
      database,
      entity,
      'record' as never,
      key as never,
      { cursor, order: 'desc', limit: newestSearched - records.length, consistent: true },
    )
    records.push(...page.data)
    cursor = page.cursor
  } while (cursor !== null && records.length < newestSearched)
  return records
}

/** Returns the long texts of a goal: description, criteria, then its newest reports and comments, the older ones first. Pure. */
export function searchedTexts(
  { textVersion }: Pick<GoalRow, 'textVersion'>,
  { detailedDescription, criteria }: Pick<GoalText, 'detailedDescription' | 'criteria'>,
  reports: readonly Pick<GoalReportRecord, 'revision' | 'content'>[],
  comments: readonly Pick<GoalCommentRecord, 'commentId' | 'version' | 'content'>[],
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
    ...comments
      .toSorted((one, other) => (one.commentId < other.commentId ? -1 : 1))
      .slice(-newestSearched)
      .map(({ commentId, version, content }) => ({
        id: `m${commentId}`,
        version,
        // Nothing is left of a deleted one.
        texts: content.text === undefined ? [] : [content.text],
      })),
  ]
}
