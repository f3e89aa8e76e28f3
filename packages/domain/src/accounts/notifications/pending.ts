import type { Database } from '../../storage/database/client.ts'
import { queryAllRecords } from '../../storage/database/query-records.ts'
import { type InboxMailRecord, inboxMailEntity } from '../../storage/table/entities/due/inbox-mail.ts'
import {
  type QuestionMailRecord,
  questionMailEntity,
} from '../../storage/table/entities/due/question-mail.ts'
import { type ReminderRecord, reminderEntity } from '../../storage/table/entities/due/reminder.ts'

/** The reminders that wait for a person's next email. Strongly consistent. */
export async function readPending(database: Database, personKey: string): Promise<ReminderRecord[]> {
  return queryAllRecords(database, reminderEntity, 'record', { personKey }, { consistent: true })
}

/** The questions that a person is to be told of by email. Strongly consistent. */
export async function readQuestionMails(
  database: Database,
  personKey: string,
): Promise<QuestionMailRecord[]> {
  return queryAllRecords(database, questionMailEntity, 'record', { personKey }, { consistent: true })
}

/** The items of inboxes that wait for a person's next email. Strongly consistent. */
export function readInboxMails(database: Database, personKey: string): Promise<InboxMailRecord[]> {
  return queryAllRecords(database, inboxMailEntity, 'record', { personKey }, { consistent: true })
}
