import { createClient } from '@cairn/contract/http/client'
import { endSessions } from '@cairn/local/commands/end-sessions'
import { verifyEmail } from '@cairn/local/commands/verify-email'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { beginSession, registerVerified } from '../../support/people/accounts.ts'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import { withCookie } from '../../support/people/clients.ts'
import { newcomer } from '../../support/people/sessions.ts'
import { type Browser, signInAgain } from '../../support/people/sign-in.ts'
import { outcomeOf } from '../../support/requests/outcomes.ts'
import { endSessionsScript, runScript } from '../../support/service/child-process.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { machineForEachTest, runHere } from '../../support/service/machine.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

const password = 'correct horse battery'
const machine = machineForEachTest()
afterEach(() => vi.unstubAllEnvs())

const end = (...parameters: string[]) => machine.run(endSessions, ...parameters)
const works = ({ api }: Pick<Browser, 'api'>) => outcomeOf(api.getAuthSession())

async function enter({ origin }: { origin: string }, name: string): Promise<Browser> {
  const person = { email: `${name.toLowerCase()}@example.com`, displayName: name, password }
  await createClient({ baseUrl: origin, headers: { origin } }).register({ body: person })
  await machine.run(verifyEmail, person.email)
  return signInAgain({ origin }, person)
}

describe('end-sessions, on one machine', () => {
  it('ends those of one person while the service runs, and no others', async () => {
    const service = await machine.startHere()
    const [ada, bob] = [await enter(service, 'Ada'), await enter(service, 'Bob')]
    const token = await createToken(ada)
    expect(await end('ADA@example.com')).toEqual({
      code: 0,
      stdout: 'All sessions of ADA@example.com have ended.\n',
      stderr: '',
    })
    expect([await works(ada), await works(bob)]).toEqual(['401 unauthorized', 'ok'])
    expect(await outcomeOf(programWith(service, token).listGoals())).toBe('ok')
    const again = await signInAgain(service, { email: ada.email, displayName: 'Ada', password })
    expect(await works(again)).toBe('ok')
    expect(await end(bob.userId)).toMatchObject({ code: 0 })
    expect([await works(again), await works(bob)]).toEqual(['ok', '401 unauthorized'])
  })

  it('ends those of everybody while the service is stopped, in a process of its own', async () => {
    const service = await machine.startHere()
    const people = [await enter(service, 'Ada'), await enter(service, 'Bob')]
    await service.stop()
    const exit = await runScript(endSessionsScript, ['--everybody'], { DATA_DIR: machine.directory })
    expect(exit).toEqual({
      code: 0,
      signal: null,
      stdout: 'All sessions have ended, of 2 people.\n',
      stderr: '',
    })
    const again = await machine.startHere()
    for (const { cookie } of people) {
      expect(await works({ api: withCookie(again, cookie) })).toBe('401 unauthorized')
    }
  })

  it('exits 1 with a sentence about somebody who is unknown', async () => {
    const service = await machine.startHere()
    await service.stop()
    expect(await end('bob@example.com')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Nobody has a verified account or a user id bob@example.com.\n',
    })
  })

  it.each([
    ['nobody', []],
    ['two people', ['a@example.com', 'b@example.com']],
    ['somebody and everybody', ['a@example.com', '--everybody']],
    ['an unknown option', ['--all']],
  ])('exits 1 with its usage on %s', async (_, parameters) => {
    const { code, stdout, stderr } = await end(...parameters)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^Usage: npm run end-sessions -- user@example\.com\n/)
  })

  it('exits 1 without the name of the table on AWS', async () => {
    expect(await end('--aws', '--everybody')).toMatchObject({
      code: 1,
      stderr: 'Set TABLE_NAME to the table on AWS.\n',
    })
  })
})

describe('end-sessions, with the table that the environment names', () => {
  it('ends every session: of accounts that were never used, and of users that a provider signs in', async () => {
    const table = stopAfterFile(await createWireTable())
    const service = stopAfterFile(await startTestService({ table }))
    const environment = { DYNAMODB_ENDPOINT: await engineEndpoint(), TABLE_NAME: table.tableName }
    await registerVerified(service, { email: 'ada@example.com', displayName: 'Ada' })
    const unused = withCookie(service, await beginSession(service, 'ada@example.com'))
    const guest = await newcomer(service, 'Gus')
    expect(await works(guest)).toBe('ok')
    const all = await runHere(endSessions, ['--everybody'], environment)
    expect(all).toMatchObject({ code: 0, stdout: 'All sessions have ended, of 2 people.\n' })
    expect([await works({ api: unused }), await works(guest)]).toEqual([
      '401 unauthorized',
      '401 unauthorized',
    ])
    const again = withCookie(service, await beginSession(service, 'ada@example.com'))
    expect(await works({ api: again })).toBe('ok')
    await expectSoundTable(table.database)
  })

  it('takes region, credentials and endpoint from the AWS SDK, for one person and for everybody', async () => {
    const table = stopAfterFile(await createWireTable())
    const service = stopAfterFile(await startTestService({ table }))
    const [ada, bob] = [await newcomer(service, 'Ada'), await newcomer(service, 'Bob')]
    expect([await works(ada), await works(bob)]).toEqual(['ok', 'ok'])
    // The SDK reads the variables of the process.
    vi.stubEnv('AWS_REGION', 'eu-central-1')
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'of nobody')
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', await engineEndpoint())
    const environment = { TABLE_NAME: table.tableName }
    const one = await runHere(endSessions, ['--aws', ada.userId], environment)
    expect(one).toMatchObject({ code: 0, stdout: `All sessions of ${ada.userId} have ended.\n` })
    expect([await works(ada), await works(bob)]).toEqual(['401 unauthorized', 'ok'])
    const all = await runHere(endSessions, ['--aws', '--everybody'], environment)
    expect(all).toMatchObject({ code: 0, stdout: 'All sessions have ended, of 2 people.\n' })
    expect(await works(bob)).toBe('401 unauthorized')
  })

  it('says what is wrong if the table does not exist', async () => {
    const environment = { DYNAMODB_ENDPOINT: await engineEndpoint(), TABLE_NAME: 'no-such-table' }
    const { code, stderr } = await runHere(endSessions, ['--everybody'], environment)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Cannot use table no-such-table: /)
  })
})
