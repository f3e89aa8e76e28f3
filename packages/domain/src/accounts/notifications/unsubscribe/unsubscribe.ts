import type { UnsubscribableKind } from '@cairn/contract/schemas/people/notifications'
import type { Implementation } from '../../../requests/operation.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import {
  type ChosenPreferences,
  personTimerEntity,
} from '../../../storage/table/entities/due/person-timer.ts'
import { invalidOrExpiredToken } from '../../auth/verification/verification-token.ts'
import { writePerson } from '../person.ts'
import { changePreferences } from '../preferences/change-preferences.ts'
import { isProven, parseUnsubscribeToken } from './unsubscribe-token.ts'

const turnedOff: Record<UnsubscribableKind, ChosenPreferences> = {
  reminders: { reportReminders: false, deadlineReminders: false },
  weekly_digest: { weeklyDigest: false },
  questions: { questions: false },
}

/**
 * One click in an email program, or a button of the web app. Threat: the request comes from anywhere, without a credential. So
 * all it can do is turn off one kind of email to the user whose email had the token, again and again with the same result.
 */
export const unsubscribe: Implementation<'unsubscribe'> = async ({ database, now }, _access, { query }) => {
  const claim = parseUnsubscribeToken(query.token)
  if (!claim) throw invalidOrExpiredToken()
  const { personKey, kind } = claim
  return retryOnLostRace(database, async () => {
    const person = await readRecord(database, personTimerEntity, { personKey })
    if (!person || !isProven(person, claim)) throw invalidOrExpiredToken()
    const changed = changePreferences(person, turnedOff[kind], now)
    const failed = await transact(database, { person: writePerson(changed) })
    return failed.length > 0 ? lostRace : { unsubscribed: kind }
  })
}
