import { execFile } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { buildCli } from '@cairn/cli/build/build'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { installPacked, nodes, type Packed, root, runIn, tool } from '../support/packed.ts'

const { service, signInAs } = await startWithAda()
const ann = await signInAs('Ann')
await ann.api.updateOrganization({ body: { name: 'Acme' } })
const { secret } = await ann.api.createApiToken({
  body: {
    name: 'Helpdesk bot',
    scopes: ['goals:read', 'goals:write', 'goals:read:all', 'goals:write:all', 'labels:read', 'labels:write'],
  },
})

let installed: Packed
let program: string

beforeAll(async () => {
  installed = await installPacked(buildCli)
  program = path.join(installed.folder, 'node_modules/@cairn/cli/cairn.js')
  await writeFile(path.join(installed.folder, 'token.txt'), secret)
})
afterAll(() => installed.stop())

const readme = await readFile(`${root}packages/cli/README.md`, 'utf8')
const session = /```console\n(.*?)```/s.exec(readme)?.[1] ?? ''

/** Without what differs from run to run. */
const comparable = (text: string) =>
  text
    .replaceAll(service.origin, 'https://cairn.example.com')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\dZ/g, '<time>')
    .replaceAll(/hash \w+[.…]/g, 'hash <hash>')
    .trim()

describe.each(nodes)('on %s', (name, node) => {
  it('gives the session of its README', async () => {
    const home = path.join(installed.folder, name.replace(' ', '-'))
    const lines = session.trim().split('\n')
    expect(lines.length).toBeLessThanOrEqual(12)
    const commands = lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2))
    // Standard error belongs to what a person sees, but for what login says of its file.
    const script = [
      `cairn() { '${node}' '${program}' "$@" 2>&1; }`,
      ...commands.flatMap((command) => [
        `echo '$ ${command.replaceAll("'", `'\\''`)}'`,
        command
          .replace('https://cairn.example.com', service.origin)
          .replace('< token.txt', '< token.txt | grep Signed'),
      ]),
    ].join('\n')
    const { stdout } = await runIn(installed.folder, ['bash', '-c', script], { HOME: home })
    expect(comparable(stdout)).toBe(comparable(session))
  })

  it('completes commands, options and values', async () => {
    const suggest = async (...words: string[]) => {
      const { stdout } = await runIn(installed.folder, [node, program, 'complete', '--', ...words])
      return stdout.split('\n').map((line) => line.split('\t')[0])
    }
    expect(await suggest('goal', '')).toEqual(expect.arrayContaining(['show', 'new', 'edit']))
    expect(await suggest('criteria', '')).toEqual(expect.arrayContaining(['add', 'edit', 'remove']))
    expect(await suggest('report', '--hea')).toContain('--health')
    expect(await suggest('setup', '')).toEqual(
      expect.arrayContaining(['claude', 'codex', 'cursor', 'gemini']),
    )
    const { stdout } = await runIn(installed.folder, [node, program, 'complete', 'bash'])
    const check = promisify(execFile)('bash', ['-n', '-c', stdout])
    await expect(check).resolves.toEqual({ stdout: '', stderr: '' })
  })
})

it('is the command cairn of npx', async () => {
  const { code, stdout } = await runIn(installed.folder, ['npx', '--offline', 'cairn', '--version'], {
    HOME: installed.folder,
  })
  const { version } = JSON.parse(await readFile(`${root}packages/cli/package.json`, 'utf8'))
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${version}\n` })
})

it('carries everything, and the licenses of what it carries', async () => {
  const files = path.dirname(program)
  const manifest = JSON.parse(await readFile(path.join(files, 'package.json'), 'utf8'))
  expect(manifest).not.toHaveProperty('dependencies')
  expect((await stat(program)).size).toBeLessThan(560 * 1024)
  const code = await readFile(program, 'utf8')
  const imported = [...code.matchAll(/(?:\b(?:from|import)\s*|\brequire\()"([\w@.:/-]+)"/g)].map(
    ([, name = '']) => name,
  )
  expect(imported.filter((name) => !name.startsWith('node:'))).toEqual([])
  const notices = await readFile(path.join(files, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  for (const name of ['commander', '@bomb.sh/tab', 'canonicalize', 'csv-parse'])
    expect(notices).toContain(name)
})

it('publint finds nothing', async () => {
  const { code, stdout } = await runIn(root, [
    process.execPath,
    tool('publint'),
    '--strict',
    installed.tarball,
  ])
  expect(code, stdout).toBe(0)
})
