import { beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { createMachine } from '../support/command.ts'

const { service, ada } = await startWithAda()
const { origin } = service
const first = await createToken(ada)
await ada.api.createOrganization({ body: { name: 'Beta & Söhne' } })
const second = await createToken(ada)
const { cairn } = stopAfterFile(await createMachine())

const organizationOf = async (parameters: string[] = [], environment: Record<string, string> = {}) => {
  const { stdout, stderr } = await cairn(['whoami', '--json', ...parameters], { environment })
  return JSON.parse(stdout || stderr).organization?.name
}
const listed = async () => (await cairn(['profiles'])).stdout

beforeAll(async () => {
  expect(await listed()).toBe('You are not signed in. Run: cairn login https://cairn.example.com\n')
  await cairn(['login', origin], { input: first.secret })
  const { stderr } = await cairn(['login', origin], { input: second.secret })
  expect(stderr).toContain(', profile beta-s-hne.\n')
})

describe('somebody in two organizations', () => {
  it('has two profiles, and uses the last', async () => {
    expect(await listed()).toBe(
      `   default     Ada           Ada  ${origin}\n*  beta-s-hne  Beta & Söhne  Ada  ${origin}\n`,
    )
    expect(await organizationOf()).toBe('Beta & Söhne')
    const { profiles } = JSON.parse((await cairn(['profiles', '--json'])).stdout)
    expect(profiles[0]).toEqual({
      name: 'default',
      origin,
      organization: 'Ada',
      user: 'Ada',
      isCurrent: false,
    })
  })

  it('names one for a command, for a shell, or from now on', async () => {
    expect(await organizationOf(['--profile', 'default'])).toBe('Ada')
    expect(await organizationOf([], { CAIRN_PROFILE: 'default' })).toBe('Ada')
    expect((await cairn(['profiles', 'use', 'default'])).stdout).toBe(`Commands use default, at ${origin}.\n`)
    expect(await organizationOf()).toBe('Ada')
    expect(await organizationOf(['--origin', origin])).toBe('Ada')
  })

  it('signs in again where a profile is, and removes it', async () => {
    const again = await cairn(['login', '--profile', 'default'], { input: first.secret })
    expect(again).toMatchObject({ code: 0, stdout: `Signed in to ${origin} as Ada, in Ada.\n` })
    const { stdout } = await cairn(['profiles', 'remove', 'default', '--json'])
    expect(JSON.parse(stdout)).toEqual({ origin, profile: 'default' })
    expect(await organizationOf()).toBe('Beta & Söhne')
    expect(await cairn(['logout', '--profile=default'])).toMatchObject({
      code: 3,
      stderr:
        'cairn: There is no profile default. Sign in: cairn login --profile default, or see: cairn profiles\n',
    })
  })

  it.each([['use'], ['remove']])('cannot %s one that is not there', async (command) => {
    expect((await cairn(['profiles', command, 'none'])).code).toBe(3)
    expect(await cairn(['profiles', command, '../x'])).toMatchObject({ code: 2 })
  })
})
