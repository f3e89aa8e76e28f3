import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { createMachine } from '../support/command.ts'
import { allCommands, commands, program } from '../support/commands.ts'
import { root } from '../support/packed.ts'

const { cairn } = stopAfterFile(await createMachine())

const names = [...commands.keys()].sort()

const readme = await readFile(`${root}packages/cli/README.md`, 'utf8')
const [, table = ''] = /## Commands\n(.*?)\n## /s.exec(readme) ?? []

describe('the README', () => {
  it('has every command, and no other', () => {
    const first = table.split('\n').flatMap((row) => /^\| (`[^|]*) \|/.exec(row)?.[1] ?? [])
    const documented = first
      .flatMap((cell) =>
        [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replace(/ [[<].*$/, '')),
      )
      .sort()
    // One command may have several rows, by what it is given.
    expect([...new Set(documented)]).toEqual(names)
  })

  it('has no option that no command has', () => {
    const all = [program, ...allCommands()].flatMap(({ options }) => options.map(({ long }) => long))
    const named = [...readme.matchAll(/(?<![\w-])(--[a-z][a-z-]+)/g)].map(([, name = '']) => name)
    // Of npm, and of every command.
    const others = ['--silent', '--global', '--help']
    expect([...new Set(named)].filter((name) => !all.includes(name) && !others.includes(name))).toEqual([])
  })

  it('has every variable', async () => {
    const { stdout } = await cairn(['--help'])
    const inHelp = [...stdout.matchAll(/CAIRN_\w+/g)].map(([name]) => name)
    for (const name of [...inHelp, 'CAIRN_TOKEN', 'CAIRN_RUN_ID', 'CAIRN_WEBHOOK_SECRET'])
      expect(readme).toContain(`\`${name}\``)
  })
})

describe('the help', () => {
  it.each(names)('of %s says what its arguments and options are for', async (name) => {
    const { code, stdout, stderr } = await cairn([...name.split(' '), '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`Usage: cairn ${name.split(' ')[0]}`)
    const { options = [], registeredArguments = [] } = commands.get(name) ?? {}
    const said = [...options, ...registeredArguments].map(({ description }) => description)
    // That of the completion is another package's.
    if (name !== 'complete') expect(said.filter((text) => !text)).toEqual([])
  })
})
