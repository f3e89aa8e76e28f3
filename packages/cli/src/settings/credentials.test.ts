import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Choice, chooseProfile, findCredential, removeProfile, saveProfile } from './credentials.ts'

let home: string
let file: string
let environment: NodeJS.ProcessEnv

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'cairn-'))
  file = path.join(home, 'cairn/credentials.json')
  environment = { HOME: home, XDG_CONFIG_HOME: home }
})
afterEach(() => rm(home, { recursive: true }))

const found = (choice: Choice, variables: NodeJS.ProcessEnv = {}) =>
  findCredential({ ...environment, ...variables }, choice, async () => undefined)

const origin = 'https://a.example'
const inOrganization = (id: string, at = origin) => ({
  origin: at,
  credential: { token: `of ${id}` },
  organization: { id, name: `The ${id}!` },
  user: 'Ann',
})

/** A file that something else has written. */
async function write(content: string, mode = 0o600): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
  await chmod(file, mode)
}

test('signing in and out of several services at once loses nothing', async () => {
  const origins = ['a', 'b', 'c', 'd'].map((name) => `https://${name}.example`)
  await saveProfile(environment, { origin: 'https://old.example', credential: { token: 'old' } })
  await Promise.all([
    removeProfile(environment, { origin: 'https://old.example' }),
    ...origins.map((origin) => saveProfile(environment, { origin, credential: { token: `of ${origin}` } })),
  ])
  const all = await Promise.all(origins.map((origin) => found({ origin })))
  expect(all.map(({ token }) => token)).toEqual(origins.map((origin) => `of ${origin}`))
  await expect(found({ origin: 'https://old.example' })).rejects.toThrow('not signed in')
  expect(await readdir(path.dirname(file))).toEqual(['credentials.json'])
})

describe('a sign-in that nobody named', () => {
  test('is the default, and renews what it had in the organization', async () => {
    expect((await saveProfile(environment, inOrganization('one'))).name).toBe('default')
    const renewed = { ...inOrganization('one'), credential: { token: 'new' } }
    expect((await saveProfile(environment, renewed)).name).toBe('default')
    expect((await found({})).token).toBe('new')
  })

  test('of another organization or service gets a name of its own', async () => {
    await saveProfile(environment, inOrganization('one'))
    expect((await saveProfile(environment, inOrganization('two'))).name).toBe('the-two')
    expect((await saveProfile(environment, inOrganization('two', 'https://b.example'))).name).toBe(
      'the-two-2',
    )
    expect(
      (await saveProfile(environment, { origin: 'https://c.example:8', credential: { token: 'c' } })).name,
    ).toBe('c.example-8')
    expect((await saveProfile(environment, inOrganization('two'))).name).toBe('the-two')
  })
})

describe('the profile that a command uses', () => {
  beforeEach(async () => {
    await saveProfile(environment, inOrganization('one'), 'one')
    await saveProfile(environment, inOrganization('two'), 'two')
    await saveProfile(environment, inOrganization('three', 'https://c.example'), 'three')
  })

  test.each<[NodeJS.ProcessEnv, Choice, string]>([
    [{}, {}, 'of three'],
    [{}, { profile: 'one' }, 'of one'],
    [{ CAIRN_PROFILE: 'two' }, {}, 'of two'],
    [{ CAIRN_PROFILE: 'two' }, { profile: 'one' }, 'of one'],
    [{ CAIRN_PROFILE: 'two', CAIRN_ORIGIN: origin }, {}, 'of two'],
    [{ CAIRN_ORIGIN: origin }, { profile: 'three' }, 'of three'],
    [{ CAIRN_ORIGIN: origin, CAIRN_TOKEN: 't', CAIRN_PROFILE: 'one' }, {}, 't'],
    [{ CAIRN_ORIGIN: origin, CAIRN_TOKEN: 't' }, { profile: 'two' }, 'of two'],
    [{}, { origin: 'https://c.example' }, 'of three'],
  ])('%j and %j', async (variables, choice, token) => {
    expect((await found(choice, variables)).token).toBe(token)
  })

  test.each<[NodeJS.ProcessEnv, Choice, string]>([
    [{}, { profile: 'four' }, 'There is no profile four.'],
    [{}, { profile: '__proto__' }, 'The name of a profile has letters'],
    [{}, { profile: 'constructor' }, 'There is no profile constructor.'],
    [
      {},
      { profile: 'one', origin: 'https://c.example' },
      `The profile one is at ${origin}, not at https://c.example.`,
    ],
    [{ CAIRN_PROFILE: 'one', CAIRN_ORIGIN: 'https://c.example' }, {}, `The profile one is at ${origin}`],
    [{}, { origin }, `Several profiles are at ${origin}: one, two. Choose one`],
    [{}, { origin: 'https://d.example' }, 'You are not signed in at https://d.example.'],
  ])('is refused with %j and %j', async (variables, choice, message) => {
    await expect(found(choice, variables)).rejects.toThrow(message)
  })

  test('is chosen, and after it is removed nobody acts in another organization by accident', async () => {
    await chooseProfile(environment, 'two')
    expect((await found({ origin })).token).toBe('of two')
    await removeProfile(environment, {})
    await expect(found({})).rejects.toThrow('You have several profiles: one, three.')
    await removeProfile(environment, { profile: 'three' })
    expect((await found({})).token).toBe('of one')
    await removeProfile(environment, {})
    expect(await removeProfile(environment, {})).toBe(undefined)
    await expect(removeProfile(environment, { profile: 'one' })).rejects.toThrow('There is no profile one.')
  })
})

describe('a file that is no use', () => {
  test.each([
    '',
    '{',
    '{"version":2,"current":"default","prof',
    'null',
    '[]',
    '"text"',
    '{}',
    '{"version":1}',
    '{"version":1,"current":null,"origins":{}}',
    '{"version":2,"current":3,"profiles":{}}',
    '{"version":2,"current":null,"profiles":{"a":null}}',
    '{"version":2,"current":null,"profiles":{"a":{"origin":"https://a.example","credential":{"token":1}}}}',
    '{"version":2,"current":null,"profiles":{"a":{"origin":"https://a.example","credential":{"token":"t","refreshToken":"r"}}}}',
  ])('is called damaged, and left as it is: %s', async (content) => {
    await write(content)
    await expect(found({})).rejects.toThrow(`${file} is damaged. Delete it and sign in again.`)
    await expect(saveProfile(environment, inOrganization('one'))).rejects.toThrow('is damaged')
    expect(await readFile(file, 'utf8')).toBe(content)
    expect(await readdir(path.dirname(file))).toEqual(['credentials.json'])
  })

  test('because it is of a newer version, says so', async () => {
    await write('{"version":3}')
    await expect(found({})).rejects.toThrow('is of a newer version of cairn. Update this one.')
  })

  test.each([0o640, 0o604, 0o666])('because others can read it, is refused: %o', async (mode) => {
    await write('{"version":2,"current":null,"profiles":{}}', mode)
    await expect(found({})).rejects.toThrow(`Others on this machine can read ${file}.`)
  })

  test('because it cannot be read, is named', async () => {
    await mkdir(file, { recursive: true, mode: 0o700 })
    await expect(found({})).rejects.toThrow(`Cannot read ${file}: EISDIR`)
  })

  test('because its folder is a file, is named', async () => {
    await writeFile(path.join(home, 'cairn'), '')
    await expect(saveProfile(environment, inOrganization('one'))).rejects.toThrow(
      `Cannot write to ${path.dirname(file)}: EEXIST`,
    )
  })
})
