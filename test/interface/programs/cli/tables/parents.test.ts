import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGoal } from '../../../../support/people/goals.ts'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { createMachine, type Machine } from '../../support/command.ts'
import { refusal } from '../../support/fake-service.ts'
import { startGateway } from '../../support/gateway.ts'
import { csvOf } from './products.ts'
import { environmentOf, goalsOf } from './support.ts'

const { service, ada } = await startWithAda()
const gateway = stopAfterFile(await startGateway(service))
const environment = await environmentOf(gateway, ada)

let machine: Machine
let file: string

beforeEach(async () => {
  machine = await createMachine()
  file = path.join(machine.home, 'goals.csv')
  gateway.fault = () => undefined
})
afterEach(async () => {
  // Children first.
  for (const { id } of (await goalsOf(ada)).sort((a, b) => b.ancestors.length - a.ancestors.length)) {
    await ada.api.deleteGoal({ params: { goalId: id } })
  }
  await machine.stop()
})

async function importRows(rows: string[][], ...options: string[]) {
  await writeFile(file, csvOf(rows))
  return machine.cairn(['import', file, ...options], { environment })
}

/** Each goal as `title < parent > blockers`. */
async function familyOf(): Promise<string[]> {
  const goals = await goalsOf(ada)
  const titles = new Map(goals.map(({ id, title }) => [id, title]))
  return goals
    .map(({ title, parentGoalId, blockedBy }) => {
      const blockers = blockedBy.map((blocker) => blocker.title).sort()
      return [title, '<', titles.get(parentGoalId ?? '') ?? '', '>', ...blockers].join(' ')
    })
    .sort()
}

describe('a table of', () => {
  it.each<[string, string[][]]>([
    [
      'Asana, by title',
      [
        ['Task ID', 'Name', 'Section/Column', 'Parent task', 'Blocked By (Dependencies)'],
        ['3', 'Sow', 'To do', 'Garden', 'Dig,Buy'],
        ['1', 'Garden', 'To do', '', ''],
        ['2', 'Dig', 'To do', 'Garden', ''],
        ['4', 'Buy', 'To do', '', ''],
      ],
    ],
    [
      'Linear, by id',
      [
        ['ID', 'Team', 'Title', 'Status', 'Parent issue', 'Blocked by'],
        ['G-3', 'G', 'Sow', 'Todo', 'G-1', 'G-2, G-4'],
        ['G-1', 'G', 'Garden', 'Todo', '', ''],
        ['G-2', 'G', 'Dig', 'Todo', 'G-1', ''],
        ['G-4', 'G', 'Buy', 'Todo', '', ''],
      ],
    ],
    [
      'somebody, by title or id',
      [
        ['id', 'title', 'parent', 'blocked_by'],
        ['s', 'Sow', 'garden', '"Dig", b'],
        ['', 'Garden', '', ''],
        ['d', 'Dig', 'Garden', ''],
        ['b', 'Buy', '', ''],
      ],
    ],
  ])('%s becomes a tree, in any order and once', async (_, rows) => {
    const expected = ['Buy <  >', 'Dig < Garden >', 'Garden <  >', 'Sow < Garden > Buy Dig']
    const dry = await importRows(rows, '--dry-run')
    expect(dry.stdout).toMatch(/Sow, below "Garden", after "Dig", "Buy"\n/)
    const { code, stderr } = await importRows(rows)
    expect(code, stderr).toBe(0)
    expect(await familyOf()).toEqual(expected)
    await rm(`${file}.imported`)
    expect((await importRows(rows)).stdout).toContain('0 goals created, 4 there already.\n')
    expect(await familyOf()).toEqual(expected)
  })

  it.each([
    ['keys', 'Parent key', 'WEB-1'],
    ['numbers', 'Parent', '10001'],
    ['epics', 'Custom field (Epic Link)', 'WEB-1'],
  ])('Jira has parents by %s', async (_, column, parent) => {
    const { code, stderr } = await importRows([
      ['Summary', 'Issue key', 'Issue id', column],
      ['Cart', 'WEB-2', '10002', parent],
      ['Shop', 'WEB-1', '10001', ''],
    ])
    expect(code, stderr).toBe(0)
    expect(await familyOf()).toEqual(['Cart < Shop >', 'Shop <  >'])
  })
})

describe('a goal that is there already', () => {
  it('is a parent by what it is called at the product', async () => {
    const header = ['Summary', 'Issue key', 'Parent key']
    await importRows([header, ['Shop', 'WEB-1', '']])
    await importRows([header, ['Cart', 'WEB-2', 'WEB-1']])
    expect(await familyOf()).toEqual(['Cart < Shop >', 'Shop <  >'])
  })

  it('is a parent or blocker by id or title, and its own relations stay', async () => {
    const shop = await createGoal(ada, { title: 'Shop' })
    await createGoal(ada, { title: 'Till' })
    const { code, stderr } = await importRows([
      ['title', 'parent', 'blocked_by'],
      ['Cart', shop.id, 'till'],
      ['Till', 'Shop', ''],
    ])
    expect(code, stderr).toBe(0)
    expect(await familyOf()).toEqual(['Cart < Shop > Till', 'Shop <  >', 'Till <  >'])
  })
})

