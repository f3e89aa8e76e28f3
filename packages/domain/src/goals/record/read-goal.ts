import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Database } from '../../storage/database/client.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { pauseBeforeRetry } from '../../storage/database/retry.ts'
import {
  decodeRow,
  type GoalRow,
  goalKeyOf,
  goalRowEntity,
} from '../../storage/table/entities/goals/goal-row.ts'
import { type GoalStanding, goalStandingEntity } from '../../storage/table/entities/goals/goal-standing.ts'
import { type GoalText, goalTextEntity } from '../../storage/table/entities/goals/goal-text.ts'
import { keyOfRecord, toRecord } from '../../storage/table/entity.ts'

/** A whole goal. */
export type GoalState = { row: GoalRow; text: GoalText; standing: GoalStanding }

/** The first sort key of what a goal consists of: its texts (`x#…`), its standing (`y`) and its row (`z`). */
const firstPart = 'x'

/**
 * Returns a goal of the organization, or null. Strongly consistent, in one query: row, standing and newest texts are the
 * last three records of the goal's partition.
 *
 * DynamoDB reads one record after the other, so a write in between can leave parts of two versions. The row names the
 * versions of the others: then all are read again.
 */
export async function readGoal(
  database: Database,
  organizationId: string,
  goalId: string,
): Promise<GoalState | null> {
  const { pk } = keyOfRecord(goalRowEntity, goalKeyOf({ organizationId, goalId }))
  for (let attempt = 1; ; attempt++) {
    const { Items = [] } = await database.client.send(
      new QueryCommand({
        TableName: database.tableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk AND sk >= :first',
        ExpressionAttributeValues: { ':pk': pk, ':first': firstPart },
        ScanIndexForward: false,
        Limit: 3,
      }),
    )
    const [row] = Items.flatMap((item) => toRecord(goalRowEntity, item) ?? [])
    if (!row) return null
    const [standing] = Items.flatMap((item) => toRecord(goalStandingEntity, item) ?? [])
    const [text] = Items.flatMap((item) => toRecord(goalTextEntity, item) ?? [])
    const state = decodeRow(row)
    if (
      standing?.version === state.standingVersion &&
      standing.confirmationVersion === state.confirmationVersion &&
      text?.version === state.textVersion
    ) {
      return { row: state, text, standing }
    }
    await pauseBeforeRetry(database, attempt)
  }
}

/** Returns the row of a goal of the organization, or null. Strongly consistent. */
export async function readGoalRow(
  database: Database,
  organizationId: string,
  goalId: string,
): Promise<GoalRow | null> {
  const record = await readRecord(database, goalRowEntity, goalKeyOf({ organizationId, goalId }))
  return record && decodeRow(record)
}
