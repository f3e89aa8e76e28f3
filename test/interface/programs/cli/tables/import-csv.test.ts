import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'

import { join } from '../../../../support/people/invite.ts'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { createMachine, type Machine } from '../../support/command.ts'
import { csvOf, products } from './products.ts'
import { byTitle, contentsOf, environmentOf, goalsOf } from './support.ts'

const { service, signInAs } = await startWithAda()
const ben = await signInAs('Ben')
const readScopes = ['goals:read', 'goals:read:all', 'labels:read', 'members:read'] as const
const rowsOfEach = Number(process.env.ROWS ?? 12)

let machine: Machine
let file: string

beforeEach(async () => {
  machine = await createMachine()
  file = path.join(machine.home, 'goals.csv')
  return machine.stop
})

describe.each(products)('a table of $name', ({ name, header, row }) => {
  const rows = Array.from({ length: rowsOfEach }, (_, index) =>
    row(index, { address: ben.email, name: 'Ben' }),
  )
  const table = csvOf([header, ...rows.map(({ cells }) => cells)])
  const expected = rows.map(({ goal }) => goal).sort(byTitle)

  it('becomes the same goals once, whose owners are found by address or name', async () => {
    const host = await signInAs(`Host of ${name}`.replaceAll(' ', '-'))
    await join(host, ben)
    const environment = await environmentOf(service, host)
    await writeFile(file, table)

    const reader = await environmentOf(service, host, readScopes)
    const dry = await machine.cairn(['import', '--csv', file, '--dry-run'], { environment: reader })
    expect(dry.code, dry.stderr).toBe(0)
    expect(dry.stderr).toContain(`has the columns of ${name[0]?.toUpperCase()}${name.slice(1)}.`)
    expect(dry.stderr).toContain('Labels that would be created: ')
    expect(dry.stdout.split('\n')).toHaveLength(rowsOfEach + 2)
    expect(dry.stdout).toContain(`${rowsOfEach} goals would be created, 0 there already.`)
    expect(await goalsOf(host)).toEqual([])

    const { code, stdout, stderr } = await machine.cairn(['import', file], { environment })
    expect(code, stderr).toBe(0)
    expect(stdout).toContain(`${rowsOfEach} goals created, 0 there already.\n`)
    expect(contentsOf(await goalsOf(host), [ben, host])).toEqual(expected)
    expect((await host.api.listGoalLabels({})).labels.map(({ name: label }) => label)).toEqual([
      'blue',
      'red',
    ])

    // Again, with the journal and from elsewhere, where the file has another name and there is no journal.
    const other = path.join(machine.home, 'other.csv')
    await writeFile(other, table)
    for (const again of [file, other]) {
      const second = await machine.cairn(['import', again], { environment })
      expect(second.stdout).toBe(`0 goals created, ${rowsOfEach} there already.\n`)
    }
    expect(contentsOf(await goalsOf(host), [ben, host])).toEqual(expected)
  })
})

it('an owner in a table of Asana is found by address before the name', async () => {
  const host = await signInAs('Carla')
  await join(host, ben)
  await writeFile(
    file,
    csvOf([
      ['Task ID', 'Name', 'Section/Column', 'Assignee', 'Assignee Email'],
      ['1', 'Move', 'To do', 'Carla', ben.email],
    ]),
  )
  const environment = await environmentOf(service, host)
  expect((await machine.cairn(['import', file], { environment })).code).toBe(0)
  expect((await goalsOf(host)).map(({ ownerUserId }) => ownerUserId)).toEqual([ben.userId])
})

it('goals that a token cannot see once they are created are created once', async () => {
  const host = await signInAs('Dora')
  await join(host, ben)
  await writeFile(
    file,
    csvOf([
      ['title', 'owner'],
      ['Move', ben.email],
    ]),
  )
  const environment = await environmentOf(service, host, [
    'goals:read',
    'goals:write',
    'goals:write:all',
    'labels:read',
    'members:read',
  ])
  for (let run = 0; run < 2; run++) {
    const { code, stderr } = await machine.cairn(['import', file], { environment })
    expect(code, stderr).toBe(0)
    await rm(`${file}.imported`, { force: true })
  }
  expect(await goalsOf(host)).toHaveLength(1)
})
