import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ProductId, productIds } from '@cairn/cli/commands/setup/products'
import { beforeEach, describe, expect, it } from 'vitest'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { createMachine } from '../../support/command.ts'
import { fixtures } from './fixtures.ts'

const { cairn } = stopAfterFile(await createMachine())
const top = await mkdtemp(path.join(tmpdir(), 'cairn-setup-'))
stopAfterFile({ stop: () => rm(top, { recursive: true, force: true }) })

/** The folder of a project, and of the user. */
let folder = ''
let number = 0
beforeEach(async () => {
  folder = path.join(top, `${number++}`)
  await mkdir(folder)
})

const origin = 'https://cairn.example.com'
const setup = (product: string, ...parameters: string[]) =>
  cairn(['setup', product, '--origin', origin, '--folder', folder, ...parameters], {
    environment: { HOME: folder },
  })

const at = (file: string) => path.join(folder, file)
const read = (file: string) => readFile(at(file))
async function put(file: string, content: string | Buffer) {
  await mkdir(path.dirname(at(file)), { recursive: true })
  await writeFile(at(file), content)
}
const filesOf = (product: ProductId) => Object.keys(fixtures[product])

/** Ways in which a file of the same content may be written. */
const layouts: [name: string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['without a last line end', (text) => text.trimEnd()],
  ['with the line ends of Windows', (text) => text.replaceAll('\n', '\r\n')],
  ['with a byte order mark', (text) => `\ufeff${text}`],
]

