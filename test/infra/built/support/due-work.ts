import { readPerson } from '@cairn/domain/accounts/notifications/person'
import { reminderEntity } from '@cairn/domain/storage/table/entities/due/reminder'
import { createGoal } from '../../../support/people/goals.ts'
import { signIn } from '../../../support/people/sign-in.ts'
import { createClock } from '../../../support/service/clock.ts'
import type { TestTable } from '../../../support/service/engine.ts'
import { startTestService } from '../../../support/service/service.ts'
import { writeRecords } from '../../../support/table/write-records.ts'

/** More than one transaction deletes. */
const forgottenReminders = 95

/**
 * Lets a person publish a goal ten days ago that nobody has reported on since, and another one that was deleted. So an alarm, a
 * reminder and a digest are due. Many reminders of goals that are gone wait too. Returns the person's address.
 */
export async function createDueWork(table: TestTable): Promise<string> {
  const { database } = table
  const tenDaysAgo = new Date(Date.now() - 10 * 24 * 60 * 60 * 1000)
  const service = await startTestService({ table, clock: createClock(tenDaysAgo.toISOString()).read })
  try {
    const person = await signIn(service, { email: 'due@example.com', displayName: 'Due' })
    await createGoal(person, { cadence: { everyDays: 1 } })
    const deleted = await createGoal(person, { cadence: { everyDays: 2 } })
    await person.api.deleteGoal({ params: { goalId: deleted.id } })
    const record = await readPerson(database, person.userId)
    if (!record) throw new Error('the person has no record')
    const { personKey } = record
    const reminders = Array.from({ length: forgottenReminders }, (_, index) => ({
      personKey,
      organizationKey: 'o'.repeat(22),
      goalKey: String(index).padStart(22, '0'),
      kind: 'report' as const,
      due: tenDaysAgo.getTime(),
    }))
    await writeRecords(database, reminderEntity, reminders)
    return person.email
  } finally {
    await service.stop()
  }
}
