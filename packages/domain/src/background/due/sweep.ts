import { finishAccountDeletion } from '../../accounts/auth/account/finish-account-deletion.ts'
import { runQuestionMail } from '../../accounts/notifications/questions/run-question-mail.ts'
import { runGoalTimer } from '../../accounts/notifications/reminders/run-goal-timer.ts'
import { runPersonTimer } from '../../accounts/notifications/run-person-timer.ts'
import { runClaimTimer } from '../../goals/work/claims/claim-timer.ts'
import { finishDeletion } from '../../organizations/deletion/finish-deletion.ts'
import { finishRemoval } from '../../organizations/removal/finish-removal.ts'
import { wakeDueWebhook } from '../deliveries/wake.ts'
import type { DueServices } from './sweep-records.ts'
import { type DueHandlers, type SweepCount, type SweepLimits, sweepRecords } from './sweep-records.ts'

/**
 * Does everything that is due at `now`: reminders, digests, questions to people, and failed deliveries of webhooks. Called every minute, by any
 * number of instances at once.
 * @throws if the index of what is due cannot be read.
 */
export function sweep(services: DueServices, now: Date, limits: SweepLimits): Promise<SweepCount> {
  return sweepRecords(services, dueHandlers, now, limits)
}

/** The handler of each kind of record that can be due. */
export const dueHandlers: DueHandlers = {
  accountDeletion: finishAccountDeletion,
  claimAlarm: runClaimTimer,
  goalAlarm: runGoalTimer,
  memberRemoval: finishRemoval,
  organizationDeletion: finishDeletion,
  personAlarm: runPersonTimer,
  questionMail: runQuestionMail,
  webhook: wakeDueWebhook,
}
