import type { Database } from '../database/client.ts'
import { queryAllRecords } from '../database/query-records.ts'
import { type ReminderRecord, reminderEntity } from '../table/entities/due/reminder.ts'

/** The reminders that wait for a person's next email. Strongly consistent. */
export function readPending(database: Database, personKey: string): Promise<ReminderRecord[]> {
  return queryAllRecords(database, reminderEntity, 'record', { personKey }, { consistent: true })
}
