import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ExportLine } from '@cairn/cli/transfer/format'
import type { Goal } from '@cairn/contract'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createToken } from '../../../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../../../support/people/goals.ts'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { createMachine, type Machine } from '../../support/command.ts'
import { refusal } from '../../support/fake-service.ts'
import { startGateway } from '../../support/gateway.ts'
import { goalsOf } from '../tables/support.ts'

const { service, ada, signInAs } = await startWithAda()
const ben = await signInAs('Ben')
const gateway = stopAfterFile(await startGateway(service))
const from = { CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: (await createToken(ada)).secret }
const to = { CAIRN_ORIGIN: gateway.origin, CAIRN_TOKEN: (await createToken(ben)).secret }

/**
 * By title: the title of the parent, and of what the goal waits for. P waits for X, which is below Q, which waits for C, which is
 * below P: no order has parents and blockers first.
 */
const family: Record<string, [string | null, string[]]> = {
  P: [null, ['X']],
  Q: [null, ['C']],
  C: ['P', []],
  X: ['Q', []],
  D: ['C', ['X', 'S']],
  S: [null, []],
}

type ExportedGoal = Extract<ExportLine, { type: 'goal' }>

let machine: Machine
let file: string
let lines: ExportLine[]
let exported: ExportedGoal[]

beforeAll(async () => {
  const ids: Record<string, string> = {}
  for (const title of ['P', 'Q', 'C', 'X', 'S', 'D']) {
    const [parent = null] = family[title] ?? []
    const goal = await createGoal(ada, { title, parentGoalId: parent && (ids[parent] ?? null) })
    ids[title] = goal.id
  }
  for (const [title, [, blockers]] of Object.entries(family)) {
    const blockedByGoalIds = blockers.map((blocker) => ids[blocker] ?? '')
    if (blockers.length === 0) continue
    await ada.api.updateGoal({ params: { goalId: ids[title] ?? '' }, body: { blockedByGoalIds } })
  }
  await ada.api.createGoalUpdate({
    params: { goalId: ids.S ?? '' },
    body: reportOf('Done', { status: 'completed' }),
  })
})

