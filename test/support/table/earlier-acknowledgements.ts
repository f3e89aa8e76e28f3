import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Acknowledgement } from '@cairn/contract/schemas/goals/goal-history'
import type { Database } from '@cairn/domain/storage/database/client'
import { goalReportEntity } from '@cairn/domain/storage/table/entities/goals/goal-report'
import { goalKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { keyOfRecord } from '@cairn/domain/storage/table/entity'
import { shortHash } from '@cairn/domain/storage/table/short-id'

/** Acknowledgements by people whom nobody knows, a minute after each other. */
export function earlierAcknowledgements(count: number): Acknowledgement[] {
  return Array.from({ length: count }, (_, index) => ({
    userId: `email:earlier ${index}`,
    at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
  }))
}

/** Stores acknowledgements in the record of a report, as earlier versions did. */
export async function storeEarlierAcknowledgements(
  { client, tableName }: Database,
  report: { organizationId: string; goalId: string; revision: number },
  acknowledgements: readonly Acknowledgement[],
): Promise<void> {
  await client.send(
    new UpdateCommand({
      TableName: tableName,
      Key: keyOfRecord(goalReportEntity, { ...goalKeyOf(report), revision: report.revision }),
      UpdateExpression: 'SET a = :a',
      ExpressionAttributeValues: {
        ':a': Object.fromEntries(acknowledgements.map((one) => [shortHash(one.userId), one])),
      },
    }),
  )
}
