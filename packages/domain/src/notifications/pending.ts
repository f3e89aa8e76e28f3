import type { Database } from '../database/client.ts'
import { type Position, queryRecords } from '../database/query-records.ts'
import { type ReminderRecord, reminderEntity } from '../table/entities/due/reminder.ts'

/** The reminders that wait for a person's next email. Strongly consistent. */
export async function readPending(database: Database, personKey: string): Promise<ReminderRecord[]> {
  const pending: ReminderRecord[] = []
  let cursor: Position | null = null
  do {
    const page: { data: ReminderRecord[]; cursor: Position | null } = await queryRecords(
      database,
      reminderEntity,
      'record',
      { personKey },
      { cursor, consistent: true },
    )
    pending.push(...page.data)
    cursor = page.cursor
  } while (cursor !== null)
  return pending
}
