import type { EmailMessage } from '@cairn/domain/accounts/email/email-delivery'
import { newGoal, reportOf } from '../../../support/people/goals.ts'
import type { Person } from '../../../support/people/invite.ts'
import { emailsIn } from '../../../support/people/logged-emails.ts'
import { createClock } from '../../../support/service/clock.ts'
import { proxiedPeople, proxyEnvironment } from '../../../support/service/proxied.ts'
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

export type Kind = EmailMessage['kind']
type GoalBody = Parameters<Person['api']['createGoal']>[0]['body']

/**
 * A service whose clock a test moves, and its people. Dates are far in the future: the engine deletes expired records by the real
 * time.
 */
export async function startWithInbox(start: string, options: TestServiceOptions = {}) {
  const clock = createClock(start)
  const services: TestService[] = []
  const startOne = async (more: TestServiceOptions = {}) => {
    const { environment, ...rest } = { ...options, ...more }
    const service = stopAfterFile(
      await startTestService({
        clock: clock.read,
        environment: { ...proxyEnvironment, ...environment },
        ...rest,
      }),
    )
    services.push(service)
    return service
  }
  const service = await startOne()
  const people = proxiedPeople(service, ['ada', 'bob', 'cem'], clock.read)

  /** Sweeps until nothing more is due: a timer lets a reminder wait, and the next sweep mails it. */
  const sweep = async () => {
    for (let round = 0; round < 3; round++) await Promise.all(services.map((one) => one.sweep()))
  }
  const advanceTo = (time: string) => {
    const milliseconds = Date.parse(time) - clock.read().getTime()
    if (milliseconds < 0) throw new Error(`The clock is later than ${time}.`)
    clock.advance({ milliseconds })
  }
  return {
    clock,
    service,
    people,
    /** Another instance on the same table. */
    startAnother: () => startOne({ table: service.table }),
    advanceTo,
    sweep,
    /** Moves the clock to a time and does what is due. */
    sweepAt: async (time: string) => {
      advanceTo(time)
      await sweep()
    },
    /** Sweeps once an hour until a time. */
    sweepUntil: async (time: string) => {
      const end = Date.parse(time)
      while (clock.read().getTime() < end) {
        clock.advance({ milliseconds: Math.min(3_600_000, end - clock.read().getTime()) })
        await sweep()
      }
    },
    /** Takes the subjects of the emails of all instances since the last call. */
    take: (kind: Kind = 'reminders', { email }: { email: string } = people.ada): string[] => {
      const found: string[] = []
      for (const { lines } of services) {
        for (const one of emailsIn(lines, email)) if (one.kind === kind) found.push(one.subject)
        const kept = lines.filter((line) => !emailsIn([line], email).some((one) => one.kind === kind))
        lines.splice(0, lines.length, ...kept)
      }
      return found
    },
    publish: async ({ api }: Person, body: Partial<GoalBody>) =>
      (await api.createGoal({ body: { ...newGoal, ...body } })).goal,
    report: async ({ api }: Person, goalId: string, fields: Partial<ReturnType<typeof reportOf>> = {}) => {
      const { goal } = await api.getGoal({ params: { goalId } })
      const body = reportOf(`Report at ${clock.timestamp}`, { expectedRevision: goal.revision, ...fields })
      return api.createGoalUpdate({ params: { goalId }, body })
    },
  }
}