describe.each(productIds)('%s', (product) => {
  it.each(layouts)('is set up, once, and restored byte for byte, %s', async (_, layout) => {
    const before = new Map<string, Buffer>()
    for (const [file, text] of Object.entries(fixtures[product])) {
      const bytes = Buffer.from(layout(text))
      before.set(file, bytes)
      await put(file, bytes)
      await chmod(at(file), 0o640)
    }
    expect((await setup(product, '--check')).code).toBe(1)
    const first = await setup(product)
    expect({ code: first.code, stdout: first.stdout }).toEqual({
      code: 0,
      stdout: filesOf(product)
        .map((file) => `Added to ${at(file)}\n`)
        .join(''),
    })
    expect(first.stderr).toMatch(/^[A-Z].+\.\n$/)
    const after = new Map<string, Buffer>()
    for (const file of filesOf(product)) {
      after.set(file, await read(file))
      // Nothing of what was there is gone.
      const lines = (before.get(file)?.toString() ?? '').split(/\r?\n/)
      const kept = after.get(file)?.toString() ?? ''
      for (const line of lines) expect(kept).toContain(line)
      expect((await stat(at(file))).mode & 0o777).toBe(0o640)
    }
    const all = [...after.values()].join('')
    expect(all).toContain(`${origin}/mcp"`)
    expect(all).toContain(`cairn brief --facts=${product} --origin=${origin}`)

    const second = await setup(product)
    expect({ code: second.code, stderr: second.stderr }).toEqual({ code: 0, stderr: '' })
    expect(second.stdout).toBe(
      filesOf(product)
        .map((file) => `Unchanged: ${at(file)}\n`)
        .join(''),
    )
    expect((await setup(product, '--check')).code).toBe(0)
    for (const [file, bytes] of after) expect(await read(file)).toEqual(bytes)

    expect((await setup(product, '--remove')).code).toBe(0)
    for (const [file, bytes] of before) expect(await read(file), file).toEqual(bytes)
  })

  it('gets files of its own where there are none, which go away again', async () => {
    const { code, stdout } = await setup(product, '--json')
    expect(code).toBe(0)
    const files = filesOf(product).map((file) => ({ file: at(file), state: 'added' }))
    expect(JSON.parse(stdout)).toEqual({ product, files })
    const check = await setup(product, '--check', '--json')
    expect(JSON.parse(check.stdout).files).toEqual(files.map(({ file }) => ({ file, state: 'present' })))
    const removed = await setup(product, '--remove', '--json')
    expect(JSON.parse(removed.stdout).files).toEqual(files.map(({ file }) => ({ file, state: 'removed' })))
    const left = await readdir(folder, { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
    expect((await setup(product, '--remove')).stdout).toContain('Unchanged: ')
  })

  it('changes to the other tools and to a token, which no file has', async () => {
    for (const [file, text] of Object.entries(fixtures[product])) await put(file, text)
    await setup(product)
    expect((await setup(product, '--check', '--work', '--token')).stdout).toContain('different: ')
    const { stdout } = await setup(product, '--work', '--token')
    expect(stdout).toContain('Changed ')
    const all = (await Promise.all(filesOf(product).map(read))).join('')
    expect(all).toContain(`${origin}/mcp/work"`)
    expect(all).not.toContain(`${origin}/mcp"`)
    expect(all).toContain('CAIRN_TOKEN')
    await setup(product, '--remove')
    for (const [file, text] of Object.entries(fixtures[product])) expect(`${await read(file)}`).toBe(text)
  })

  it('leaves all files as they are if it does not understand one', async () => {
    const files = Object.entries(fixtures[product])
    for (const [file, text] of files) await put(file, text)
    const last = filesOf(product).at(-1) ?? ''
    await put(last, '= {')
    const { code, stdout, stderr } = await setup(product)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^cairn: .+ is left as it is: line 1 is not (JSON|TOML)\. Change it by hand/)
    expect((await setup(product, '--remove')).code).toBe(1)
    expect(`${await read(last)}`).toBe('= {')
    for (const [file, text] of files.slice(0, -1)) expect(`${await read(file)}`).toBe(text)
  })

  it('leaves a server of the same name as it is', async () => {
    const [file = ''] = filesOf(product)
    const text =
      product === 'codex'
        ? '[mcp_servers.cairn]\ncommand = "mine"\n'
        : '{ "mcpServers": { "cairn": { "command": "mine" } } }'
    await put(file, text)
    expect((await setup(product)).stderr).toMatch(
      /it has (another server named cairn|mcp_servers.cairn already)/,
    )
    expect(`${await read(file)}`).toBe(text)
  })
})

describe('a file', () => {
  it('keeps its link', async () => {
    await put('dotfiles/mcp.json', '{}')
    await mkdir(at('.cursor'))
    await symlink(at('dotfiles/mcp.json'), at('.cursor/mcp.json'))
    await setup('cursor')
    expect((await lstat(at('.cursor/mcp.json'))).isSymbolicLink()).toBe(true)
    expect(`${await read('dotfiles/mcp.json')}`).toContain('/mcp"')
    await setup('cursor', '--remove')
    expect(`${await read('dotfiles/mcp.json')}`).toBe('{}')
  })

  it('that is not UTF-8, is too large or cannot be read is left as it is', async () => {
    const latin = Buffer.from('{ "a": "\xe4" }', 'latin1')
    await put('.mcp.json', latin)
    expect((await setup('claude')).stderr).toContain('it is not UTF-8')
    expect(await read('.mcp.json')).toEqual(latin)
    await put('.mcp.json', ' '.repeat(16 * 1024 * 1024 + 1))
    expect((await setup('claude')).stderr).toContain('it is too large')
    await rm(at('.mcp.json'))
    await mkdir(at('.mcp.json'))
    expect((await setup('claude')).stderr).toContain('.mcp.json: EISDIR')
  })

  it('is put back if the next one cannot be written', async () => {
    await put('.mcp.json', '{}')
    // The folder of the other one is a file.
    await put('.claude', 'x')
    const { code, stderr } = await setup('claude')
    expect(code).toBe(1)
    expect(stderr).toMatch(/Cannot (read|write) .+: ENOTDIR/)
    expect(`${await read('.mcp.json')}`).toBe('{}')
  })

  it('is put back if a write fails in the middle', async () => {
    await put('.mcp.json', '{}')
    await mkdir(at('.claude'), { mode: 0o500 })
    // A folder is in the way of the temporary file, also for a user who may write everywhere.
    await chmod(at('.claude'), 0o700)
    await put('.claude/settings.json', '{}')
    await mkdir(at(`.claude/settings.json.${process.pid}.tmp`))
    const { code, stderr } = await setup('claude')
    expect(code).toBe(1)
    expect(stderr).toContain('Cannot write ')
    expect(`${await read('.mcp.json')}`).toBe('{}')
    expect(`${await read('.claude/settings.json')}`).toBe('{}')
  })

  it('that others have laid out anew loses only what setup added', async () => {
    await put('.gemini/settings.json', '{ "ui": { "theme": "GitHub" } }')
    await setup('gemini')
    const laidOut = JSON.stringify(JSON.parse(`${await read('.gemini/settings.json')}`), null, 4)
    await put('.gemini/settings.json', laidOut)
    expect((await setup('gemini')).stdout).toContain('Unchanged: ')
    await setup('gemini', '--remove')
    expect(JSON.parse(`${await read('.gemini/settings.json')}`)).toEqual({
      ui: { theme: 'GitHub' },
      hooks: { SessionStart: [] },
      mcpServers: {},
    })
  })
})

describe('the place', () => {
  it('is that of the user, if told', async () => {
    const user = (product: string) =>
      cairn(['setup', product, '--user', '--origin', origin, '--folder', at('project')], {
        environment: { HOME: folder },
      })
    for (const product of productIds) expect((await user(product)).code).toBe(0)
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    const names = files
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    expect(names.sort()).toEqual([
      '.claude.json',
      '.claude/settings.json',
      '.codex/config.toml',
      '.cursor/hooks.json',
      '.cursor/mcp.json',
      '.gemini/settings.json',
    ])
    expect(JSON.parse(`${await read('.cursor/hooks.json')}`)).toMatchObject({ version: 1 })
  })

  it('of Codex is in CODEX_HOME', async () => {
    const environment = { HOME: folder, CODEX_HOME: at('elsewhere') }
    await cairn(['setup', 'codex', '--origin', origin], { environment })
    expect(`${await read('elsewhere/config.toml')}`).toContain('[mcp_servers.cairn]')
  })
})

describe('the service', () => {
  it('is where the environment says, or the sign-in', async () => {
    const options = { environment: { HOME: folder, CAIRN_ORIGIN: 'https://other.example.com' } }
    await cairn(['setup', 'cursor', '--folder', folder], options)
    expect(`${await read('.cursor/mcp.json')}`).toContain('https://other.example.com/mcp')
    await put(
      '.config/cairn/credentials.json',
      JSON.stringify({
        version: 2,
        current: 'default',
        profiles: { default: { origin: 'https://mine.example.com', credential: { token: 'x' } } },
      }),
    )
    await chmod(at('.config/cairn/credentials.json'), 0o600)
    const signedIn = { environment: { HOME: folder } }
    const { code, stderr } = await cairn(['setup', 'cursor', '--folder', folder], signedIn)
    expect(code, stderr).toBe(0)
    expect(`${await read('.cursor/mcp.json')}`).toContain('https://mine.example.com/mcp')
  })

  it.each([
    [['claude'], 3, 'You are not signed in.'],
    [['claude', '--origin', 'https://$(id).example.com'], 2, 'Not an origin: '],
    [['claude', '--origin', 'cairn'], 2, 'Not an origin: cairn'],
    [['claude', '--check', '--remove'], 2, 'Use --check or --remove, not both.'],
    [['emacs'], 2, 'Allowed choices are claude, codex, cursor, gemini'],
    [[], 2, "missing required argument 'product'"],
  ])('%j is refused', async (parameters, code, message) => {
    const output = await cairn(['setup', ...parameters], { environment: { HOME: folder } })
    expect(output).toMatchObject({ code, stdout: '' })
    expect(output.stderr).toContain(message)
  })
})
