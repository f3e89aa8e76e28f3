import { mkdir, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createToken } from '../../../../support/people/api-tokens.ts'
import { createGoal } from '../../../../support/people/goals.ts'
import { join } from '../../../../support/people/invite.ts'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { createMachine, type Machine } from '../../support/command.ts'
import { refusal } from '../../support/fake-service.ts'
import { startGateway } from '../../support/gateway.ts'
import { environmentOf, goalsOf } from './support.ts'

const { service, ada, signInAs } = await startWithAda()
const ben = await signInAs('Ben')
await join(ada, ben)
const environment = await environmentOf(service, ada)

let machine: Machine
let file: string

beforeEach(async () => {
  machine = await createMachine()
  file = path.join(machine.home, 'goals.csv')
  return machine.stop
})

const importTable = async (lines: string[], options: string[] = [], as = environment) => {
  await writeFile(file, lines.join('\n'))
  return machine.cairn(['import', file, ...options], { environment: as })
}
const nothingIsThere = async () => {
  expect(await goalsOf(ada)).toEqual([])
  expect((await ada.api.listGoalLabels({})).labels).toEqual([])
}

describe('a file that is no table is refused in one sentence', () => {
  it.each([
    ['that is missing', async () => undefined, 2, 'Cannot read FILE: it does not exist.'],
    ['that is a folder', () => mkdir(file), 2, 'Cannot read FILE: it is a folder.'],
    ['that is empty', () => writeFile(file, ''), 2, 'FILE is empty.'],
    ['with a header only', () => writeFile(file, 'title\n'), 2, 'FILE has a header and no rows.'],
    [
      'of another kind',
      () => writeFile(file, '\u007fELF\0\0'),
      2,
      'FILE is not a CSV file: it has binary content.',
    ],
    [
      'that is too large',
      async () => {
        await writeFile(file, 'title\n')
        await truncate(file, 64 * 1024 * 1024 + 1)
      },
      2,
      'FILE is larger than 64 MiB. Divide it.',
    ],
    [
      'with an open quote',
      () => writeFile(file, 'title\n"One\n'),
      1,
      'The row that begins in line 2 of FILE opens a quote and never closes it.',
    ],
    [
      'with too many rows',
      () => writeFile(file, `title\n${'a\n'.repeat(10_001)}`),
      2,
      'The file has 10001 goals. Divide it: at most 10000 can be imported at once.',
    ],
  ])('a file %s', async (_, write, code, message) => {
    await write()
    // Without a service: nothing is asked before the file is read.
    const output = await machine.cairn(['import', '--csv', file])
    expect(output.stdout).toBe('')
    expect(output.code).toBe(code)
    expect(output.stderr.replaceAll(file, 'FILE').split('\n').at(-2)).toBe(`cairn: ${message}`)
  })

  it('from standard input too', async () => {
    const output = await machine.cairn(['import', '--csv', '-'], { input: 'title\n"One\n' })
    expect(output.code).toBe(1)
    expect(output.stderr).toContain('The row that begins in line 2 of - opens a quote')
  })
})

