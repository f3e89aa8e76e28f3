import { newPerson, readPerson } from '@cairn/domain/accounts/notifications/person'
import { addReminders } from '@cairn/domain/accounts/notifications/reminders/add-reminders'
import type { Database } from '@cairn/domain/storage/database/client'
import { transact } from '@cairn/domain/storage/database/transaction'
import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import { goalKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { type Corruption, changed, without } from './corruptions.ts'

/** Lets a reminder of a goal wait for its owner's next email. */
export async function writePendingReminder(
  database: Database,
  userId: string,
  goal: { organizationId: string; goalId: string },
): Promise<void> {
  const now = new Date()
  const person = (await readPerson(database, userId)) ?? newPerson(userId, now)
  const reminder = { kind: 'report' as const, due: now.getTime() }
  await transact(database, addReminders(person, goalKeyOf(goal), [reminder], now.getTime()))
}

const hasReminder = ({ reminderAt }: AnyRecord) => reminderAt !== undefined

const isDeleted = ({ deletedAt }: AnyRecord) => deletedAt !== undefined

/** Corruptions of what is due: timers of goals, and emails to people. */
export const dueCorruptions: [invariant: string, corruption: Corruption, message: string][] = [
  [
    'a timer that is off',
    { kind: 'goalAlarm', corrupt: changed({ timer: 'off' }) },
    'is due too late, or never',
  ],
  [
    'a timer in another shard',
    { kind: 'goalAlarm', corrupt: (record) => ({ ...record, dueShard: (Number(record.dueShard) + 1) % 8 }) },
    'the timer of goal',
  ],
  [
    'a timer that was parked',
    { kind: 'goalAlarm', corrupt: changed({ dueShard: 99, gsi3pk: 'due#99', failedAttempts: 10 }) },
    'was parked after 10 failed attempts',
  ],
  [
    'a timer that has failed, in another shard',
    {
      kind: 'goalAlarm',
      corrupt: (record) => ({ ...record, dueShard: (Number(record.dueShard) + 1) % 8, failedAttempts: 3 }),
    },
    'is in shard',
  ],
  [
    'a digest that is never mailed',
    { kind: 'personAlarm', which: (record) => !hasReminder(record), corrupt: changed({ digestAt: 1 }) },
    'the timer of user',
  ],
  [
    'a removed member whose goals nobody gives away',
    { kind: 'memberRemoval' },
    'is owned by somebody who is no member',
  ],
  ['a deleted account whose organizations nobody tells', { kind: 'accountDeletion' }, 'has 0 owners'],
  [
    'an account that is being deleted and works',
    { kind: 'user', which: isDeleted, corrupt: without('deletedAt') },
    'is being deleted, but the user is not',
  ],
  [
    'a deleted user with an address',
    { kind: 'user', which: isDeleted, corrupt: changed({ email: 'gus@example.com' }) },
    'still has an address',
  ],
  [
    'a person under the key of another one',
    { kind: 'personAlarm', corrupt: changed({ userId: 'email:eve' }) },
    'under the key of another user',
  ],
  [
    'a reminder that waits for no email',
    { kind: 'personAlarm', which: hasReminder, corrupt: without('reminderAt') },
    'wait for no email',
  ],
]
