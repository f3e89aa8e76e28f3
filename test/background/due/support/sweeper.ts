import type { EmailDelivery, EmailMessage } from '@cairn/domain/accounts/email/email-delivery'
import { sweep } from '@cairn/domain/background/due/sweep'
import type { DueServices } from '@cairn/domain/background/due/sweep-records'
import type { Database } from '@cairn/domain/storage/database/client'
import { expect } from 'vitest'
import { sampleOf } from '../../../support/test-all.ts'

/** An instance that does what is due in a table, and keeps the emails that it sent. */
export function createSweeper(database: Database, deliver?: EmailDelivery['deliver']) {
  const sent: EmailMessage[] = []
  const errors: unknown[] = []
  const services: DueServices = {
    database,
    webOrigin: 'https://cairn.test',
    email: {
      enabled: true,
      deliver: async (message) => {
        await deliver?.(message)
        sent.push(message)
      },
    },
    wakeWebhooks: async () => undefined,
    logError: (message, { error, ...details }) => errors.push(error ?? { message, ...details }),
  }
  return {
    sent,
    errors,
    sweep: (now: Date) => sweep(services, now, { deadline: Date.now() + 20_000 }),
  }
}

/** A database whose calls a test sees before they are sent, and after. */
export function watched(
  database: Database,
  watch: {
    before?: (call: number) => void
    after?: (call: number) => void
    /** Holds a call before it is sent. */
    wait?: (call: number) => Promise<void> | undefined
  },
): Database {
  let calls = 0
  const client = new Proxy(database.client, {
    get: (target, name) => {
      if (name !== 'send') return Reflect.get(target, name, target)
      return async (...parameters: Parameters<typeof target.send>) => {
        const call = ++calls
        watch.before?.(call)
        await watch.wait?.(call)
        const result = await target.send(...parameters)
        watch.after?.(call)
        return result
      }
    },
  })
  return { ...database, client }
}

/** A moment at which an instance dies: neither this call nor a later one is made, or each is made and its answer is lost. */
export type Death = { when: 'before' | 'after'; call: number }

/** The moments before and after each of a number of calls, or a sample of them. */
export function deathsOf(calls: number): Death[] {
  return sampleOf(
    Array.from({ length: calls }, (_, index) => index + 1).flatMap((call): Death[] => [
      { when: 'before', call },
      { when: 'after', call },
    ]),
  )
}

/** Sweeps at each of the times by an instance that dies, if it is to. Returns how many calls it began, and its emails. */
export async function sweepAndDie(
  database: Database,
  times: readonly Date[],
  death: Death | undefined,
): Promise<{ calls: number; sent: EmailMessage[] }> {
  let calls = 0
  const dieAt = (moment: Death['when'], call: number) => {
    if (death?.when === moment && call >= death.call) throw new Error('dead')
  }
  const dying = createSweeper(
    watched(database, {
      before: (call) => {
        calls = call
        dieAt('before', call)
      },
      after: (call) => dieAt('after', call),
    }),
  )
  for (const time of times) await dying.sweep(time).catch(() => undefined)
  // Two runs may differ by a few calls, because reads of one turn share one.
  if (death) expect(calls + 5, 'the call at which it dies').toBeGreaterThanOrEqual(death.call)
  return { calls, sent: dying.sent }
}

/** For messages of assertions. */
export const momentOf = (death: Death | undefined) =>
  death ? `${death.when} call ${death.call}` : 'undisturbed'

/** For `watched`: counts the calls that are under way at once. */
export function countAtOnce() {
  let current = 0
  let most = 0
  return {
    before: () => {
      most = Math.max(most, ++current)
    },
    after: () => {
      current--
    },
    most: () => most,
  }
}

/**
 * Lets a sweep begin and holds it at one of its calls, until another sweep, minutes later, has taken over its claims and is done.
 * Returns the instance that was held.
 */
export async function overtake(
  database: Database,
  { call, at, laterAt }: { call: number; at: Date; laterAt: Date },
): Promise<ReturnType<typeof createSweeper>> {
  const held = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const slow = createSweeper(
    watched(database, {
      wait: (current) => {
        if (current < call) return undefined
        arrived.resolve()
        return held.promise
      },
    }),
  )
  const sweeping = slow.sweep(at)
  await arrived.promise
  await createSweeper(database).sweep(laterAt)
  held.resolve()
  await sweeping
  return slow
}
