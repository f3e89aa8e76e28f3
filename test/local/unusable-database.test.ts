import { execFileSync } from 'node:child_process'
import { rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '@cairn/contract/http/client'
import { checkIntegrity } from '@cairn/local/commands/check-integrity'
import { expect, it } from 'vitest'
import { withCookie } from '../support/people/clients.ts'
import { createGoal } from '../support/people/goals.ts'
import { type Browser, signIn } from '../support/people/sign-in.ts'
import { machineForEachTest } from '../support/service/machine.ts'
import { allGoals } from './support/all-goals.ts'

const machine = machineForEachTest()

const ada = { email: 'ada@example.com', displayName: 'Ada' }

const idsOf = async (browser: Pick<Browser, 'api'>) => (await allGoals(browser)).map(({ id }) => id)

/** After another start. */
const idsAgain = async ({ cookie }: Browser) => idsOf({ api: withCookie(await machine.startHere(), cookie) })

const failing = (reason: string) =>
  expect.stringMatching(
    new RegExp(`^The database cannot be written, and requests fail until it can: .*${reason}.*\\.$`),
  )
const writable = 'The database can be written again.'

/** Limits the size of the files that a process writes. A write beyond the limit fails, as on a full disk. */
function limitFileSize(pid: number, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
}

it('returns 503 while the disk is full, loses nothing, and writes again when there is space', async () => {
  const child = await machine.start({ RATE_LIMITS: 'off' })
  const browser = await signIn(child, ada)
  const acknowledged: string[] = []
  const codes = new Set<string>()
  let goals = 0
  const refused: string[] = []
  async function write(title = `Goal ${++goals}`): Promise<boolean> {
    try {
      acknowledged.push((await createGoal(browser, { title })).id)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      codes.add(`${error.status} ${error.code}`)
      refused.push(title)
      return false
    }
  }
  for (let round = 0; round < 2; round++) {
    const { size } = await stat(path.join(machine.directory, 'engine.sqlite-wal'))
    limitFileSize(child.pid, size + 50_000)
    await expect
      .poll(async () => (await Promise.all(Array.from({ length: 8 }, () => write()))).some((done) => !done))
      .toBe(true)
    expect(await idsOf(browser)).toEqual(expect.arrayContaining(acknowledged))
    limitFileSize(child.pid, 'unlimited')
    // The same requests succeed, with their first tries nowhere to be seen.
    for (const title of refused.splice(0)) expect(await write(title)).toBe(true)
  }
  expect([...codes]).toEqual(['503 unavailable'])
  expect((await idsOf(browser)).toSorted()).toEqual(acknowledged.toSorted())

  child.process.kill('SIGTERM')
  const { code, stderr } = await child.exited
  expect(code).toBe(0)
  // At least once a round: what the process does in the background may meet the full disk too.
  const sentences = stderr.trimEnd().split('\n')
  expect(sentences.length).toBeGreaterThanOrEqual(4)
  expect(sentences).toEqual(
    sentences.map((_, index) => (index % 2 === 0 ? failing('disk I/O error') : writable)),
  )
  expect(sentences.length % 2).toBe(0)
  expect(await machine.run(checkIntegrity)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(': 0 broken, 0 orphaned.'),
  })
})

it('returns 503 to writes while the data directory is away, reads on, and loses nothing', async () => {
  const service = await machine.startHere()
  const browser = await signIn(service, ada)
  const acknowledged = [(await createGoal(browser)).id]
  await rename(machine.directory, `${machine.directory}-away`)
  for (let attempt = 0; attempt < 3; attempt++) {
    await expect(createGoal(browser)).rejects.toMatchObject({ status: 503, code: 'unavailable' })
    expect(await idsOf(browser)).toEqual(acknowledged)
  }
  await rename(`${machine.directory}-away`, machine.directory)
  acknowledged.push((await createGoal(browser)).id)
  await service.stop()
  expect(service.sentences).toEqual([failing(''), writable])
  expect((await idsAgain(browser)).toSorted()).toEqual(acknowledged.toSorted())
})

const rewritten = /^The database was removed while it was in use\. It has been written to \S+ again\.$/

async function removeDatabase(): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) {
    await rm(path.join(machine.directory, `engine.sqlite${suffix}`))
  }
}

it('writes a removed database again when it stops', async () => {
  const service = await machine.startHere()
  const browser = await signIn(service, ada)
  const acknowledged = [(await createGoal(browser)).id]
  await removeDatabase()
  await service.stop()
  expect(service.sentences).toEqual([expect.stringMatching(rewritten)])
  expect(await idsAgain(browser)).toEqual(acknowledged)
})

it('writes a removed database again at another write', async () => {
  const child = await machine.start({ RATE_LIMITS: 'off' })
  const browser = await signIn(child, ada)
  const acknowledged = [(await createGoal(browser)).id]
  await removeDatabase()
  acknowledged.push((await createGoal(browser)).id)
  child.process.kill('SIGKILL')
  const { stderr } = await child.exited
  expect(stderr.split('\n')).toEqual([expect.stringMatching(rewritten), ''])
  expect((await idsAgain(browser)).toSorted()).toEqual(acknowledged.toSorted())
})
