import { execFileSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '@cairn/contract/client'
import { expect, it } from 'vitest'
import { createGoal } from '../support/people/goals.ts'
import { type Browser, signIn } from '../support/people/sign-in.ts'
import { checkIntegrityScript, runScript } from '../support/service/child-process.ts'
import { machineForEachTest } from '../support/service/machine.ts'
import { allGoals } from './support/all-goals.ts'

const machine = machineForEachTest()

const idsOf = async (browser: Browser) => (await allGoals(browser)).map(({ id }) => id)

/** Limits the size of the files that a process writes. A write beyond the limit fails, as on a full disk. */
function limitFileSize(pid: number, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
}

it('returns 503 while the disk is full, loses nothing, and writes again when there is space', async () => {
  const child = await machine.start({ RATE_LIMITS: 'off' })
  const browser = await signIn(child, { email: 'ada@example.com', displayName: 'Ada' })
  const acknowledged: string[] = []
  const codes = new Set<string>()
  async function write(): Promise<boolean> {
    try {
      acknowledged.push((await createGoal(browser)).id)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      codes.add(`${error.status} ${error.code}`)
      return false
    }
  }
  for (let round = 0; round < 2; round++) {
    const { size } = await stat(path.join(machine.directory, 'engine.sqlite-wal'))
    limitFileSize(child.pid, size + 50_000)
    await expect
      .poll(async () => (await Promise.all(Array.from({ length: 8 }, write))).some((done) => !done))
      .toBe(true)
    expect(await idsOf(browser)).toEqual(expect.arrayContaining(acknowledged))
    limitFileSize(child.pid, 'unlimited')
    expect(await write()).toBe(true)
  }
  expect([...codes]).toEqual(['503 unavailable'])
  expect((await idsOf(browser)).toSorted()).toEqual(acknowledged.toSorted())

  child.process.kill('SIGTERM')
  expect(await child.exited).toMatchObject({ code: 0 })
  expect(await runScript(checkIntegrityScript, [], { DATA_DIR: machine.directory })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(': 0 broken, 0 orphaned.'),
  })
})
