import { dueAtOf, personKeyOf } from '../../accounts/notifications/person.ts'
import { timerOf } from '../../storage/table/entities/due/due-index.ts'
import { shardOf } from '../../storage/table/entities/due/shard.ts'
import type { StoredRecord } from '../../storage/table/entities.ts'
import { byPartition, type Check, type Report } from '../finding.ts'

type State = {
  person: StoredRecord<'personAlarm'> | undefined
  reminders: StoredRecord<'reminder'>[]
  items: StoredRecord<'inboxMail'>[]
}

/** Checks that each person's timer is that of the next email, and that nothing waits for an email that is never due. */
export function checkPeople(report: Report): Check {
  return byPartition<State>({
    begin: () => ({ person: undefined, reminders: [], items: [] }),
    see: (state, record) => {
      if (record.__edb_e__ === 'personAlarm') state.person = record
      if (record.__edb_e__ === 'reminder') state.reminders.push(record)
      if (record.__edb_e__ === 'inboxMail') state.items.push(record)
      if (record.__edb_e__ === 'questionMail') checkQuestionMail(report, record)
    },
    end: ({ person, reminders, items }) => {
      const [first] = reminders
      if (first && person?.reminderAt === undefined) {
        report('broken', first, `${reminders.length} reminders of ${first.personKey} wait for no email`)
      }
      const [item] = items
      if (item && person?.inboxAt === undefined) {
        report('broken', item, `${items.length} items of ${item.personKey} wait for no email`)
      }
      if (!person) return
      if (person.personKey !== personKeyOf(person.userId)) {
        report('broken', person, `the emails of user ${person.userId} are under the key of another user`)
      }
      const { timer, dueAt, dueShard } = timerOf(person.personKey, dueAtOf(person))
      // A record that has failed waits for longer, or is parked (`check-parked.ts`).
      const isRight =
        person.failedAttempts === undefined
          ? person.dueAt === dueAt && person.dueShard === dueShard
          : person.dueAt >= dueAt
      if (person.timer !== timer || !isRight) {
        report(
          'broken',
          person,
          `the timer of user ${person.userId} is ${person.timer} at ${person.dueAt}, expected ${timer} at ${dueAt}`,
        )
      }
    },
  })
}

function checkQuestionMail(report: Report, mail: StoredRecord<'questionMail'>): void {
  const { personKey, userId, questionId, timer, dueShard, failedAttempts } = mail
  if (personKey !== personKeyOf(userId)) {
    report('broken', mail, `question ${questionId} is mailed to user ${userId} under the key of another user`)
  }
  // A record that has failed may be parked (`check-parked.ts`).
  if (timer !== 'on' || (failedAttempts === undefined && dueShard !== shardOf(personKey))) {
    report('broken', mail, `question ${questionId} waits for an email to user ${userId} that is never due`)
  }
}
