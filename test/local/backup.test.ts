import { copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { backup } from '@cairn/local/commands/backup'
import { checkIntegrity } from '@cairn/local/commands/check-integrity'
import { describe, expect, it } from 'vitest'
import { withCookie } from '../support/people/clients.ts'
import { signIn, signInAgain } from '../support/people/sign-in.ts'
import { backupScript, runScript } from '../support/service/child-process.ts'
import { machineForEachTest, runHere } from '../support/service/machine.ts'
import { allGoals } from './support/all-goals.ts'

const ada = { email: 'ada@example.com', displayName: 'Ada' }
const clientCount = 16

const machine = machineForEachTest()
const fileOf = (name: string) => path.join(machine.directory, name)
const backUp = (...parameters: string[]) => machine.run(backup, ...parameters)

/** As the README describes it. */
async function restore(file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(fileOf(`engine.sqlite${suffix}`), { force: true })
  await copyFile(file, fileOf('engine.sqlite'))
}

describe('npm run backup', () => {
  it('holds every write that was acknowledged before it began, while clients write', async () => {
    const child = await machine.start({ RATE_LIMITS: 'off' })
    const browser = await signIn(child, ada)
    const acknowledged: string[] = []
    let isDone = false
    const writers = Array.from({ length: clientCount }, async (_, client) => {
      for (let count = 0; !isDone; count++) {
        const { goal } = await browser.api.createGoal({
          body: { detailedDescription: `goal ${client}/${count}`, timeframe: { kind: 'continuous' } },
        })
        acknowledged.push(goal.id)
      }
    })
    await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(50)
    const before = [...acknowledged]
    const copy = fileOf('backup.sqlite')
    // The whole command, as npm runs it: in this process, no client could write meanwhile.
    expect(await runScript(backupScript, [copy], { DATA_DIR: machine.directory })).toEqual({
      code: 0,
      signal: null,
      stdout: `Saved a backup of ${fileOf('engine.sqlite')} as ${copy}.\n`,
      stderr: '',
    })
    expect((await stat(copy)).mode & 0o777).toBe(0o600)
    isDone = true
    await Promise.all(writers)
    child.process.kill('SIGTERM')
    await child.exited

    await restore(copy)
    expect(await machine.run(checkIntegrity)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+ records in table cairn: 0 broken, 0 orphaned\.\n$/),
    })
    const again = withCookie(await machine.startHere(), browser.cookie)
    const ids = (await allGoals({ api: again })).map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(before))
    // A consistent state: only goals that were acknowledged or in flight.
    expect(ids.length).toBeLessThanOrEqual(acknowledged.length)
  })

  it('copies the database after the service has stopped', async () => {
    const service = await machine.startHere()
    await signIn(service, ada)
    await service.stop()
    expect(await backUp(fileOf('backup.sqlite'))).toMatchObject({ code: 0, stderr: '' })
    await restore(fileOf('backup.sqlite'))
    await signInAgain(await machine.startHere(), ada)
  })

  it('copies the database after kill -9 of the service', async () => {
    const child = await machine.start()
    const { cookie } = await signIn(child, ada)
    child.process.kill('SIGKILL')
    await child.exited
    expect(await backUp(fileOf('backup.sqlite'))).toMatchObject({ code: 0, stderr: '' })
    await restore(fileOf('backup.sqlite'))
    const { user } = await withCookie(await machine.startHere(), cookie).getAuthSession()
    expect(user.displayName).toBe('Ada')
  })

  it('restores a database that the service refuses to start with', async () => {
    const service = await machine.startHere()
    await signIn(service, ada)
    await backUp(fileOf('backup.sqlite'))
    await service.stop()
    const bytes = await readFile(fileOf('engine.sqlite'))
    await writeFile(fileOf('engine.sqlite'), bytes.fill(0xff, 8_192, 20_480))
    await expect(machine.startHere()).rejects.toThrow(
      /^The database file \S+ (?:is damaged|cannot be used): [^\n]+$/,
    )
    await restore(fileOf('backup.sqlite'))
    await signInAgain(await machine.startHere(), ada)
  })

  it.each([[[]], [['--fast']], [['a', 'b']]])('exits 1 with its usage on %j', async (parameters) => {
    const { code, stderr } = await backUp(...parameters)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Usage: npm run backup -- <file>\n/)
  })

  it('exits 1 with a sentence and changes no existing file', async () => {
    await (await machine.startHere()).stop()
    await writeFile(fileOf('mine'), 'mine')
    expect(await backUp(fileOf('mine'))).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `${fileOf('mine')} exists. Name a new file.\n`,
    })
    expect(await readFile(fileOf('mine'), 'utf8')).toBe('mine')
    const { code, stderr } = await backUp(fileOf('no/such/directory'))
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Cannot write the backup [^\n]+\n$/)
  })

  it('leaves no file if the database is damaged', async () => {
    await writeFile(fileOf('engine.sqlite'), 'no database'.repeat(500))
    const { code, stderr } = await backUp(fileOf('backup.sqlite'))
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Cannot write the backup [^\n]+: file is not a database\n$/)
    expect(await readdir(machine.directory)).toEqual(['engine.sqlite'])
  })

  it('exits 1 with a sentence without a database, or with another one', async () => {
    const missing = await backUp(fileOf('backup.sqlite'))
    expect(missing).toMatchObject({ code: 1, stdout: '' })
    expect(missing.stderr).toMatch(/^There is no Cairn database in [^\n]+\n$/)
    expect(await readdir(machine.directory)).toEqual([])
    const environment = { DATA_DIR: machine.directory, DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' }
    const other = await runHere(backup, [fileOf('backup.sqlite')], environment)
    expect(other.stderr).toBe('DYNAMODB_ENDPOINT is set. Back that database up with its own tools.\n')
  })
})
