import { createClient } from '@cairn/contract/client'
import { describe, expect, inject, it } from 'vitest'
import { runScript, verifyEmailScript } from '../support/child-process.ts'
import { createTestTable } from '../support/engine.ts'
import { machineForEachTest } from '../support/machine.ts'
import { startTestService } from '../support/service.ts'
import { signInAgain } from '../support/sign-in.ts'

const ada = { email: 'ada@example.com', displayName: 'Ada', password: 'correct horse battery' }

const machine = machineForEachTest()

const register = (origin: string) =>
  createClient({ baseUrl: origin, headers: { origin } }).register({ body: ada })

const verify = (...parameters: string[]) =>
  runScript(verifyEmailScript, parameters, { DATA_DIR: machine.directory })

describe('verify-email', () => {
  it('verifies beside the running service, which then lets the person in', async () => {
    const child = await machine.start({ EMAIL_DELIVERY: 'off' })
    await register(child.origin)
    await expect(signInAgain(child, ada)).rejects.toThrow('401')
    expect(await verify('ADA@example.com')).toMatchObject({ code: 0, stderr: '' })
    expect((await signInAgain(child, ada)).email).toBe(ada.email)
    expect(await verify(ada.email)).toEqual({
      code: 0,
      signal: null,
      stdout: 'ada@example.com was verified already.\n',
      stderr: '',
    })
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'verifies after %s of the service, and frees the directory',
    async (signal) => {
      const child = await machine.start()
      await register(child.origin)
      child.process.kill(signal)
      await child.exited
      expect(await verify(ada.email)).toMatchObject({ code: 0, stdout: 'ada@example.com is verified.\n' })
      const again = await machine.start()
      await signInAgain(again, ada)
    },
  )

  it('verifies in the table that the environment names', async () => {
    const table = await createTestTable()
    const service = await startTestService({ table })
    await register(service.origin)
    const environment = { DYNAMODB_ENDPOINT: inject('engineEndpoint'), TABLE_NAME: table.tableName }
    expect(await runScript(verifyEmailScript, [ada.email], environment)).toMatchObject({ code: 0 })
    await signInAgain(service, ada)
    await service.stop()
    await table.stop()
  })

  it.each([
    ['an address that nobody registered', ['bob@example.com'], 'Nobody has registered bob@example.com.\n'],
    ['no address', [], 'Usage: npm run verify-email -- user@example.com\n'],
    ['what is no address', ['ada'], 'Usage: npm run verify-email -- user@example.com\n'],
    [
      'two addresses',
      ['a@example.com', 'b@example.com'],
      'Usage: npm run verify-email -- user@example.com\n',
    ],
  ])('ends with 1 and a sentence on %s', async (_, parameters, stderr) => {
    expect(await verify(...parameters)).toEqual({ code: 1, signal: null, stdout: '', stderr })
  })
})
