import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createToken } from '../../../../support/people/api-tokens.ts'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { createMachine, type Machine, outputOf } from '../../support/command.ts'
import { refusal, silent } from '../../support/fake-service.ts'
import { type Gateway, startGateway } from '../../support/gateway.ts'
import { csvOf } from './products.ts'
import { goalsOf } from './support.ts'

const clock = createClock()
const { service, ada } = await startWithAda({ clock: clock.read })
const gateway: Gateway = stopAfterFile(await startGateway(service))
const { secret } = await createToken(ada)
const environment = { CAIRN_ORIGIN: gateway.origin, CAIRN_TOKEN: secret }

const titles = ['One', 'Two', 'Three', 'Four', 'Two']
const statuses = ['Done', 'Active', 'Paused', 'Done', 'Done']
/** Rows with ids, and rows that have a title only, two of them the same. */
const tables = {
  'with ids': csvOf([
    ['id', 'title', 'status'],
    ...titles.map((title, row) => [`${row}`, title, statuses[row] ?? '']),
  ]),
  'without ids': csvOf([['title', 'status'], ...titles.map((title, row) => [title, statuses[row] ?? ''])]),
}
const goals = [...titles.map((title, row) => `${title} ${statuses[row]}`)]
  .map((text) => text.replace('Done', 'completed').toLowerCase())
  .sort()

let machine: Machine
let file: string

beforeEach(async () => {
  machine = await createMachine()
  file = path.join(machine.home, 'goals.csv')
  gateway.fault = () => undefined
})
afterEach(async () => {
  for (const { id } of await goalsOf(ada)) await ada.api.deleteGoal({ params: { goalId: id } })
  await machine.stop()
})

const importFile = (name = file) => machine.cairn(['import', name], { environment })
const whatIsThere = async () =>
  (await goalsOf(ada)).map(({ title, status }) => `${title} ${status}`.toLowerCase()).sort()

/** Longer than the client waits: it gives up at once. */
const tooLong = { 'retry-after': '3600' }
const create = 'POST /v1/goals'
const report = 'POST /v1/goals/:id/updates'

const refused = refusal(503, 'unavailable', tooLong)

describe('the run after one that stopped, a day later and without its journal, creates what is missing', () => {
  it.each([
    ['with ids', 'was refused the first creation', create, 1, refused],
    ['with ids', 'was refused a creation in the middle', create, 3, refused],
    ['without ids', 'was refused a creation in the middle', create, 3, refused],
    ['with ids', 'lost the response to a creation', create, 3, 'lost'],
    ['without ids', 'lost the response to a creation', create, 3, 'lost'],
    ['with ids', 'was refused the first report', report, 1, refused],
    ['without ids', 'was refused the last report', report, 4, refused],
    ['with ids', 'lost the response to the last report', report, 4, 'lost'],
  ] as const)('a table %s that %s', async (name, _, failing, at, fault) => {
    await writeFile(file, tables[name])
    let count = 0
    gateway.fault = (method, called) => {
      if (`${method} ${called}` !== failing) return undefined
      count++
      return count >= at ? fault : undefined
    }
    const first = await importFile()
    expect(first.code).toBe(6)
    expect(first.stderr).toMatch(/The import stopped after \d new goals\. The same command goes on/)

    gateway.fault = () => undefined
    clock.advance({ hours: 25 })
    await rm(`${file}.imported`, { force: true })
    const second = await importFile()
    expect(second.code, second.stderr).toBe(0)
    expect(await whatIsThere()).toEqual(goals)
    expect((await importFile()).stdout).toBe('0 goals created, 5 there already.\n')
    expect(await whatIsThere()).toEqual(goals)
  })

  it('after a kill too', async () => {
    await writeFile(file, tables['with ids'])
    let count = 0
    gateway.fault = (method, called) => {
      if (`${method} ${called}` === create) count++
      return count >= 3 ? silent : undefined
    }
    const child = machine.start(['import', file], { environment })
    const output = outputOf(child)
    await expect.poll(() => count).toBe(3)
    child.kill('SIGKILL')
    await output
    gateway.fault = () => undefined
    expect((await importFile()).code).toBe(0)
    expect(await whatIsThere()).toEqual(goals)
  })
})

describe.each(Object.entries(tables))('a table %s', (_, table) => {
  beforeEach(() => writeFile(file, table))

  it('survives a lost response and a rate limit without a second run', async () => {
    const pauses: number[] = []
    let count = 0
    gateway.fault = (method, called) => {
      if (`${method} ${called}` !== create) return undefined
      count++
      if (count === 2) return 'lost'
      return count === 4 ? refusal(429, 'too_many_requests', { 'retry-after': '7' }) : undefined
    }
    const pause = async (milliseconds: number) => {
      pauses.push(milliseconds)
    }
    const { code, stdout } = await machine.cairn(['import', file], { environment, pause })
    expect({ code, last: stdout.split('\n').at(-2) }).toEqual({
      code: 0,
      last: '5 goals created, 0 there already.',
    })
    expect(pauses.some((milliseconds) => milliseconds >= 7_000)).toBe(true)
    expect(await whatIsThere()).toEqual(goals)
  })

  it('is created once by two runs at once', async () => {
    const runs = await Promise.all([importFile(), importFile()])
    expect(runs.map(({ code }) => code)).toEqual([0, 0])
    expect(await whatIsThere()).toEqual(goals)
  })

  it('creates again what was deleted, at once and a day later, with the journal and without', async () => {
    await importFile()
    for (const [hours, hasJournal] of [
      [0, true],
      [0, false],
      [25, true],
    ] as const) {
      const [deleted, kept] = await goalsOf(ada)
      await ada.api.deleteGoal({ params: { goalId: deleted?.id ?? '' } })
      clock.advance({ hours })
      if (!hasJournal) await rm(`${file}.imported`)
      const { stdout } = await importFile()
      expect(stdout).toContain('1 goal created, 4 there already.\n')
      expect(await whatIsThere()).toEqual(goals)
      expect((await goalsOf(ada)).map(({ id }) => id)).toContain(kept?.id)
    }
  })

  it('knows by its journal what was renamed and described anew', async () => {
    await importFile()
    const [goal] = await goalsOf(ada)
    await ada.api.updateGoal({
      params: { goalId: goal?.id ?? '' },
      body: { title: 'Another', detailedDescription: 'Another' },
    })
    clock.advance({ hours: 25 })
    expect((await importFile()).stdout).toBe('0 goals created, 5 there already.\n')
  })
})
