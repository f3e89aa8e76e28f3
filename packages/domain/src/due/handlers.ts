import { finishAccountDeletion } from '../auth/account/finish-account-deletion.ts'
import { ringGoalAlarm } from '../notifications/reminders/ring-goal-alarm.ts'
import { ringPersonAlarm } from '../notifications/ring-person-alarm.ts'
import { finishDeletion } from '../organizations/deletion/finish-deletion.ts'
import { finishRemoval } from '../organizations/removal/finish-removal.ts'
import { wakeDueWebhook } from '../webhooks/delivery/wake.ts'
import type { DueHandlers } from './sweep-records.ts'

/** What is done with each kind of record that is due. */
export const dueHandlers: DueHandlers = {
  accountDeletion: finishAccountDeletion,
  goalAlarm: ringGoalAlarm,
  memberRemoval: finishRemoval,
  organizationDeletion: finishDeletion,
  personAlarm: ringPersonAlarm,
  webhook: wakeDueWebhook,
}
