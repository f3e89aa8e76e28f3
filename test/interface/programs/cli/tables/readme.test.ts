import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { presetNames, presets } from '@cairn/cli/csv/table/presets'
import { expect, it } from 'vitest'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { createMachine } from '../../support/command.ts'
import { root } from '../../support/packed.ts'
import { csvOf } from './products.ts'
import { environmentOf } from './support.ts'

const { service, signInAs } = await startWithAda()
const ann = await signInAs('Ann')
const machine = stopAfterFile(await createMachine(await environmentOf(service, ann)))
const readme = await readFile(`${root}packages/cli/README.md`, 'utf8')
const section = readme.split('## Bring your goals along')[1]?.split('\n## ')[0] ?? ''

const files = {
  'jira.csv': csvOf([
    ['Summary', 'Issue key', 'Status', 'Priority', 'Assignee', 'Due date', 'Labels'],
    ['Answer carts in a second', 'WEB-1', 'In Progress', 'High', 'Ann', '31/Mar/27 12:00 AM', 'shop'],
    ['Send invoices by mail', 'WEB-2', 'Done', 'Low', 'Cleo', '', ''],
  ]),
  'plan.csv': csvOf(
    [
      ['What', 'By when', 'Who', 'State'],
      ['Open a shop in Graz', '31.12.2027', 'ann@example.com', 'Parked'],
    ],
    ';',
  ),
}

/** The words of a line of a shell. */
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain)

it('the README shows what its commands say', async () => {
  const shown = /```console\n(.*?)```/s.exec(section)?.[1] ?? ''
  let said = ''
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(machine.home, name), content)
  for (const line of shown.split('\n').filter((text) => text.startsWith('$ '))) {
    const [, , ...words] = wordsOf(line.replace(' 2> notes.txt', ''))
    const parameters = words.map((word) => (word in files ? path.join(machine.home, word) : word))
    const { code, stdout, stderr } = await machine.cairn(parameters)
    expect(code, stderr).toBe(0)
    said += `${line}\n${line.includes('2>') ? '' : stderr}${stdout}`
  }
  expect(said.replaceAll(`${machine.home}/`, '')).toBe(shown)
})

it.each(presetNames)('the README names the columns of %s', (name) => {
  const column = presetNames.indexOf(name) + 2
  const named = section
    .split('\n')
    .filter((line) => line.startsWith('| `') && !line.startsWith('| `--map'))
    .flatMap((line) => line.split('|')[column]?.trim().split(/[,;] /) ?? [])
    .filter((text) => !['–', 'each'].includes(text))
  expect(named.sort()).toEqual(Object.values(presets[name].columns).flat().sort())
})
