import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { createMachine, type Machine } from '../support/command.ts'

const { service, ada } = await startWithAda()
const { secret } = await createToken(ada)

let machine: Machine
let file: string

beforeEach(async () => {
  machine = await createMachine()
  file = path.join(machine.home, '.config/cairn/credentials.json')
})
afterEach(() => machine.stop())

const signIn = () => machine.cairn(['login', service.origin], { input: `${secret}\n` })
const modeOf = async (name: string) => (await stat(name)).mode & 0o777

describe('signing in', () => {
  it('keeps the token where only its user can read it', async () => {
    const { code, stdout, stderr } = await signIn()
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Signed in to ${service.origin} as Ada, in Ada.\n` })
    expect(stderr).toContain(`The token is in ${file}, profile default.`)
    expect(stdout + stderr).not.toContain(secret)
    expect([await modeOf(file), await modeOf(path.dirname(file))]).toEqual([0o600, 0o700])
    expect((await machine.cairn(['whoami'])).code).toBe(0)
  })

  it('reads a token that is typed, and does not show it', async () => {
    const { code, stdout } = await machine.onTerminal(
      ['login', service.origin],
      [['Token: ', `${secret}x\u007f\r`]],
    )
    expect(stdout).toContain('Signed in to')
    expect(stdout).not.toContain(secret.slice(0, 20))
    expect(code).toBe(0)
    expect(await readFile(file, 'utf8')).toContain(`"${secret}"`)
  })

  it('ends at Ctrl-C', async () => {
    const { code, stdout } = await machine.onTerminal(['login', service.origin], [['Token: ', 'abc\u0003']])
    expect(code).toBe(130)
    expect(stdout).not.toContain('abc')
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  it.each([
    ['a wrong token', 'cairn_wrong', 3],
    ['no token', '', 2],
    ['two lines', 'a\nb', 2],
  ])('keeps nothing with %s', async (_, input, code) => {
    expect((await machine.cairn(['login', service.origin], { input })).code).toBe(code)
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  it('needs to know where', async () => {
    const { code, stderr } = await machine.cairn(['login'], { input: secret })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'cairn: Say where: cairn login https://cairn.example.com\n',
    })
  })

  it('is forgotten', async () => {
    await signIn()
    expect((await machine.cairn(['logout'])).stdout).toBe(`Forgot the token of ${service.origin}.\n`)
    expect((await machine.cairn(['logout'])).stdout).toBe('You were not signed in.\n')
    expect(await readFile(file, 'utf8')).not.toContain(secret)
    const { code, stderr } = await machine.cairn(['whoami'])
    expect(code).toBe(3)
    expect(stderr).toBe('cairn: You are not signed in. Run: cairn login https://cairn.example.com\n')
  })
})

describe('the file', () => {
  it('is refused if others can read it', async () => {
    await signIn()
    await chmod(file, 0o644)
    const { code, stderr } = await machine.cairn(['whoami'])
    expect(code).toBe(3)
    expect(stderr).toBe(
      `cairn: Others on this machine can read ${file}. Revoke its token, then: chmod 600 '${file}'\n`,
    )
    // A token of the environment does not need it.
    const environment = { CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: secret }
    expect((await machine.cairn(['whoami'], { environment })).code).toBe(0)
  })

  it('is refused if it is damaged', async () => {
    await signIn()
    await writeFile(file, '{')
    const { code, stderr } = await machine.cairn(['whoami'])
    expect(code).toBe(1)
    expect(stderr).toContain('is damaged. Delete it and sign in again.')
  })

  it('is in the folder of XDG, which becomes private', async () => {
    const folder = path.join(machine.home, 'xdg')
    await mkdir(path.join(folder, 'cairn'), { recursive: true, mode: 0o755 })
    const environment = { XDG_CONFIG_HOME: folder, CAIRN_ORIGIN: service.origin }
    await machine.cairn(['login'], { input: secret, environment })
    expect(await modeOf(path.join(folder, 'cairn'))).toBe(0o700)
    expect((await machine.cairn(['whoami'], { environment })).code).toBe(0)
  })

  it('has a token for each origin, and sends none to another', async () => {
    await signIn()
    const elsewhere = await machine.cairn(['whoami', '--origin', 'https://other.example.com'])
    expect(elsewhere).toMatchObject({ code: 3, stdout: '' })
    expect(elsewhere.stderr).toContain('You are not signed in at https://other.example.com.')
    expect((await machine.cairn(['whoami', '--origin', `${service.origin}/`])).code).toBe(0)
  })
})