describe('a name that nobody has', () => {
  it('in a table of another product is told, and the goal has no parent', async () => {
    const { code, stderr } = await importRows([
      ['Summary', 'Issue key', 'Parent key'],
      ['Cart', 'WEB-2', 'WEB-1'],
    ])
    expect(code).toBe(0)
    expect(stderr).toContain(
      'Line 2, Parent key: No row, and no goal that you can see, is "WEB-1" and no other.',
    )
    expect(await familyOf()).toEqual(['Cart <  >'])
  })

  it('otherwise is a problem, also if two have it', async () => {
    const rows = [
      ['title', 'parent', 'blocked_by'],
      ['Cart', 'Shop', 'Bag'],
      ['Bag', '', ''],
      ['Bag', '', ''],
    ]
    const { code, stderr } = await importRows(rows)
    expect(code).toBe(1)
    expect(stderr).toBe(
      [
        `${file} has the columns of Cairn. To say otherwise: --preset or --map`,
        'Line 2, parent: No row, and no goal that you can see, is "Shop" and no other.',
        'Line 2, blocked_by: No row, and no goal that you can see, is "Bag" and no other.',
        'Nothing was created.\n',
      ].join('\n'),
    )
    expect(await familyOf()).toEqual([])
    expect((await importRows(rows, '--unlinked')).code).toBe(0)
    expect(await familyOf()).toEqual(['Bag <  >', 'Bag <  >', 'Cart <  >'])
  })
})

it.each([
  [
    'a cycle',
    [
      ['A', '', 'B'],
      ['B', '', 'A'],
    ],
    'Line 2, blocked_by: It waits for itself: "A" waits for "B", "B" waits for "A".',
  ],
  ['its own parent', [['A', 'A', '']], 'Line 2, parent: It is its own parent.'],
  [
    'six levels',
    [
      ['A', '', ''],
      ['B', 'A', ''],
      ['C', 'B', ''],
      ['D', 'C', ''],
      ['E', 'D', ''],
      ['F', 'E', ''],
    ],
    'Line 7, parent: It is on level 6 of its tree, which has at most 5.',
  ],
])('%s is a problem of its row', async (_, rows, message) => {
  const { code, stderr } = await importRows([['title', 'parent', 'blocked_by'], ...rows])
  expect(code).toBe(1)
  expect(stderr).toContain(`${message}\nNothing was created.\n`)
  expect(await familyOf()).toEqual([])
})

describe('rows of which none can be first', () => {
  const rows = [
    ['title', 'parent', 'blocked_by', 'status'],
    ['P', '', 'X', ''],
    ['Q', '', 'C', 'paused'],
    ['C', 'P', '', 'done'],
    ['X', 'Q', '', ''],
  ]
  const expected = ['C < P >', 'P <  > X', 'Q <  > C', 'X < Q >']

  it('become goals whose blockers are set at the end', async () => {
    const { code, stderr } = await importRows(rows)
    expect(code, stderr).toBe(0)
    expect(await familyOf()).toEqual(expected)
  })

  it.each([
    ['POST /v1/goals', 3],
    ['PATCH /v1/goals/:id', 1],
  ])('are finished by the run after one that stopped at %s, number %i', async (failing, at) => {
    let count = 0
    gateway.fault = (method, called) => {
      if (`${method} ${called}` !== failing) return undefined
      count++
      return count >= at ? refusal(503, 'unavailable', { 'retry-after': '3600' }) : undefined
    }
    expect((await importRows(rows)).code).toBe(6)
    gateway.fault = () => undefined
    await rm(`${file}.imported`, { force: true })
    const { code, stderr } = await importRows(rows)
    expect(code, stderr).toBe(0)
    expect(await familyOf()).toEqual(expected)
  })

  it('are left alone if somebody has changed them since', async () => {
    gateway.fault = (method) =>
      method === 'PATCH' ? refusal(503, 'unavailable', { 'retry-after': '3600' }) : undefined
    await importRows(rows)
    gateway.fault = () => undefined
    for (const { id } of await goalsOf(ada)) {
      await ada.api.updateGoal({ params: { goalId: id }, body: { cadence: { everyDays: 9 } } })
    }
    const before = await familyOf()
    expect(before).not.toEqual(expected)
    expect((await importRows(rows)).code).toBe(0)
    expect(await familyOf()).toEqual(before)
  })
})

it('a goal whose parent was refused is created without it, and the import says so', async () => {
  let refusedNumber = 0
  gateway.fault = (method, called, number) => {
    if (`${method} ${called}` !== 'POST /v1/goals') return undefined
    refusedNumber ||= number
    return number === refusedNumber ? refusal(400, 'invalid_request') : undefined
  }
  const { code, stderr, stdout } = await importRows([
    ['title', 'parent', 'blocked_by'],
    ['A', '', ''],
    ['B', 'A', ''],
    ['C', '', 'A'],
  ])
  expect(code).toBe(1)
  expect(stdout).toContain('Not created: "A" of line 2: ')
  expect(stderr).toContain('Line 3: Its parent "A" was not created.')
  expect(stderr).toContain('Line 4: It does not wait for "A", which was not created.')
  expect(await familyOf()).toEqual(['B <  >', 'C <  >'])
})
