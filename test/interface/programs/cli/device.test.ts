import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { deviceGrant } from '../../../support/requests/device.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { createMachine, type Machine } from '../support/command.ts'
import { type Answer, broken, json, startFakeService } from '../support/fake-service.ts'

const { service, ada } = await startWithAda()
const { origin } = service
const { activeOrganizationId: organizationId } = await ada.api.getAuthSession()
const scopes: ['goals:read'] = ['goals:read']

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
})
afterEach(() => machine.stop())

/** Runs the command; the person decides while it waits for the second time. */
async function signIn(decision: { allow: boolean }) {
  const pauses: number[] = []
  const pause = async (milliseconds: number) => {
    pauses.push(milliseconds)
    if (pauses.length === 2) await decide()
  }
  let decide: () => Promise<unknown> = async () => undefined
  const output = machine.cairn(['login', origin, '--device'], {
    pause,
    onNote: (notes) => {
      const userCode = /^ {2}(\S{4}-\S{4})$/m.exec(notes)?.[1]
      if (userCode === undefined) return
      const body = decision.allow
        ? { userCode, allow: true, organizationId, scopes }
        : { userCode, allow: false }
      decide = () => ada.api.decideOAuthDevice({ body })
    },
  })
  return { ...(await output), pauses }
}

describe('signing in with a code', () => {
  it('prints the page and the code, waits, and keeps the tokens as a sign-in with the browser does', async () => {
    const { code, stdout, stderr, pauses } = await signIn({ allow: true })
    expect(stderr).toMatch(
      new RegExp(
        `^Open ${origin}/device in a browser on any machine and enter this code:\\n\\n {2}(\\S{4}-\\S{4})\\n\\n` +
          `Or open ${origin}/device\\?user_code=\\1\\nThe code is for you alone, and expires in 10 minutes\\.\\n` +
          'The token is in .*, profile default\\.\\n$',
      ),
    )
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Signed in to ${origin} as Ada, in Ada.\n` })
    expect(pauses.every((milliseconds) => milliseconds >= 5_000)).toBe(true)
    const file = path.join(machine.home, '.config/cairn/credentials.json')
    const { credential } = JSON.parse(await readFile(file, 'utf8')).profiles.default
    expect(Object.keys(credential).toSorted()).toEqual(['clientId', 'expiresAt', 'refreshToken', 'token'])
    expect((await machine.cairn(['whoami'])).stdout).toContain('cairn command')
    expect((await ada.api.listOAuthGrants()).grants).toHaveLength(1)
    await machine.cairn(['logout'])
    expect((await ada.api.listOAuthGrants()).grants).toEqual([])
  })

  it('ends with 3 if the person refuses, and keeps nothing', async () => {
    const { code, stderr } = await signIn({ allow: false })
    expect(code).toBe(3)
    expect(stderr).toContain('The sign-in was refused: the user has refused.')
    expect((await machine.cairn(['whoami'])).code).toBe(3)
  })

  it('is suggested where no browser can be opened', async () => {
    const hint = 'On a machine without a browser: cairn login --device'
    const notesWith = async (environment: Record<string, string>) =>
      (await machine.cairn(['login', origin], { environment, input: 'none\n' })).stderr
    expect(await notesWith({ SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22', DISPLAY: ':0' })).toContain(hint)
    expect(await notesWith({ DISPLAY: ':0' })).not.toContain(hint)
  })

  it('is refused together with --web', async () => {
    const { code, stderr } = await machine.cairn(['login', origin, '--device', '--web'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('Choose one: --web or --device.')])
  })
})

describe('a service that is not as it should be', async () => {
  const fake = stopAfterFile(await startFakeService())
  const metadata = (more: object): Answer =>
    json(200, {
      issuer: fake.origin,
      authorization_endpoint: `${fake.origin}/a`,
      token_endpoint: `${fake.origin}/t`,
      registration_endpoint: `${fake.origin}/r`,
      revocation_endpoint: `${fake.origin}/v`,
      device_authorization_endpoint: `${fake.origin}/d`,
      ...more,
    })
  const registered = json(201, { client_id: 'c' })
  const codes = {
    device_code: 'secret',
    user_code: 'BCDF-GHJK',
    verification_uri: `${fake.origin}/device`,
    expires_in: 600,
  }
  const pending = json(400, { error: 'authorization_pending' })
  const slow = json(400, { error: 'slow_down' })
  const login = async (answers: Answer[]) => {
    fake.answers = [metadata({}), registered, ...answers]
    fake.got.length = 0
    const pauses: number[] = []
    const output = await machine.cairn(['login', fake.origin, '--device'], {
      pause: async (milliseconds) => void pauses.push(milliseconds / 1_000),
    })
    return { ...output, pauses }
  }

  it.each([
    ['has no sign-in with a code', undefined, 'has no sign-in with a code'],
    ['sends the command elsewhere', 'https://evil.example.com/d', 'has no sign-in for programs'],
  ])('because it %s ends with 2', async (_, endpoint, message) => {
    fake.answers = [metadata({ device_authorization_endpoint: endpoint })]
    const { code, stderr } = await machine.cairn(['login', fake.origin, '--device'])
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  it.each([
    {},
    { ...codes, device_code: 7 },
    { ...codes, user_code: undefined },
    { ...codes, verification_uri: 'https://evil.example.com/device' },
    { ...codes, expires_in: '600' },
  ])('because it answers %j shows nothing and ends with 1', async (body) => {
    const { code, stderr } = await login([json(200, body)])
    expect([code, stderr]).toEqual([1, expect.stringContaining('did not answer with a code')])
  })

  it('does not send the person elsewhere, and prints no control characters', async () => {
    const { stderr } = await login([
      json(200, {
        ...codes,
        user_code: 'A\u001b[2J',
        verification_uri_complete: 'https://evil.example.com/device?user_code=BCDF-GHJK',
      }),
      json(400, { error: 'access_denied' }),
    ])
    for (const text of ['evil', '\u001b']) expect(stderr).not.toContain(text)
  })

  it('slows down when it is told to or the service cannot be reached, and goes on', async () => {
    const { code, pauses } = await login([
      json(200, { ...codes, interval: 2 }),
      pending,
      slow,
      pending,
      broken,
      pending,
      json(400, { error: 'access_denied' }),
    ])
    expect(code).toBe(3)
    expect(pauses).toEqual([2, 2, 7, 7, 12, 12])
    const sent = fake.got.slice(3).map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
    expect(sent[0]).toEqual({
      grant_type: deviceGrant,
      device_code: 'secret',
      client_id: 'c',
      resource: fake.origin,
    })
  })

  it('ends with 1 when the code has expired, whether it is told so or not', async () => {
    const told = await login([json(200, codes), pending, json(400, { error: 'expired_token' })])
    expect([told.code, told.pauses.length]).toEqual([1, 2])
    const untold = await login([json(200, codes), pending])
    expect([untold.code, untold.pauses.length]).toEqual([1, 121])
    for (const { stderr } of [told, untold]) expect(stderr).toContain('Nobody entered the code in time.')
  })
})
