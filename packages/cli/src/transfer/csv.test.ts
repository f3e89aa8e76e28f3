import type { Goal, GoalEdit, GoalUpdate } from '@cairn/client'
import { describe, expect, test } from 'vitest'
import { csvHead, csvRows } from './csv.ts'

const goal = {
  id: 'g1',
  title: 'Trees',
  status: 'active',
  health: null,
  timeframe: { kind: 'deadline', targetDate: '2027-06-30' },
  ownerUserId: 'email:ada',
  labels: [{ name: 'red' }, { name: 'blue' }],
  progress: 0.5,
  version: 3,
  revision: 2,
  updatedAt: '2026-11-20T10:00:00.000Z',
  detailedDescription: 'All of them',
  criteria: [
    { title: 'Oaks', description: 'Ten', verdict: { result: 'met' } },
    { title: 'Firs', description: 'Two', verdict: null },
  ],
  measures: [],
  cadence: { everyDays: 7 },
  parentGoalId: 'g0',
  blockedBy: [
    { id: 'g8', title: 'Soil', status: 'active' },
    { id: 'g9', title: 'Spades', status: 'completed' },
  ],
  rollupWeight: 2,
  budget: null,
  reviewerUserId: null,
  verification: 'none',
} as unknown as Goal
const people = { userId: 'email:ben', names: new Map([['email:ada', 'Ada']]) }
const entry = {
  version: 2,
  createdAt: '2026-11-19T10:00:00.000Z',
  authorityUserId: 'email:ada',
  actor: { kind: 'agent', id: 't1', runId: '4711' },
  actorName: 'Bot',
  hash: 'ff',
}
const report = {
  ...entry,
  revision: 2,
  status: 'active',
  health: 'at_risk',
  summary: 'Half',
  details: 'So far',
} as unknown as GoalUpdate
const edit = { ...entry, version: 3, fields: { title: { from: 'a', to: 'b' } } } as unknown as GoalEdit

const firstRowOf = (fields: Partial<Goal>) =>
  csvRows({ goal: { ...goal, ...fields } } as Parameters<typeof csvRows>[0], people)
const texts =
  'All of them,"[{""title"":""Oaks"",""description"":""Ten"",""result"":""met""},{""title"":""Firs"",""description"":""Two""}]",,7,g0,"g8, g9",2,,,none'
/** The cell of the title, as the file has it. */
const titleCell = (title: string) =>
  firstRowOf({ title }).slice(
    'g1,'.length,
    -`,active,,2027-06-30,email:ada,"red, blue",0.5,goal,3,2,2026-11-20T10:00:00.000Z,,,,,,,,,,,Ada,,${texts}\r\n`
      .length,
  )

describe('a text that a spreadsheet would take for a formula', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\uff1d1', '\uff0b1', '\uff0d1', '\uff201'])(
    '%j gets an apostrophe',
    (title) => {
      expect(titleCell(title)).toBe(`'${title}`)
    },
  )

  test.each([
    ['\t=1+1', "'\t=1+1"],
    ["'=1", "''=1"],
    ['\r=1', `"'\n=1"`],
    ['\n=1', `"'\n=1"`],
    ['\0=1', "'=1"],
    ['\u001b\u0085@SUM(A1)', "'@SUM(A1)"],
  ])('%j is %j', (title, cell) => {
    expect(titleCell(title)).toBe(cell)
  })
})

describe('a text', () => {
  test.each([
    ['Trees', 'Trees'],
    ['1=1', '1=1'],
    ['a, b', '"a, b"'],
    ['a "b"', '"a ""b"""'],
    ['a\nb', '"a\nb"'],
    ['a\rb', '"a\nb"'],
    ['a\r\nb', '"a\nb"'],
    ['a\tb', 'a\tb'],
    ['\u001b[31mred\u0007\u007f\u009b', '[31mred'],
    ["'s-Hertogenbosch", "'s-Hertogenbosch"],
    [' a', '" a"'],
    ['a ', '"a "'],
    ['', ''],
  ])('%j is %j', (title, cell) => {
    expect(titleCell(title)).toBe(cell)
  })
})

test('a label with a comma stands in quotes', () => {
  const labels = [{ name: 'red' }, { name: 'a, b' }] as Goal['labels']
  expect(firstRowOf({ labels })).toContain('email:ada,"red, ""a, b""",0.5')
})

test.each([
  [{ kind: 'continuous' }, 'continuous'],
  [{ kind: 'unspecified' }, 'unspecified'],
] as const)('a goal without a deadline says %j', (timeframe, due) => {
  expect(firstRowOf({ timeframe })).toContain(`g1,Trees,active,,${due},email:ada`)
})

test('a row for the goal comes first, then one for each entry of its history, in order', () => {
  const rows = csvRows({ goal, updates: [report], edits: [edit] } as Parameters<typeof csvRows>[0], people)
  const common = 'g1,Trees,active,,2027-06-30,email:ada,"red, blue",0.5'
  expect(rows).toBe(
    [
      `${common},goal,3,2,2026-11-20T10:00:00.000Z,,,,,,,,,,,Ada,,${texts}\r\n`,
      `${common},report,2,2,2026-11-19T10:00:00.000Z,email:ada,agent,Bot,4711,active,at_risk,Half,So far,,ff,Ada,Ada,,,,,,,,,,\r\n`,
      `${common},edit,3,,2026-11-19T10:00:00.000Z,email:ada,agent,Bot,4711,,,,,"{""title"":{""from"":""a"",""to"":""b""}}",ff,Ada,Ada,,,,,,,,,,\r\n`,
    ].join(''),
  )
  expect(csvHead.split(',')).toHaveLength(34)
  expect(
    csvHead.endsWith(
      'hash,owner_name,by_name,description,criteria,measures,every_days,parent_goal_id,blocked_by_goal_ids,rollup_weight,budget,reviewer,verification\r\n',
    ),
  ).toBe(true)
})
