import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { createClient } from '@cairn/contract/http/client'
import { verifyEmail } from '@cairn/local/commands/verify-email'
import { describe, expect, it, vi } from 'vitest'
import { signInAgain } from '../../support/people/sign-in.ts'
import { runScript, verifyEmailScript } from '../../support/service/child-process.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { machineForEachTest, runHere } from '../../support/service/machine.ts'
import { startTestService } from '../../support/service/service.ts'

const ada = { email: 'ada@example.com', displayName: 'Ada', password: 'correct horse battery' }

const machine = machineForEachTest()

const register = (origin: string) =>
  createClient({ baseUrl: origin, headers: { origin } }).register({ body: ada })

const verify = (...parameters: string[]) => machine.run(verifyEmail, ...parameters)

describe('verify-email', () => {
  it('verifies while the service runs, which then lets the person sign in', async () => {
    const service = await machine.startHere({ environment: { EMAIL_DELIVERY: 'off' } })
    await register(service.origin)
    await expect(signInAgain(service, ada)).rejects.toThrow('401')
    expect(await verify('ADA@example.com')).toMatchObject({ code: 0, stderr: '' })
    expect((await signInAgain(service, ada)).email).toBe(ada.email)
    expect(await verify(ada.email)).toEqual({
      code: 0,
      stdout: 'ada@example.com was already verified.\n',
      stderr: '',
    })
  })

  it('verifies after the service has stopped, in a process of its own, and frees the directory', async () => {
    const service = await machine.startHere()
    await register(service.origin)
    await service.stop()
    const exit = await runScript(verifyEmailScript, [ada.email], { DATA_DIR: machine.directory })
    expect(exit).toEqual({ code: 0, signal: null, stdout: 'ada@example.com is verified.\n', stderr: '' })
    await signInAgain(await machine.startHere(), ada)
  })

  it('verifies in the table that the environment names', async () => {
    const table = await createWireTable()
    const service = await startTestService({ table })
    await register(service.origin)
    const environment = { DYNAMODB_ENDPOINT: await engineEndpoint(), TABLE_NAME: table.tableName }
    expect(await runHere(verifyEmail, [ada.email], environment)).toMatchObject({ code: 0 })
    await signInAgain(service, ada)
    await service.stop()
    await table.stop()
  })

  it('exits 1 with a sentence on an address without an account', async () => {
    await machine.startHere()
    expect(await verify('bob@example.com')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'No account has the email address bob@example.com.\n',
    })
  })

  it.each([
    ['no address', []],
    ['an invalid address', ['ada']],
    ['two addresses', ['a@example.com', 'b@example.com']],
  ])('exits 1 with its usage on %s', async (_, parameters) => {
    const { code, stdout, stderr } = await verify(...parameters)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^Usage: npm run verify-email -- user@example\.com\n/)
  })

  it.each(['nothing/below', '/proc/cairn', verifyEmailScript])(
    'exits 1, names the directory and creates nothing if there is no database: %s',
    async (place) => {
      const directory = path.resolve(machine.directory, place)
      const exit = await runHere(verifyEmail, [ada.email], { DATA_DIR: directory })
      expect(exit).toMatchObject({ code: 1, stdout: '' })
      expect(exit.stderr).toMatch(/^There is no Cairn database in [^\n]* DATA_DIR [^\n]*\n$/)
      expect(exit.stderr).toContain(directory)
      expect(await readdir(machine.directory)).toEqual([])
    },
  )

  it('exits 1 with a sentence without a reachable endpoint', async () => {
    const exit = await runHere(verifyEmail, [ada.email], { DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' })
    expect(exit).toMatchObject({ code: 1, stdout: '' })
    expect(exit.stderr).toMatch(/^Cannot use table cairn: [^\n]*ECONNREFUSED[^\n]*\n$/)
  })

  it('exits 1 with a sentence without AWS credentials', async () => {
    // The SDK reads the variables of the process.
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined)
    vi.stubEnv('AWS_PROFILE', 'nobody')
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
    const endpoint = 'https://dynamodb.eu-west-1.amazonaws.com'
    const exit = await runHere(verifyEmail, [ada.email], { DYNAMODB_ENDPOINT: endpoint })
    vi.unstubAllEnvs()
    expect(exit).toMatchObject({ code: 1, stdout: '' })
    expect(exit.stderr).toMatch(/^Cannot use table cairn: [^\n]*credentials[^\n]*\n$/)
  })

  it('exits 1 with a sentence if the database has no such table, and creates none', async () => {
    const environment = { DYNAMODB_ENDPOINT: await engineEndpoint(), TABLE_NAME: 'not-restored' }
    for (let tries = 0; tries < 2; tries++) {
      const exit = await runHere(verifyEmail, [ada.email], environment)
      expect(exit).toMatchObject({ code: 1, stdout: '' })
      expect(exit.stderr).toMatch(/^Cannot use table not-restored: [^\n]+\n$/)
    }
  })
})
