import type { Database } from '@cairn/domain/storage/database/client'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import {
  goalAcknowledgementCountEntity,
  goalAcknowledgementEntity,
} from '@cairn/domain/storage/table/entities/goals/goal-acknowledgement'
import { goalReportEntity } from '@cairn/domain/storage/table/entities/goals/goal-report'
import { goalKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { shortHash } from '@cairn/domain/storage/table/short-id'
import { writeRecords } from './write-records.ts'

/** Writes acknowledgements of a report by two people whom nobody knows, without their events. */
export async function writeAcknowledgements(
  database: Database,
  { revision, ...goal }: { organizationId: string; goalId: string; revision: number },
): Promise<void> {
  const key = { ...goalKeyOf(goal), revision }
  const report = await readRecord(database, goalReportEntity, key)
  if (!report) throw new Error(`The goal has no report with revision ${revision}.`)
  const first = ['email:one', 'email:two'].map((userId) => ({ userId, at: report.content.createdAt }))
  await writeRecords(
    database,
    goalAcknowledgementEntity,
    first.map((one, index) => ({
      ...key,
      ...one,
      userKey: shortHash(one.userId),
      number: index + 1,
      reportId: report.content.id,
    })),
  )
  await writeRecords(database, goalAcknowledgementCountEntity, [{ ...key, count: first.length, first }])
}
