import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { Database } from '../../storage/database/client.ts'
import { readPartition } from '../../storage/database/read-partition.ts'
import { scanTable } from '../../storage/database/scan-table.ts'
import { goalEditEntity } from '../../storage/table/entities/goals/goal-edit.ts'
import { goalReportEntity } from '../../storage/table/entities/goals/goal-report.ts'
import { decodeRow, type GoalRow, goalRowEntity } from '../../storage/table/entities/goals/goal-row.ts'
import { type GoalText, goalTextEntity } from '../../storage/table/entities/goals/goal-text.ts'
import { type Item, keyOfRecord, toRecord } from '../../storage/table/entity.ts'
import { shortId } from '../../storage/table/short-id.ts'
import { toGoalEditResponse, toGoalUpdateResponse } from './entries.ts'

/** A goal and its whole history, as the API returns them. */
export type GoalHistory = { row: GoalRow; entries: (GoalUpdate | GoalEdit)[] }

/**
 * Reads a goal of any organization with its whole history; undefined if there is none. It scans the table for the goal, so
 * it is for operators, not for requests.
 */
export async function findHistory(database: Database, goalId: string): Promise<GoalHistory | undefined> {
  const goalKey = shortId(goalId)
  for await (const records of scanTable(database, { attributes: ['pk', '__edb_e__', 'o', 'g'] })) {
    const found = records.find(({ __edb_e__, g }) => __edb_e__ === 'goalRow' && g === goalKey)
    if (found) return readHistory(database, { organizationKey: String(found.o), goalKey })
  }
  return undefined
}

async function readHistory(
  database: Database,
  key: { organizationKey: string; goalKey: string },
): Promise<GoalHistory | undefined> {
  const { pk } = keyOfRecord(goalRowEntity, key)
  const items: Item[] = []
  let page: Awaited<ReturnType<typeof readPartition>> | undefined
  do {
    page = await readPartition(database, pk, { after: page?.last })
    items.push(...page.items)
  } while (page.last)

  const [row] = items.flatMap((item) => toRecord(goalRowEntity, item) ?? [])
  if (!row) return undefined
  const texts = new Map<number, GoalText>(
    items.flatMap((item) => toRecord(goalTextEntity, item) ?? []).map((text) => [text.version, text]),
  )
  const reports = items.flatMap((item) => toRecord(goalReportEntity, item) ?? [])
  const edits = items.flatMap((item) => toRecord(goalEditEntity, item) ?? [])
  return {
    row: decodeRow(row),
    entries: [
      ...reports.map((report) => toGoalUpdateResponse(report)),
      ...edits.map((edit) => toGoalEditResponse(edit, texts)),
    ],
  }
}