describe('options', () => {
  it.each([
    [['export.jsonl', '--dry-run'], '--dry-run, --preset, --map, --status and --dates are for tables.'],
    [['a.csv', 'b.csv'], 'Name one CSV file.'],
    [['goals.csv', '--preset=trello'], "argument 'trello' is invalid."],
    [['goals.csv', '--dates=ymd'], "argument 'ymd' is invalid."],
    [['goals.csv', '--map=name=title'], 'Write --map as field=column.'],
    [['goals.csv', '--status=In QA'], '--status'],
  ])('%j are refused', async (options, message) => {
    await writeFile(file, 'title\nOne\n')
    const parameters = options.map((option) => option.replace('goals.csv', file))
    const { code, stderr } = await machine.cairn(['import', ...parameters])
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})

describe('a table with problems', () => {
  const lines = [
    'title,due,labels,every,measures,url,description,id,criteria',
    'Fine,2027-01-01,red,7,Speed: 1..2 km,https://a.example,Text,1,One',
    ',31.02.2027,"a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u",400,Speed,javascript:x,,2,',
    `"${'x'.repeat(201)}",soon,${'y'.repeat(65)},often,Speed: 1..1,,"two`,
    'lines",1,"[{""title"":""""}]"',
    'a\u202eb,,\u0007,,,,,3,',
    'short,2027-01-01',
    'long,,,,,,,4,,more',
  ]
  const problems = [
    [3, 'title', 'This field cannot be empty.'],
    [3, 'due', '"31.02.2027" is not a date.'],
    [3, 'labels', 'Use at most 20 labels.'],
    [3, 'every', '"400" is not a number of days from 1 to 366.'],
    [3, 'measures', '"Speed" is not a measure such as "Median response: 48..24 hours".'],
    [3, 'url', '"javascript:x" is not an address of a page.'],
    [4, 'title', 'Use at most 200 characters.'],
    [4, 'due', '"soon" is not a date.'],
    [4, 'labels', `${'y'.repeat(65)}: Use at most 64 characters.`],
    [4, 'every', '"often" is not a number of days from 1 to 366.'],
    [4, 'measures', '1. target: Use a target that differs from the start.'],
    [4, 'id', 'The same as in line 2.'],
    [4, 'criteria', '1. title: This field cannot be empty.'],
    [6, 'title', 'Remove invisible or control characters.'],
    [6, 'labels', '\u0007: Remove invisible or control characters.'],
    [7, null, 'The row has 2 cells, and the header has 9.'],
    [8, null, 'The row has 10 cells, and the header has 9.'],
  ] as const

  it('creates nothing, and says every problem with its line and column', async () => {
    const { code, stdout, stderr } = await importTable(lines)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    for (const [line, column, message] of problems) {
      const place = column === null ? `Line ${line}` : `Line ${line}, ${column}`
      expect(stderr).toContain(`${place}: ${message.replace('\u0007', '\\x07')}`)
    }
    expect(stderr).not.toContain('Line 2')
    expect(stderr.endsWith('Nothing was created.\n')).toBe(true)
    await nothingIsThere()
  })

  it('names the first of several rows with the same id', async () => {
    const { code, stderr } = await importTable(['id,title', '1,One', '1,Two', '1,Three'])
    expect(code).not.toBe(0)
    expect(stderr).toContain('Lines 3, 4, id: The same as in line 2.')
    await nothingIsThere()
  })

  it('says them as JSON', async () => {
    const { code, stdout } = await importTable(lines, ['--json', '--dry-run'])
    const found: { line: number; column: string | null; message: string }[] = JSON.parse(stdout).problems
    expect(code).toBe(1)
    for (const [line, column, message] of problems) {
      expect(found).toContainEqual({ line, column, message: expect.stringContaining(message) })
    }
    expect(found.map(({ line }) => line)).not.toContain(2)
  })

  it('asks what dates mean that can be read in two ways', async () => {
    const dates = ['title,due', 'One,03/04/2027']
    const { code, stderr } = await importTable(dates)
    expect(code).toBe(2)
    expect(stderr).toContain('--dates dmy or --dates mdy')
    const { stdout } = await importTable(dates, ['--dry-run', '--dates=mdy'])
    expect(stdout).toContain('due 2027-03-04')
  })

  it('refuses texts that are larger than a request', async () => {
    const { code, stderr } = await importTable(['title,description', `One,${'ä'.repeat(125 * 1024)}`])
    expect(code).toBe(1)
    expect(stderr).toContain('Line 2, description: The texts are longer than 240 KiB.')
  })
})

describe('a token', () => {
  const lines = ['title,owner,labels', 'One,Ben,red', 'Two,,', 'Three,ada@example.com,']

  it.each([
    [
      'to write',
      ['goals:read:all', 'goals:write:all', 'labels:read', 'members:read'],
      'An import needs a token with the scope goals:write.',
    ],
    [
      'to create labels',
      ['goals:read', 'goals:write', 'goals:read:all', 'goals:write:all', 'labels:read', 'members:read'],
      'Creating labels needs a token with the scope labels:write.',
    ],
    [
      'to find owners',
      ['goals:read', 'goals:write', 'goals:read:all', 'goals:write:all', 'labels:read'],
      'To find owners, use a token with the scope members:read. To own all goals yourself: --map owner=',
    ],
  ] as const)('without the right %s creates nothing', async (_, scopes, message) => {
    const { code, stderr } = await importTable(lines, [], await environmentOf(service, ada, scopes))
    expect(code).toBe(3)
    expect(stderr).toContain(`cairn: ${message}\n`)
    await nothingIsThere()
  })

  it('for some goals only creates none', async () => {
    const goal = await createGoal(ada)
    const { secret } = await createToken(ada, ['goals:read', 'goals:write'], { goalIds: [goal.id] })
    const { code, stderr } = await importTable(lines, [], { ...environment, CAIRN_TOKEN: secret })
    await ada.api.deleteGoal({ params: { goalId: goal.id } })
    expect(code).toBe(3)
    expect(stderr).toContain('This token is limited to some goals')
    await nothingIsThere()
  })

  it('of a member owns what it imports', async () => {
    const member = await environmentOf(service, ben)
    const { code, stderr } = await importTable([...lines, 'Four,BEN@example.com,'], [], member)
    const goals = await goalsOf(ada)
    for (const { id } of goals) await ada.api.deleteGoal({ params: { goalId: id } })
    expect(code, stderr).toBe(0)
    expect(goals.map(({ ownerUserId }) => ownerUserId)).toEqual(Array(4).fill(ben.userId))
    expect(stderr).toContain('Line 4, owner: The goal belongs to you, not to "ada@example.com"')
    const { labels } = await ada.api.listGoalLabels({})
    for (const { id } of labels) await ada.api.deleteGoalLabel({ params: { labelId: id } })
  })
})

it('goals whose owners are unknown belong to nobody, and statuses that are unknown are active', async () => {
  const lines = [
    'title,owner,status',
    'One,Cleo,In QA',
    'Two,cleo@example.com,In QA',
    'Three,Ben,Later',
    'Four,,done',
  ]
  const { code, stdout, stderr } = await importTable(lines, ['--status', 'later=paused', '--json'])
  const goals = await goalsOf(ada)
  for (const { id } of goals) await ada.api.deleteGoal({ params: { goalId: id } })
  expect(code, stderr).toBe(0)
  const found = goals.map(({ title, ownerUserId, status }) => [title, ownerUserId, status]).sort()
  expect(found).toEqual([
    ['Four', null, 'completed'],
    ['One', null, 'active'],
    ['Three', ben.userId, 'paused'],
    ['Two', null, 'active'],
  ])
  expect(stderr).toContain('Line 2, owner: No member is "Cleo". Nobody owns the goal.\n')
  expect(stderr).toContain('Lines 2, 3, status: The status "In QA" is not known: the goal is active.')
  expect(stderr).toContain('--status "In QA=paused"')
  const { goals: results, warnings } = JSON.parse(stdout)
  expect(results).toContainEqual({
    line: 4,
    title: 'Three',
    outcome: 'created',
    goalId: goals.find(({ title }) => title === 'Three')?.id,
    reason: null,
  })
  expect(warnings).toHaveLength(4)
})

it('a journal that cannot be written is named, and the next run goes on', async () => {
  const table = ['title', 'One', 'Two']
  const options = ['--journal', path.join(machine.home, 'missing/journal')]
  const { code, stderr } = await importTable(table, options)
  expect(code).toBe(1)
  expect(stderr).toContain('The import stopped after 0 new goals.')
  expect(stderr).toContain('missing/journal: ENOENT. Name another file: --journal\n')
  expect((await importTable(table)).code).toBe(0)
  const goals = await goalsOf(ada)
  for (const { id } of goals) await ada.api.deleteGoal({ params: { goalId: id } })
  expect(goals.map(({ title }) => title).sort()).toEqual(['One', 'Two'])
})

it('columns that are not imported are named, the first of many', async () => {
  const columns = Array.from({ length: 14 }, (_, index) => `c${index}`)
  const { stderr } = await importTable([['title', ...columns].join(), `One${','.repeat(14)}`], ['--dry-run'])
  expect(stderr).toContain('Not imported: c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11 and 2 more\n')
})

it('what the service refuses about one goal is said, and the others are created', async () => {
  const gateway = await startGateway(service)
  gateway.fault = (method, name, number) =>
    `${method} ${name}` === 'POST /v1/goals' && number === 2 ? refusal(400, 'invalid_goal_labels') : undefined
  const { code, stdout } = await importTable(['title', 'One', 'Two', 'Three'], [], {
    ...environment,
    CAIRN_ORIGIN: gateway.origin,
  })
  await gateway.stop()
  expect((await goalsOf(ada)).map(({ title }) => title).sort()).toEqual(['One', 'Three'])
  expect(code).toBe(1)
  expect(stdout).toBe(
    'Created "One".\nNot created: "Two" of line 3: This is invalid_goal_labels.\nCreated "Three".\n2 goals created, 0 there already, 1 refused.\n',
  )
})
