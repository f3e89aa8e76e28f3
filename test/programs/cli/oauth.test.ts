import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { begin, createBrowser, decide } from '../../support/oauth/program.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { createMachine, type Machine, outputOf } from '../support/command.ts'
import { json, startFakeService } from '../support/fake-service.ts'

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

const credential = async () => JSON.parse(await readFile(file, 'utf8')).origins[origin]

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
    expect(back).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    const parameters = await answer(url, true)
    // What another page may send to the port is no answer.
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
