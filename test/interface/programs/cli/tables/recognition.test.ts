import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGoal } from '../../../../support/people/goals.ts'
import { join } from '../../../../support/people/invite.ts'
import { signIn } from '../../../../support/people/sign-in.ts'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { createMachine, type Machine } from '../../support/command.ts'
import { environmentOf, goalsOf } from './support.ts'

const clock = createClock()
const { service, ada, signInAs } = await startWithAda({ clock: clock.read })
const ben = await signInAs('Ben')
await join(ada, ben)
const environment = await environmentOf(service, ada)

let machine: Machine
let file: string

beforeEach(async () => {
  machine = await createMachine()
  file = path.join(machine.home, 'goals.csv')
})
afterEach(async () => {
  for (const { id } of await goalsOf(ada)) await ada.api.deleteGoal({ params: { goalId: id } })
  await machine.stop()
})

const importTable = async (lines: string[], as = environment) => {
  await writeFile(file, lines.join('\n'))
  return machine.cairn(['import', file], { environment: as })
}
/** Leaves nothing but the goals to recognize rows by. */
const forget = async () => {
  clock.advance({ hours: 25 })
  await rm(`${file}.imported`, { force: true })
}
const states = async () => (await goalsOf(ada)).map(({ title, status }) => `${title} ${status}`).sort()

describe('a row is known again', () => {
  it.each(['active', 'completed'])(
    'by title and status, if the other goal of that title, which was %s, is gone',
    async (status) => {
      const table = ['title,status', 'Two,', 'Two,done']
      await importTable(table)
      const gone = (await goalsOf(ada)).find((goal) => goal.status === status)
      await ada.api.deleteGoal({ params: { goalId: gone?.id ?? '' } })
      await forget()
      expect((await importTable(table)).stdout).toContain('1 goal created, 1 there already.\n')
      expect(await states()).toEqual(['Two active', 'Two completed'])
    },
  )

  it('by the id of the goal that was exported, whatever it is called now', async () => {
    const { id } = await createGoal(ada, { title: 'Old' })
    const table = await machine.cairn(['export', '--format=csv'], { environment })
    await ada.api.updateGoal({ params: { goalId: id }, body: { title: 'New' } })
    expect((await importTable([table.stdout])).stdout).toBe('0 goals created, 1 there already.\n')
  })

  it('by the journal, if the token does not see the goal', async () => {
    const scopes = ['goals:read', 'goals:write', 'goals:write:all', 'members:read'] as const
    const limited = await environmentOf(service, ada, scopes)
    const table = ['title,owner', 'Of Ben,ben@example.com', 'Mine,Ada']
    expect((await importTable(table, limited)).stdout).toContain('2 goals created')
    clock.advance({ hours: 25 })
    expect((await importTable(table, limited)).stdout).toBe('0 goals created, 2 there already.\n')
  })
})

describe('a goal that a person has made', () => {
  it('stands for a row of its title, and is not reported on', async () => {
    await createGoal(ada, { title: 'By hand' })
    expect((await importTable(['title,status', 'by HAND,done'])).stdout).toBe(
      '0 goals created, 1 there already.\n',
    )
    expect(await states()).toEqual(['By hand active'])
  })

  it('and was exported is not changed by its own table', async () => {
    await createGoal(ada, { title: 'Exported' })
    const { stdout } = await machine.cairn(['export', '--format=csv', '--no-history'], { environment })
    expect((await importTable([stdout.replace('Exported,active', 'Exported,completed')])).code).toBe(0)
    expect(await states()).toEqual(['Exported active'])
  })
})

describe('an owner', () => {
  it('is nobody if two members have the name', async () => {
    const twin = await signIn(service, { email: 'twin@example.com', displayName: 'Ben' })
    await join(ada, twin)
    const { stderr } = await importTable(['title,owner', 'One,Ben', 'Two,twin@example.com'])
    expect(stderr).toContain('Line 2, owner: Several members are "Ben". Nobody owns the goal.\n')
    const owners = (await goalsOf(ada)).map(({ title, ownerUserId }) => [title, ownerUserId]).sort()
    expect(owners).toEqual([
      ['One', null],
      ['Two', twin.userId],
    ])
  })

  it('needs no list of members if it is you or nobody, and is you without a column', async () => {
    const scopes = ['goals:read', 'goals:read:all', 'goals:write', 'goals:write:all'] as const
    const limited = await environmentOf(service, ada, scopes)
    await importTable(['title,owner', 'One,ADA@example.com', 'Two,'], limited)
    const { code, stderr } = await importTable(['title,"Owner, old"', 'Three,Ben'], limited)
    expect(code, stderr).toBe(0)
    const owners = (await goalsOf(ada)).map(({ title, ownerUserId }) => [title, ownerUserId]).sort()
    expect(owners).toEqual([
      ['One', ada.userId],
      ['Three', ada.userId],
      ['Two', null],
    ])
  })
})

it('health is reported unless the goal has ended, and what is unknown is said of new goals only', async () => {
  const table = ['title,health,status', 'One,At risk,', 'Two,On track,done', 'Three,green,In QA']
  const { stderr } = await importTable(table)
  expect(stderr).toContain('Line 4, health: The health "green" is not known, and left out.\n')
  expect(stderr).toContain('Line 4, status: The status "In QA" is not known')
  const found = (await goalsOf(ada)).map(({ title, health, status }) => [title, health, status]).sort()
  expect(found).toEqual([
    ['One', 'at_risk', 'active'],
    ['Three', null, 'active'],
    ['Two', null, 'completed'],
  ])
  expect((await importTable(table)).stderr).not.toContain('Line')
})