beforeEach(async () => {
  machine = await createMachine()
  file = path.join(machine.home, 'export.jsonl')
  gateway.fault = () => undefined
  const { stderr } = await machine.cairn(['export', '--output', file], { environment: from })
  expect(stderr).toBe('')
  lines = (await readFile(file, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  exported = lines.flatMap((line) => (line.type === 'goal' ? [line] : []))
})
afterEach(async () => {
  await machine.stop()
  // Children first.
  for (const { id } of (await goalsOf(ben)).sort((a, b) => b.ancestors.length - a.ancestors.length)) {
    await ben.api.deleteGoal({ params: { goalId: id } })
  }
})

/** By title: the titles of parent and blockers. */
function familyOf(goals: readonly Pick<Goal, 'id' | 'title' | 'parentGoalId' | 'blockedBy'>[]) {
  const titles = new Map(goals.map(({ id, title }) => [id, title]))
  const named = goals.map(({ title, parentGoalId, blockedBy }) => [
    title,
    [parentGoalId && titles.get(parentGoalId), blockedBy.map((blocker) => titles.get(blocker.id)).sort()],
  ])
  return Object.fromEntries(named)
}
const expected = Object.fromEntries(
  Object.entries(family).map(([title, [parent, blockers]]) => [title, [parent, blockers.toSorted()]]),
)

const writeGoals = (goals: readonly ExportedGoal[]) => {
  const [head, end] = [lines[0], lines.at(-1)]
  return writeFile(file, [head, ...goals, end].map((line) => `${JSON.stringify(line)}\n`).join(''))
}
const importFile = (...options: string[]) => machine.cairn(['import', file, ...options], { environment: to })

describe('an export', () => {
  it('has parents, blockers and roll-ups, and parents first', () => {
    expect(familyOf(exported.map(({ goal }) => goal))).toEqual(expected)
    const order = exported.map(({ goal }) => goal.title)
    for (const [title, [parent]] of Object.entries(family)) {
      if (parent) expect(order.indexOf(parent)).toBeLessThan(order.indexOf(title))
    }
  })

  it('is verified, with edits of parents and blockers', async () => {
    const { code, stdout } = await machine.cairn(['verify', '--file', file, '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ isWhole: true })
    expect(exported.flatMap(({ edits = [] }) => edits).map(({ fields }) => Object.keys(fields))).toEqual([
      ['blockedByGoalIds'],
      ['blockedByGoalIds'],
      ['blockedByGoalIds'],
    ])
  })

  it('as a table has them by id', async () => {
    const table = path.join(machine.home, 'goals.csv')
    await machine.cairn(['export', '--format=csv', '--output', table], { environment: from })
    const { code, stderr } = await machine.cairn(['import', table], { environment: to })
    expect(code, stderr).toBe(0)
    expect(familyOf(await goalsOf(ben))).toEqual(expected)
  })
})

describe('an import', () => {
  it.each([
    ['of the export', () => exported],
    ['turned around', () => exported.toReversed()],
    ['by title', () => exported.toSorted((a, b) => (a.goal.title < b.goal.title ? -1 : 1))],
  ])('has the same relations from the order %s, once', async (_, order) => {
    await writeGoals(order())
    const first = await importFile()
    expect(first.code, first.stderr).toBe(0)
    expect(first.stdout).toContain('6 of 6 goals are there.\n')
    expect(familyOf(await goalsOf(ben))).toEqual(expected)
    const versions = async () => (await goalsOf(ben)).map(({ id, version }) => `${id} ${version}`).sort()
    const before = await versions()
    // Again, with the journal and without.
    expect((await importFile()).code).toBe(0)
    expect((await importFile('--journal', `${file}.other`)).code).toBe(0)
    expect(await versions()).toEqual(before)
  })

  it.each([
    ['POST /v1/goals', 1],
    ['POST /v1/goals', 3],
    ['POST /v1/goals', 6],
    ['PATCH /v1/goals/:id', 1],
  ])('that lost its connection at %s, number %i, goes on', async (failing, at) => {
    let count = 0
    gateway.fault = (method, called) => {
      if (`${method} ${called}` !== failing) return undefined
      count++
      return count >= at ? refusal(503, 'unavailable', { 'retry-after': '3600' }) : undefined
    }
    expect((await importFile()).code).toBe(6)
    expect(count).toBe(at)
    gateway.fault = () => undefined
    const { code, stderr } = await importFile()
    expect(code, stderr).toBe(0)
    expect(familyOf(await goalsOf(ben))).toEqual(expected)
  })

  it('leaves the blockers of a goal alone that somebody has changed since', async () => {
    gateway.fault = (method) =>
      method === 'PATCH' ? refusal(503, 'unavailable', { 'retry-after': '3600' }) : undefined
    expect((await importFile()).code).toBe(6)
    gateway.fault = () => undefined
    const later = (await goalsOf(ben)).filter(
      ({ title, blockedBy }) => blockedBy.length < (family[title]?.[1].length ?? 0),
    )
    expect(later.length).toBeGreaterThan(0)
    for (const { id } of later)
      await ben.api.updateGoal({ params: { goalId: id }, body: { ownerUserId: null } })
    const { code, stdout } = await importFile()
    expect(code).toBe(0)
    expect(stdout).toContain(
      'It was changed since it was imported: the goals that it waits for were not set.',
    )
  })

  it('says what a goal lacks because another one was refused', async () => {
    await writeGoals(
      exported.map((line) =>
        line.goal.title === 'C' ? { ...line, goal: { ...line.goal, title: '' } } : line,
      ),
    )
    const { code, stdout } = await importFile('--unverified', '--json')
    expect(code).toBe(1)
    const { goals } = JSON.parse(stdout)
    const notes = goals.flatMap((goal: { title: string; notes: string[] }) =>
      goal.notes.map((note) => `${goal.title}: ${note}`),
    )
    expect(notes.sort()).toEqual([
      'D: Its parent was not imported.',
      'Q: 1 of the goals that it waits for were not imported.',
    ])
  })

  it('of an export from before there were relations is as it was', async () => {
    const {
      ancestors: _,
      parentGoalId: __,
      blockedBy: ___,
      ready: ____,
      rollup: _____,
      ...earlier
    } = (exported[0] as ExportedGoal).goal
    await writeGoals([{ type: 'goal', goal: earlier as Goal }])
    const { code, stderr } = await importFile()
    expect(code, stderr).toBe(0)
    expect(familyOf(await goalsOf(ben))).toEqual({ [earlier.title]: [null, []] })
  })

  const unknown = '5d0e9f0a-7b7a-4a1c-9d52-6a4e8f7b2c10'
  const stranger = { id: unknown, title: 'Stranger', status: 'active' as const }
  const change = (title: string, fields: (ids: Record<string, string>) => Partial<Goal>) => {
    const ids = Object.fromEntries(exported.map(({ goal }) => [goal.title, goal.id]))
    return exported.map((line) =>
      line.goal.title === title ? { ...line, goal: { ...line.goal, ...fields(ids) } } : line,
    )
  }
  const blocker = (id = '') => ({ id, title: 'Any', status: 'active' as const })

  it.each<[string, () => ExportedGoal[], string]>([
    [
      'an unknown parent',
      () => change('S', () => ({ parentGoalId: unknown })),
      `: the parent of "S" is not in the file: ${unknown}. Nothing was imported. To leave it out: --unlinked`,
    ],
    [
      'an unknown blocker',
      () => change('S', () => ({ blockedBy: [stranger] })),
      `: a blocker of "S" is not in the file: ${unknown}.`,
    ],
    [
      'a cycle',
      () => change('S', (ids) => ({ blockedBy: [blocker(ids.D)] })),
      'cannot be imported. It waits for itself: ',
    ],
    [
      'a goal below itself',
      () => change('P', (ids) => ({ parentGoalId: ids.D ?? null })),
      'waits for its sub-goal',
    ],
    [
      'a goal that waits for one below it',
      () => change('P', (ids) => ({ blockedBy: [blocker(ids.D)] })),
      '"P" cannot be imported. It waits for "D", which is below it.',
    ],
  ])('refuses %s with the line, before it writes anything', async (_, goals, message) => {
    await writeGoals(goals())
    const { code, stderr } = await importFile()
    expect(code).toBe(1)
    expect(stderr).toMatch(/^cairn: Line \d of .*export\.jsonl: /)
    expect(stderr).toContain(message)
    expect(await goalsOf(ben)).toEqual([])
  })

  it('takes them from files that the app saved, and names the goal that has an unknown parent', async () => {
    const organization = { id: '1', name: 'Ada' }
    const head = { formatVersion: 1, exportedAt: '2026-11-22T10:00:00.000Z', organization, labels: [] }
    const halves = [exported.slice(3).toReversed(), exported.slice(0, 3)]
    const names = halves.map((_, index) => path.join(machine.home, `ada-${index + 1}.json`))
    const writeParts = async (parts: readonly ExportedGoal[][]) => {
      for (const [index, part] of parts.entries()) {
        const goals = part.map(({ type: _, ...goal }) => goal)
        const file = { format: 'cairn-organization', ...head, part: index + 1, last: index === 1, goals }
        await writeFile(names[index] ?? '', JSON.stringify(file))
      }
    }
    await writeParts(halves.slice(0, 1).concat([[]]))
    const half = await machine.cairn(['import', ...names], { environment: to })
    expect(half.code).toBe(1)
    expect(half.stderr).toMatch(
      /^cairn: Goal \d of \S+ada-1\.json: (?:the parent|a blocker) of "\w" is not in the file/,
    )
    await writeParts(halves)
    const whole = await machine.cairn(['import', ...names], { environment: to })
    expect(whole.code, whole.stderr).toBe(0)
    expect(familyOf(await goalsOf(ben))).toEqual(expected)
  })

  it('leaves out what is not in the file if it is told to', async () => {
    await writeGoals(change('S', () => ({ parentGoalId: unknown, blockedBy: [stranger] })))
    const { code, stderr } = await importFile('--unlinked')
    expect(code, stderr).toBe(0)
    expect(familyOf(await goalsOf(ben))).toEqual(expected)
  })
})
