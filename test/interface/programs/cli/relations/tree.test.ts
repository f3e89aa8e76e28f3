import type { Goal } from '@cairn/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '../../../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../../../support/people/goals.ts'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { createMachine } from '../../support/command.ts'

const { service, ada } = await startWithAda()
const { secret } = await createToken(ada)
const { cairn } = stopAfterFile(await createMachine({ CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: secret }))

/** Runs a command that succeeds. Returns what it prints. */
async function done(...parameters: string[]): Promise<string> {
  const { code, stdout, stderr } = await cairn(parameters)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

const dueIn = (year: number) => ({ kind: 'deadline', targetDate: `${year}-06-30` }) as const

/** A wood with trees and birds, of which the trees wait for soil, and a goal apart. */
let wood: Goal
let trees: Goal
let oaks: Goal
let birds: Goal
let soil: Goal
let apart: Goal

beforeAll(async () => {
  wood = await createGoal(ada, { title: 'Wood', timeframe: dueIn(2090) })
  soil = await createGoal(ada, { title: 'Soil', timeframe: dueIn(2094) })
  apart = await createGoal(ada, { title: 'Apart', timeframe: dueIn(2093) })
  birds = await createGoal(ada, { title: 'Birds', parentGoalId: wood.id, timeframe: dueIn(2092) })
  trees = await createGoal(ada, {
    title: 'Trees',
    parentGoalId: wood.id,
    timeframe: dueIn(2091),
    blockedByGoalIds: [soil.id],
  })
  oaks = await createGoal(ada, { title: 'Oaks', parentGoalId: trees.id, timeframe: dueIn(2095) })
  await ada.api.createGoalUpdate({
    params: { goalId: birds.id },
    body: reportOf('Done', { status: 'completed' }),
  })
  await ada.api.createGoalUpdate({
    params: { goalId: oaks.id },
    body: reportOf('Dry', { health: 'off_track' }),
  })
})

/** The last column of a table. */
const titlesIn = (table: string) =>
  table
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ').at(-1))

/** The titles of a tree, moved in as they are there. */
function branchesIn(tree: string) {
  const lines = tree.trimEnd().split('\n')
  const starts = lines.map((line) => line.lastIndexOf(' ') + 1)
  const left = Math.min(...starts)
  return lines.map((line) => line.slice(left))
}

describe('a tree', () => {
  it('has what is below a goal moved in, the most pressing first, with what it adds up to', async () => {
    await expect.poll(() => done('tree', wood.id)).toContain('1 of 3 completed')
    const lines = (await done('tree', wood.id)).trimEnd().split('\n')
    expect(lines).toEqual([
      expect.stringMatching(`^${wood.id}  active +–  1 of 3 completed, \\d+ %, 1 off track +Wood$`),
      expect.stringMatching(`^${trees.id}  active, blocked +–  0 of 1 completed, 1 off track +  Trees$`),
      expect.stringMatching(`^${oaks.id}  off track +– +    Oaks$`),
      expect.stringMatching(`^${birds.id}  completed +– +  Birds$`),
    ])
  })

  it('ends at a depth', async () => {
    const { goals } = JSON.parse(await done('tree', wood.id, '--depth=1', '--json'))
    expect(goals.map(({ title, depth }: { title: string; depth: number }) => [title, depth])).toEqual([
      ['Wood', 0],
      ['Trees', 1],
      ['Birds', 1],
    ])
    expect(await cairn(['tree', wood.id, '--depth=5'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Use 1 to 4.'),
    })
  })

  it('is of all goals if none is named', async () => {
    expect(branchesIn(await done('tree'))).toEqual([
      'Wood',
      '  Trees',
      '    Oaks',
      '  Birds',
      'Apart',
      'Soil',
    ])
    const { goals } = JSON.parse(await done('tree', '--json', '--depth=1'))
    expect(goals.map(({ title }: Goal) => title)).toEqual(['Wood', 'Trees', 'Birds', 'Apart', 'Soil'])
    expect(goals[1]).toMatchObject({ depth: 1, parentGoalId: wood.id, blockedBy: [{ id: soil.id }] })
  })

  it('of a goal that is not there is none', async () => {
    const { code } = await cairn(['tree', '5d0e9f0a-7b7a-4a1c-9d52-6a4e8f7b2c10'])
    expect(code).toBe(4)
  })
})

describe('goals that are ready', () => {
  it('are listed, the most pressing first', async () => {
    expect(titlesIn(await done('ready'))).toEqual(['Oaks', 'Apart', 'Soil'])
    const { stdout, stderr } = await cairn(['ready', '--limit=1', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ goals: [{ id: oaks.id, ready: true }], hasMore: true })
    expect(stderr).toBe('')
    expect((await cairn(['ready', '--limit=1'])).stderr).toBe('There are more than 1: use --limit.\n')
  })

  it('may be those below a goal, or at the top, or of somebody', async () => {
    expect(titlesIn(await done('ready', '--parent', trees.id))).toEqual(['Oaks'])
    expect(titlesIn(await done('ready', '--parent=none', '--owner=me'))).toEqual(['Apart', 'Soil'])
    expect(await done('ready', '--owner=none')).toBe('No goal is ready.\n')
  })
})

it.each<[string[], string[]]>([
  [['--parent=none'], ['Apart', 'Soil', 'Wood']],
  [['--ready'], ['Apart', 'Oaks', 'Soil']],
  [['--no-ready'], ['Birds', 'Trees', 'Wood']],
  [['--blocked'], ['Trees']],
  [
    ['--no-blocked', '--status=active'],
    ['Apart', 'Oaks', 'Soil', 'Wood'],
  ],
])('a list with %j has %j', async (options, titles) => {
  expect(titlesIn(await done('goals', ...options)).sort()).toEqual(titles)
})

it('a list has the goals directly below one, and those that wait for one', async () => {
  expect(titlesIn(await done('goals', '--parent', wood.id)).sort()).toEqual(['Birds', 'Trees'])
  expect(titlesIn(await done('goals', '--waits-for', `${service.origin}/goals/${soil.id}`))).toEqual([
    'Trees',
  ])
  expect((await cairn(['goals', '--parent=top'])).stderr).toContain('Use the id of a goal')
})

describe('a goal is shown', () => {
  it('with where it is, what it waits for, and what is below it', async () => {
    const shown = await done('goal', 'show', trees.id)
    expect(shown).toContain('\nPath      Wood\n')
    expect(shown).toContain(
      '\nReady     no: it waits for goals that are not finished, it has sub-goals that are not finished\n',
    )
    expect(shown).toContain('\nRoll-up   0 of 1 completed, 1 off track\n')
    expect(shown).toContain(`\nWaits for\n${soil.id}  active  Soil\n`)
    expect(shown).toContain(`\nSub-goals\n${oaks.id}  off track  Oaks\n`)
    expect(shown).not.toContain('Holds up')
  })

  it('with the goals that it holds up', async () => {
    const shown = await done('goal', 'show', soil.id)
    expect(shown).toContain('\nReady     yes\n')
    expect(shown).toContain(`\nHolds up\n${trees.id}  active  0 of 1 completed, 1 off track  Trees\n`)
    expect(shown).not.toMatch(/Path|Roll-up|Sub-goals|Waits for/)
  })
})

it('a history is verified as far as a token knows the goals that it names', async () => {
  const { id } = await createGoal(ada, { title: 'Elms' })
  await done('goal', 'edit', id, '--parent', trees.id)
  const environment = { CAIRN_TOKEN: (await createToken(ada, ['goals:read'], { goalIds: [id] })).secret }
  const { code, stdout } = await cairn(['verify', id], { environment })
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^The history of "Elms" is whole: 2 entries, .*\n {2}1 edit names goals that were left out/,
  )
  const { stdout: json } = await cairn(['verify', id, '--json'], { environment })
  expect(JSON.parse(json)).toMatchObject({
    isWhole: true,
    goals: [{ entries: 2, withheld: 1, problems: [] }],
  })
  const { stdout: history } = await cairn(['history', id], { environment })
  expect(history).toMatch(/ {2}Parent: \w+ → \w+ \(without goals that this token may not know\)\n/)
  expect(await done('verify', id)).not.toContain('left out')
  await done('goal', 'delete', id)
})

it('a goal is continued in the next period, and both name each other', async () => {
  const { id } = await createGoal(ada, { title: 'Elms' })
  const printed = await done('goal', 'continue', id, '--due=2095-06-30', '--key=one', '--json')
  const { goal } = JSON.parse(printed) as { goal: Goal }
  expect(goal).toMatchObject({ title: 'Elms', timeframe: dueIn(2095), continuedFromGoalId: id })
  expect(await done('goal', 'continue', id, '--due=2095-06-30', '--key=one')).toContain(goal.id)
  expect(await done('goal', 'show', goal.id)).toContain(`Continues ${id}`)
  expect(await done('goal', 'show', id)).toContain(`Continued by ${goal.id}\n`)
  const { code, stderr } = await cairn(['goal', 'continue', id])
  expect([code, stderr]).toEqual([2, expect.stringContaining('--due or --continuous')])
  for (const one of [goal.id, id]) await done('goal', 'delete', one)
})

describe('a new goal', () => {
  it('is below one and waits for others, until an edit takes it out', async () => {
    const published = await done(
      'goal',
      'new',
      '--title=Elms',
      '--description=Ten',
      '--continuous',
      '--parent',
      trees.id,
      '--blocked-by',
      soil.id,
      '--blocked-by',
      apart.id,
    )
    const id = published.trim().split('\n').at(-1) ?? ''
    const { goal } = await ada.api.getGoal({ params: { goalId: id } })
    expect(goal).toMatchObject({ parentGoalId: trees.id, ready: false, notReady: ['blocked'] })
    expect(goal.blockedBy.map((blocker) => blocker.id).sort()).toEqual([soil.id, apart.id].sort())
    await done('goal', 'edit', id, '--blocked-by', apart.id)
    expect(await done('history', id)).toContain('Blockers: [')
    await done('goal', 'edit', id, '--no-parent', '--no-blocked-by')
    const edited = await ada.api.getGoal({ params: { goalId: id } })
    expect(edited.goal).toMatchObject({ parentGoalId: null, blockedBy: [], ready: true, version: 3 })
    await done('goal', 'delete', id)
  })

  it('cannot be below itself, which is said by the option', async () => {
    const { code, stderr } = await cairn(['goal', 'edit', wood.id, '--parent', oaks.id])
    expect(code).toBe(5)
    expect(stderr).toMatch(/^cairn: --parent: /)
    const blocked = await cairn(['goal', 'edit', wood.id, '--blocked-by', oaks.id])
    expect(blocked.stderr).toMatch(/^cairn: --blocked-by: /)
  })

  it('is not deleted while others are below it', async () => {
    const { code, stderr } = await cairn(['goal', 'delete', trees.id])
    expect({ code, stderr: stderr.split('\n').length }).toEqual({ code: 5, stderr: 2 })
  })
})
