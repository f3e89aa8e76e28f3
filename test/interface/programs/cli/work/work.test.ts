import { chmod, writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { refusal } from '../../support/fake-service.ts'
import { startGateway } from '../../support/gateway.ts'
import { completing, isRunning, startWorkshop } from './support.ts'

const { ada, work, newGoal, claimOf, file, written, machine, service, secret } = await startWorkshop()
const gateway = stopAfterFile(await startGateway(service))
const throughGateway = { CAIRN_ORIGIN: gateway.origin, CAIRN_TOKEN: secret }

let goalId = ''
beforeEach(async () => {
  gateway.fault = () => undefined
  goalId = await newGoal()
})

const shell = (script: string) => ['--', 'sh', '-c', script]
const silent = { stdout: '', stderr: '' }

describe('a run', () => {
  it('knows its claim and no title, and frees the goal at its end', async () => {
    const { code, ...printed } = await work([goalId, ...shell(`env > ${file('environment')}`)])
    expect({ code, ...printed }).toEqual({ code: 0, ...silent })
    const environment = await written('environment')
    const { events } = await ada.api.listEvents({ query: { order: 'desc' } })
    const fences = events.flatMap(({ type, data }) => (type === 'goal.claimed' ? [data.fence] : []))
    expect(environment).toContain(`CAIRN_GOAL=${goalId}\n`)
    expect(environment).toContain(`CAIRN_FENCE=${fences[0]}\n`)
    expect(environment).toMatch(/^CAIRN_RUN=[\da-f-]{36}$/m)
    expect(environment).not.toContain('A wood')
    expect(await claimOf(goalId)).toBeNull()
  })

  it.each([
    ['exit 7', 7],
    ['kill -9 $$', 137],
    ['kill -TERM $$', 143],
  ])('%s ends with %i, and frees the goal', async (script, code) => {
    expect(await work([goalId, ...shell(script)])).toEqual({ code, ...silent })
    expect(await claimOf(goalId)).toBeNull()
  })

  it('says that there is no such command, as shells do', async () => {
    const missing = await work([goalId, '--', './none'])
    expect(missing).toEqual({ code: 127, stdout: '', stderr: 'cairn: Cannot run ./none: ENOENT\n' })
    await writeFile(file('text'), 'Not a program.')
    await chmod(file('text'), 0o600)
    expect((await work([goalId, '--', file('text')])).code).toBe(126)
    expect(await claimOf(goalId)).toBeNull()
  })

  it('does not begin if somebody else has the goal, or none is ready', async () => {
    await machine.cairn(['claim', goalId])
    const script = shell(`touch ${file('begun')}; echo yes > ${file('begun')}`)
    expect((await work([goalId, ...script])).code).toBe(8)
    const none = await work(['--below', goalId, ...script])
    expect(none.code).toBe(10)
    expect(none.stderr).toMatch(/^No goal is ready: try again in \d+ seconds\.\n$/)
    expect(await written('begun')).toBe('')
  })

  it.each([
    [[], "missing required argument 'words'"],
    [['--next', '--loop'], "missing required argument 'words'"],
    [['5d0e9f0a-7b7a-4a1c-9d52-6a4e8f7b2c10'], 'Name a command: cairn work <goal> -- <command>'],
    [['--', 'true', 'more'], 'Use the id of a goal, or the address of its page. Or use --next.'],
    [
      ['5d0e9f0a-7b7a-4a1c-9d52-6a4e8f7b2c10', '--loop', '--', 'true'],
      '--loop takes the next goal: use --next.',
    ],
    [['--next', '--keep-going', '--', 'true'], '--keep-going needs --loop.'],
  ])('%j is a wrong use', async (parameters, message) => {
    const { code, stderr } = await work(parameters)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})

describe('a claim that is lost', () => {
  const takeBack = () => ada.api.releaseGoalClaim({ params: { goalId } })

  it('ends the command and what it has started', async () => {
    const script = `sleep 60 & echo $! > ${file('inner')}; wait`
    const { code, stdout, stderr } = await work([goalId, ...shell(script)], {
      onRenewal: async () => {
        await expect.poll(() => written('inner')).toMatch(/\n/)
        await takeBack()
      },
    })
    expect({ code, stdout, stderr }).toEqual({
      code: 9,
      stdout: '',
      stderr: 'cairn: The claim was lost: The claim is no longer yours.\n',
    })
    const inner = Number(await written('inner'))
    await expect.poll(() => isRunning(inner)).toBe(false)
  })

  it('ends by force what does not end by itself', async () => {
    const script = `trap '' TERM; echo $$ > ${file('stubborn')}; while :; do sleep 0.1; done`
    const { code } = await work([goalId, '--grace=1', ...shell(script)], {
      onRenewal: async () => {
        await expect.poll(() => written('stubborn')).toMatch(/\n/)
        await takeBack()
      },
    })
    expect(code).toBe(9)
    const stubborn = Number(await written('stubborn'))
    await expect.poll(() => isRunning(stubborn)).toBe(false)
  })

  it('is one whose lease has ended while the service was gone', async () => {
    let offset = 0
    const real = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + offset)
    gateway.fault = (method) => (method === 'PUT' ? refusal(503, 'unavailable') : undefined)
    const { code, stderr } = await work([goalId, ...shell('sleep 60')], {
      environment: throughGateway,
      onRenewal: () => {
        offset += 300_000
      },
      onPause: (seconds) => {
        offset += seconds * 1_000
      },
    })
    clock.mockRestore()
    expect({ code, stderr }).toEqual({
      code: 9,
      stderr: 'cairn: The lease ended before it could be renewed.\n',
    })
  })

  it('is renewed as long as it is not', async () => {
    let renewals = 0
    const { code } = await work([goalId, ...shell(`until [ -e ${file('enough')} ]; do sleep 0.05; done`)], {
      onRenewal: async () => {
        renewals++
        if (renewals === 3) await writeFile(file('enough'), '')
        if (renewals > 3) await new Promise((resolve) => setImmediate(resolve))
      },
    })
    expect(code).toBe(0)
    expect(renewals).toBeGreaterThanOrEqual(3)
  })
})

describe('a loop', () => {
  /** Goals below the goal of the test, which no other test claims. */
  async function goalsBelow(...titles: string[]): Promise<string[]> {
    const ids: string[] = []
    for (const title of titles) {
      const id = await newGoal(title)
      await ada.api.updateGoal({ params: { goalId: id }, body: { parentGoalId: goalId } })
      ids.push(id)
    }
    return ids
  }
  const statusOf = async (id: string) => (await ada.api.getGoal({ params: { goalId: id } })).goal.status

  it('takes the next goal after each one, and waits if none is ready', async () => {
    const ids = await goalsBelow('One', 'Two')
    let send: (signal: NodeJS.Signals) => boolean = () => false
    const pauses: number[] = []
    const output = await work(['--below', goalId, '--loop', '--', ...completing], {
      onSignals: (handle) => {
        send = handle
      },
      onPause: async (seconds) => {
        pauses.push(seconds)
        if (pauses.length === 1) ids.push(...(await goalsBelow('Three')))
        else send('SIGTERM')
      },
    })
    expect(output).toEqual({ code: 143, ...silent })
    expect(await Promise.all(ids.map(statusOf))).toEqual(['completed', 'completed', 'completed'])
    expect(pauses).toHaveLength(2)
  })

  it('ends with a run that fails', async () => {
    await goalsBelow('One', 'Two')
    const { code } = await work(['--below', goalId, '--loop', ...shell(`echo x >> ${file('runs')}; exit 4`)])
    expect(code).toBe(4)
    expect(await written('runs')).toBe('x\n')
  })

  it('goes on if told, with growing pauses on a goal that the command leaves as it was', async () => {
    await goalsBelow('One')
    let send: (signal: NodeJS.Signals) => boolean = () => false
    const pauses: number[] = []
    const { code } = await work(
      ['--below', goalId, '--loop', '--keep-going', ...shell(`echo x >> ${file('more')}; exit 4`)],
      {
        onSignals: (handle) => {
          send = handle
        },
        onPause: (seconds) => {
          pauses.push(seconds)
          if (pauses.length === 3) send('SIGINT')
        },
      },
    )
    expect({ code, pauses }).toEqual({ code: 130, pauses: [5, 10, 20] })
    expect(await written('more')).toBe('x\nx\nx\n')
  })

  it('goes on after a claim that was lost, if told', async () => {
    const [id = ''] = await goalsBelow('One')
    const { code, stderr } = await work(
      ['--below', goalId, '--loop', '--keep-going', ...shell(`echo x >> ${file('lost')}; sleep 60`)],
      {
        onRenewal: async () => {
          await expect.poll(() => written('lost')).toMatch(/x/)
          await ada.api.deleteGoal({ params: { goalId: id } })
        },
        onPause: () => {
          throw new Error('Enough.')
        },
      },
    ).catch((error) => error)
    expect(stderr).toContain('cairn: The claim was lost: ')
    expect(code).toBe(1)
  })

  it('waits longer and longer while the service is gone', async () => {
    await goalsBelow('One')
    gateway.fault = (_, path) =>
      path === '/v1/goals/claim-next' ? refusal(503, 'unavailable', { 'retry-after': '3600' }) : undefined
    let send: (signal: NodeJS.Signals) => boolean = () => false
    const pauses: number[] = []
    const { code, stderr } = await work(['--below', goalId, '--loop', ...shell('exit 0')], {
      environment: throughGateway,
      onSignals: (handle) => {
        send = handle
      },
      onPause: (seconds) => {
        pauses.push(seconds)
        if (pauses.length === 2) send('SIGHUP')
      },
    })
    expect({ code, pauses }).toEqual({ code: 129, pauses: [2, 4] })
    expect(stderr).toMatch(/^cairn: This is unavailable\. Asking again in 2 seconds\.\n/)
  })

  it('ends if it may not claim', async () => {
    const { code } = await work(['--next', '--loop', ...shell('exit 0')], {
      environment: { CAIRN_TOKEN: 'cairn_wrong' },
    })
    expect(code).toBe(3)
  })
})

describe('a signal', () => {
  it('reaches the command, whose exit code counts', async () => {
    let send: (signal: NodeJS.Signals) => boolean = () => false
    const script = `trap 'exit 5' INT; echo ready > ${file('trap')}; while :; do sleep 0.05; done`
    const running = work([goalId, ...shell(script)], {
      onSignals: (handle) => {
        send = handle
      },
    })
    await expect.poll(() => written('trap')).toBe('ready\n')
    expect(send('SIGWINCH')).toBe(true)
    expect(send('SIGINT')).toBe(true)
    expect(await running).toEqual({ code: 5, ...silent })
    expect(await claimOf(goalId)).toBeNull()
    // After the end they are left to the process.
    expect(send('SIGINT')).toBe(false)
  })

  it('while the goal is claimed frees it, and runs nothing', async () => {
    let send: (signal: NodeJS.Signals) => boolean = () => false
    const handled: boolean[] = []
    gateway.fault = (method, path) => {
      // The second one is left to the process, which ends.
      if (method === 'POST' && path.endsWith('/claim')) handled.push(send('SIGTERM'), send('SIGTERM'))
      return undefined
    }
    const { code } = await work([goalId, ...shell(`echo x > ${file('never')}`)], {
      environment: throughGateway,
      onSignals: (handle) => {
        send = handle
      },
    })
    expect({ code, handled }).toEqual({ code: 143, handled: [true, false] })
    expect(await claimOf(goalId)).toBeNull()
    expect(await written('never')).toBe('')
  })
})
