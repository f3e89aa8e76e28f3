import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { apiTokenScopeRegistry } from '@cairn/contract/schemas/api-tokens'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { begin, createBrowser, decide } from '../../../support/requests/program.ts'
import { createMachine, type Machine, outputOf } from '../support/command.ts'
import { json, silent, startFakeService } from '../support/fake-service.ts'

const { service, ada } = await startWithAda()
const { origin } = service
const { activeOrganizationId: organizationId } = await ada.api.getAuthSession()
const scopes = ['goals:read', 'goals:read:all']

let machine: Machine
let file: string

beforeEach(async () => {
  machine = await createMachine()
  file = path.join(machine.home, '.config/cairn/credentials.json')
})
afterEach(() => machine.stop())

/** Begins a sign-in. Settles with the address that the person opens, and where the browser returns to. */
async function beginSignIn() {
  const child = machine.start(['login', origin, '--web'])
  let notes = ''
  child.stderr?.on('data', (chunk) => {
    notes += chunk
  })
  const output = outputOf(child)
  await expect.poll(() => notes).toMatch(/https?:\S+\?\S+\n/)
  const url = /https?:\S+\?\S+/.exec(notes)?.[0] ?? ''
  const query = new URL(url).searchParams
  return { url, query, back: query.get('redirect_uri') ?? '', output }
}

/** Ada opens the address and decides. Returns what the browser brings back. */
async function answer(url: string, allow: boolean): Promise<URLSearchParams> {
  const browser = createBrowser(origin, ada)
  const consentId = await begin(browser, url)
  return decide(browser, origin, consentId, allow ? { allow, organizationId, scopes } : { allow })
}

async function signIn(): Promise<void> {
  const { url, back, output } = await beginSignIn()
  const returned = await fetch(`${back}?${await answer(url, true)}`)
  expect(await returned.text()).toContain('You can close this page')
  const { code, stdout } = await output
  expect({ code, stdout }).toEqual({ code: 0, stdout: `Signed in to ${origin} as Ada, in Ada.\n` })
}

const credential = async () => JSON.parse(await readFile(file, 'utf8')).profiles.default.credential

/** Writes a sign-in, whose access token has ended unless told otherwise. Returns what is in the file. */
async function write(origin: string, expiresAt = '2026-01-01T00:00:00.000Z'): Promise<string> {
  const profile = { origin, credential: { token: 'old', refreshToken: 'r', clientId: 'c', expiresAt } }
  const content = JSON.stringify({ version: 2, current: 'default', profiles: { default: profile } })
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, content, { mode: 0o600 })
  return content
}

const busy = (status: number, seconds: string) => json(status, {}, { 'retry-after': seconds })

/** As if the access token had lasted its hour. */
async function letTokenEnd(): Promise<void> {
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/"expiresAt": "[^"]*"/, '"expiresAt": "2026-01-01T00:00:00.000Z"'))
}

describe('signing in with the browser', () => {
  it('asks for the service only, with PKCE, and comes back to this machine', async () => {
    const { url, query, back, output } = await beginSignIn()
    expect(new URL(url).origin).toBe(origin)
    expect(query.get('resource')).toBe(origin)
    expect(query.get('code_challenge_method')).toBe('S256')
    expect(query.get('scope')).toBe(apiTokenScopeRegistry.map(({ id }) => id).join(' '))
    expect(back).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    const parameters = await answer(url, true)
    // Another page may send requests to the port; none of them is the answer.
    for (const [name, value] of [
      ['state', 'guessed'],
      ['iss', 'https://elsewhere.example'],
    ] as const) {
      const forged = new URLSearchParams(parameters)
      forged.set(name, value)
      expect((await fetch(`${back}?${forged}`)).status).toBe(404)
    }
    expect((await fetch(`${back}?${parameters}`)).status).toBe(200)
    expect((await output).code).toBe(0)
    const { stdout } = await machine.cairn(['whoami', '--json'])
    expect(JSON.parse(stdout).credential).toMatchObject({ kind: 'oauth', scopes })
  })

  it('keeps nothing at Ctrl-C', async () => {
    const child = machine.start(['login', origin, '--web'])
    const output = outputOf(child)
    await new Promise((resolve) => child.stderr?.once('data', resolve))
    child.kill('SIGINT')
    expect(await output).toMatchObject({ code: 130, stdout: '' })
    await expect(readdir(path.dirname(file))).rejects.toThrow('ENOENT')
  })

  it('does not begin with a file that cannot be written to', async () => {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, '', { mode: 0o600 })
    const { code, stderr } = await machine.cairn(['login', origin, '--web'])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `cairn: ${file} is damaged. Delete it and sign in again.\n`,
    })
  })

  it('keeps nothing if the person refuses', async () => {
    const { url, back, output } = await beginSignIn()
    await fetch(`${back}?${await answer(url, false)}`)
    expect(await output).toMatchObject({ code: 3, stdout: '' })
    expect((await output).stderr).toContain('The sign-in was refused in the browser.')
    await expect(readFile(file)).rejects.toThrow('ENOENT')
  })

  it('refuses a code that is not of this sign-in', async () => {
    const { url, back, output } = await beginSignIn()
    const parameters = await answer(url, true)
    parameters.set('code', 'forged')
    await fetch(`${back}?${parameters}`)
    const { code, stderr } = await output
    expect(code).toBe(3)
    expect(stderr).toContain('cairn: The sign-in was refused')
  })

  it.each([
    ['no metadata', json(404, {})],
    ['metadata of another server', json(200, { issuer: 'https://elsewhere.example' })],
  ])('says that it is not there with %s', async (_, metadata) => {
    const fake = await startFakeService()
    fake.answers = [metadata]
    const { code, stderr } = await machine.cairn(['login', fake.origin, '--web'])
    await fake.stop()
    expect(code).toBe(2)
    expect(stderr).toContain('has no sign-in for programs')
  })

  it('says if the service is not there', async () => {
    const fake = await startFakeService()
    await fake.stop()
    const { code, stderr } = await machine.cairn(['login', fake.origin, '--web'])
    expect({ code, stderr }).toEqual({ code: 6, stderr: `cairn: Cannot reach ${fake.origin}.\n` })
  })
})

