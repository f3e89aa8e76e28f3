import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { exitCodeOf } from './command.ts'
import { commands } from './commands.ts'

const { scripts } = JSON.parse(
  await readFile(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as { scripts: Record<string, string> }

it('lists every script of a maintenance command, and no other', () => {
  const listed = Object.entries(scripts)
    .filter(
      ([name, script]) =>
        name !== 'start' && /^node packages\/local\/src\/commands\/[\w-]+\.ts$/.test(script),
    )
    .map(([name]) => name)
  expect(Object.keys(commands).sort()).toEqual(listed.sort())
})

it.each(Object.entries(commands))('%s --help says how to run it, and does nothing', async (name, command) => {
  const help = async (more: object) => {
    const [printed, complaints]: [string[], string[]] = [[], []]
    const code = await exitCodeOf(command, ['--help'], {
      environment: { DATA_DIR: '/nowhere' },
      print: (line) => printed.push(line),
      complain: (line) => complaints.push(line),
      ...more,
    })
    expect([code, complaints]).toEqual([0, []])
    return printed.join('\n')
  }
  expect(await help({})).toMatch(new RegExp(`^Usage: npm run ${name}(?: --|\n)`))
  const packaged = await help({ lineOf: (line: string, rest = '') => `cairn-server ${line} ${rest}`.trim() })
  expect(packaged).toMatch(new RegExp(`^Usage: cairn-server ${name}\\b`))
  expect(packaged).not.toMatch(/npm|\s-- /)
})
