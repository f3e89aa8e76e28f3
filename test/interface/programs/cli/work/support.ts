import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createToken } from '../../../../support/people/api-tokens.ts'
import { createGoal } from '../../../../support/people/goals.ts'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { createMachine, type Output } from '../../support/command.ts'

/** The shortest pause that is one of a renewal: the default lease is 900 seconds. */
const renewalMilliseconds = 300_000

type Options = {
  environment?: Record<string, string>
  /** Called instead of a pause of the loop, in seconds. */
  onPause?: (seconds: number) => void | Promise<void>
  /** Called before each renewal; without it there is none. */
  onRenewal?: () => void | Promise<void>
  onSignals?: (send: (signal: NodeJS.Signals) => boolean) => void
}

/** A machine on which `cairn work` runs, and a goal for it to work on. */
export async function startWorkshop() {
  const clock = createClock()
  const { service, ada } = await startWithAda({ clock: clock.read })
  const { secret } = await createToken(ada)
  const environment = { CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: secret }
  const machine = stopAfterFile(await createMachine(environment))

  /** Runs `cairn work` in this process. */
  function work(parameters: string[], options: Options = {}): Promise<Output> {
    const { onPause, onRenewal, ...rest } = options
    return machine.cairn(['work', ...parameters], {
      ...rest,
      pause: async (milliseconds, signal) => {
        if (milliseconds < renewalMilliseconds) return onPause?.(milliseconds / 1_000)
        if (onRenewal) return onRenewal()
        await new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
        })
      },
    })
  }

  return {
    clock,
    service,
    ada,
    secret,
    machine,
    work,
    newGoal: async (title = 'A wood') => (await createGoal(ada, { title, ownerUserId: ada.userId })).id,
    claimOf: async (goalId: string) => (await ada.api.getGoal({ params: { goalId } })).goal.claim,
    /** The path of a file to which a command writes. */
    file: (name: string) => path.join(machine.home, name),
    /** The output of a command so far. */
    written: (name: string) => readFile(path.join(machine.home, name), 'utf8').catch(() => ''),
  }
}

/** Whether a process is there. */
export function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch {
    return false
  }
}

/** A command that reports its goal as completed, with the fence that it was given. */
export const completing = [
  process.execPath,
  '-e',
  `const { CAIRN_ORIGIN, CAIRN_TOKEN, CAIRN_GOAL, CAIRN_FENCE } = process.env
  const report = { status: 'completed', summary: 'Done', details: 'Done', expectedRevision: 1, idempotencyKey: CAIRN_FENCE, claimFence: Number(CAIRN_FENCE) }
  fetch(CAIRN_ORIGIN + '/v1/goals/' + CAIRN_GOAL + '/updates', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + CAIRN_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify(report),
  }).then(({ status }) => { process.exitCode = status === 201 ? 0 : 1 })`,
]
