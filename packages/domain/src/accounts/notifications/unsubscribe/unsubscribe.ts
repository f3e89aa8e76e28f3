import { inboxKinds } from '@cairn/contract/goals/inbox-kinds'
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
import { type Person, preferencesOf, writePerson } from '../person.ts'
import { changePreferences } from '../preferences/change-preferences.ts'
import { isProven, parseUnsubscribeToken } from './unsubscribe-token.ts'

/** Returns the preferences that an unsubscribed person has. The inbox still shows what no email says any more. */
function turnedOff(kind: UnsubscribableKind, person: Person): ChosenPreferences {
  const reminders = { reportReminders: false, deadlineReminders: false }
  const inbox = { inbox: inboxWithoutEmail(person) }
  switch (kind) {
    case 'reminders':
      return reminders
    case 'weekly_digest':
      return { weeklyDigest: false }
    case 'questions':
      return { questions: false }
    case 'inbox':
      return inbox
    case 'daily':
      return { ...reminders, ...inbox }
  }
}

function inboxWithoutEmail(person: Person): NonNullable<ChosenPreferences['inbox']> {
  const { inbox } = preferencesOf(person)
  const mailed = inboxKinds.filter((kind) => inbox[kind] === 'daily_email')
  return {
    ...person.preferences.inbox,
    ...Object.fromEntries(mailed.map((kind) => [kind, 'inbox' as const])),
  }
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
    const changed = changePreferences(person, turnedOff(kind, person), now)
    const failed = await transact(database, { person: writePerson(changed) })
    return failed.length > 0 ? lostRace : { unsubscribed: kind }
  })
}