describe('the access token', () => {
  it('is renewed once, however many commands need it at the same time', async () => {
    await signIn()
    const before = await credential()
    await letTokenEnd()
    const outputs = await Promise.all([1, 2, 3].map(() => machine.process(['whoami'])))
    expect(outputs.map(({ code }) => code)).toEqual([0, 0, 0])
    const after = await credential()
    expect(after.token).not.toBe(before.token)
    expect(after.refreshToken).not.toBe(before.refreshToken)
    expect((await machine.cairn(['goals'])).code).toBe(0)
  })

  it('is renewed after the service was busy, when it said', async () => {
    const fake = await startFakeService()
    const renewed = json(200, { access_token: 'new', refresh_token: 's', expires_in: 3600 })
    fake.answers = [busy(503, '2'), busy(429, '10'), renewed, json(200, {})]
    await write(fake.origin)
    const pauses: number[] = []
    const pause = async (milliseconds: number) => {
      pauses.push(milliseconds)
    }
    expect((await machine.cairn(['whoami', '--json'], { pause })).code).toBe(0)
    expect(pauses).toEqual([2_000, 10_000])
    expect(fake.got.at(-1)?.headers.authorization).toBe('Bearer new')
    expect((await credential()).refreshToken).toBe('s')
    await fake.stop()
  })

  it.each([
    ['is renewed', 50, 'new'],
    ['is sent as it is', 3_000, 'old'],
  ])('%s if it lasts %i more seconds', async (_, seconds, token) => {
    const fake = await startFakeService()
    const renewed = json(200, { access_token: 'new', refresh_token: 's', expires_in: 3600 })
    fake.answers = token === 'new' ? [renewed, json(200, {})] : [json(200, {})]
    await write(fake.origin, new Date(Date.now() + seconds * 1_000).toISOString())
    expect((await machine.cairn(['whoami', '--json'])).code).toBe(0)
    expect(fake.got.at(-1)?.headers.authorization).toBe(`Bearer ${token}`)
    await fake.stop()
  })

  it.each([
    ['for too long', '11', 1, 'in 11 seconds'],
    ['again and again', '1', 3, 'in 1 second'],
  ])('is kept if the service is busy %s, which one sentence says', async (_, seconds, times, when) => {
    const fake = await startFakeService()
    fake.answers = [busy(503, seconds)]
    await write(fake.origin)
    expect(await machine.cairn(['whoami'])).toEqual({
      code: 6,
      stdout: '',
      stderr: `cairn: ${fake.origin} is busy or unavailable: try again ${when}.\n`,
    })
    expect(fake.got).toHaveLength(times)
    expect(await credential()).toMatchObject({ token: 'old', refreshToken: 'r' })
    await fake.stop()
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'is as it was after %s during its renewal, and the next command need not wait',
    async (signal, code) => {
      const fake = await startFakeService()
      fake.answers = [silent]
      const content = await write(fake.origin)
      const child = machine.start(['whoami'])
      const output = outputOf(child)
      await expect.poll(() => fake.got.map(({ path }) => path)).toEqual(['/oauth/token'])
      expect(await readdir(path.dirname(file))).toEqual(['credentials.json', 'credentials.json.lock'])
      child.kill(signal)
      expect(await output).toEqual({ code, stdout: '', stderr: '' })
      expect(await readdir(path.dirname(file))).toEqual(['credentials.json'])
      expect(await readFile(file, 'utf8')).toBe(content)
      await fake.stop()
    },
  )

  it('is not renewed after the grant has ended', async () => {
    await signIn()
    const { grants } = await ada.api.listOAuthGrants({})
    for (const { id } of grants) await ada.api.endOAuthGrant({ params: { grantId: id } })
    expect((await machine.cairn(['whoami'])).code).toBe(3)
    await letTokenEnd()
    const { code, stderr } = await machine.cairn(['whoami'])
    expect(code).toBe(3)
    expect(stderr).toBe(`cairn: Your sign-in has ended. Run: cairn login ${origin} --web\n`)
  })

  it('ends with the sign-in', async () => {
    await signIn()
    const { token } = await credential()
    expect((await machine.cairn(['logout'])).stdout).toBe(`Forgot the token of ${origin}.\n`)
    const environment = { CAIRN_ORIGIN: origin, CAIRN_TOKEN: token }
    expect((await machine.cairn(['whoami'], { environment })).code).toBe(3)
  })
})
