import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ExportLine } from '@cairn/cli/transfer/format'
import type { Goal } from '@cairn/contract'
import { shownAcknowledgements } from '@cairn/contract/schemas/goals/goal-history'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../../support/people/goals.ts'
import { join } from '../../../support/people/invite.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { createMachine, type Machine } from '../support/command.ts'
import { contentOfGoal } from '../support/goal-content.ts'

const { service, ada, signInAs } = await startWithAda()
const ben = await signInAs('Ben')
const from = { CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: (await createToken(ada)).secret }
const to = { CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: (await createToken(ben)).secret }

/** Quotes, separators, formulas, line breaks of all kinds, controls, both directions, other planes. */
const hostile = '=HYPERLINK("x")\r\n"quoted", comma;\u2028\u2029\u0000\u001b[31m\u202e🏔 שלום \\u0041 ```'

let machine: Machine
let file: string
let text: string
let lines: ExportLine[]

const linesIn = (content: string): ExportLine[] =>
  content
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

beforeAll(async () => {
  const labelId = await createLabel(ada, 'Größe, "quoted"')
  const goal = await createGoal(ada, {
    title: '=1+1 "quoted", 🏔',
    detailedDescription: hostile,
    timeframe: { kind: 'deadline', targetDate: '2027-06-30' },
    labelIds: [labelId],
    criteria: [{ title: '@sum', description: hostile }],
    measures: [{ title: '-cmd', unit: '%', start: 10, target: 0.5 }],
    cadence: { everyDays: 7 },
  })
  const [criterion] = goal.criteria
  const [measure] = goal.measures
  await ada.api.createGoalUpdate({
    params: { goalId: goal.id },
    body: reportOf('+cmd', {
      details: hostile,
      health: 'at_risk',
      verdicts: [{ criterionId: criterion?.id ?? '', result: 'met', note: hostile }],
      measurements: [{ measureId: measure?.id ?? '', value: 3.25 }],
    }),
  })
  await ada.api.updateGoal({ params: { goalId: goal.id }, body: { title: '=2+2 "quoted", 🏔' } })
  const done = await createGoal(ada, { title: 'Done' })
  await ada.api.createGoalUpdate({
    params: { goalId: done.id },
    body: reportOf('Done', { status: 'completed' }),
  })
})

beforeEach(async () => {
  machine = await createMachine()
  file = path.join(machine.home, 'export.jsonl')
  await machine.cairn(['export', '--output', file], { environment: from })
  text = await readFile(file, 'utf8')
  lines = linesIn(text)
  return machine.stop
})

const goalsOf = (exported: ExportLine[]) => exported.flatMap((line) => (line.type === 'goal' ? [line] : []))

describe('an export', () => {
  it('has every label, goal and entry as the API returns them, one a line', async () => {
    expect(lines.map(({ type }) => type)).toEqual(['export', 'label', 'goal', 'goal', 'end'])
    const listed = (await ada.api.listGoals({})).goals
    const whole = await Promise.all(listed.map(({ id }) => ada.api.getGoal({ params: { goalId: id } })))
    // Only a session learns whether it watches a goal.
    const shared = whole.map(({ goal: { watching: _, ...goal } }) => goal)
    expect(goalsOf(lines).map(({ goal }) => goal)).toEqual(shared)
    const [, first] = goalsOf(lines)
    expect(first?.updates?.map(({ summary }) => summary).at(-1)).toBe('+cmd')
    expect(first?.edits).toHaveLength(1)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('is the same on standard output, and may be without history', async () => {
    const { stdout } = await machine.process(['export'], { environment: from })
    expect(goalsOf(linesIn(stdout))).toEqual(goalsOf(lines))
    const short = await machine.cairn(['export', '--no-history'], { environment: from })
    expect(goalsOf(linesIn(short.stdout))[0]).not.toHaveProperty('updates')
  })

  it('replaces no file', async () => {
    const { code, stderr } = await machine.cairn(['export', '--output', file], { environment: from })
    expect({ code, stderr }).toEqual({ code: 1, stderr: `cairn: Cannot write ${file}: it exists\n` })
    expect(await readFile(file, 'utf8')).toBe(text)
  })

  it('is a table for spreadsheets, which run nothing in it', async () => {
    const { stdout } = await machine.cairn(['export', '--format=csv'], { environment: from })
    const rows = rowsOf(stdout)
    const [head = []] = rows
    expect(rows.every((row) => row.length === head.length)).toBe(true)
    const column = (name: string) => rows.slice(1).map((row) => row[head.indexOf(name)])
    expect(column('entry')).toEqual(['goal', 'report', 'report', 'goal', 'report', 'report', 'edit'])
    expect(column('title').at(-1)).toBe('\'=2+2 "quoted", 🏔')
    expect(column('summary').at(-2)).toBe("'+cmd")
    // Without control characters.
    const plain = hostile.replaceAll('\r\n', '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')
    expect(column('details').at(-2)).toBe(`'${plain}`)
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  })
})

/** RFC 4180, as a spreadsheet reads it. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

/** Returns the content that an import transfers. */
const contentOf = (goal: Goal) => ({
  ...contentOfGoal(goal),
  labels: goal.labels.map(({ name, color }) => [name, color]),
})

describe('an export without the scope for labels', () => {
  it('is refused before anything is written, and may be a table', async () => {
    const { secret } = await createToken(ada, ['goals:read'])
    const environment = { ...from, CAIRN_TOKEN: secret }
    const output = path.join(machine.home, 'other.jsonl')
    const { code, stderr } = await machine.cairn(['export', '--output', output], { environment })
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: 'cairn: An export needs a token with the scope labels:read. A table does not: --format csv\n',
    })
    expect(await readdir(machine.home)).not.toContain('other.jsonl')
    expect((await machine.cairn(['export', '--format=csv'], { environment })).code).toBe(0)
  })
})

describe('an import', () => {
  it('refuses a changed history before it writes anything, from standard input too', async () => {
    const changed = text.replace('"summary":"+cmd"', '"summary":"fine"')
    await writeFile(file, changed)
    const before = (await ben.api.listGoals({})).goals.length
    const piped = await machine.cairn(['import', '-'], { environment: to, input: changed })
    for (const { code, stderr } of [await machine.cairn(['import', file], { environment: to }), piped]) {
      expect(code).toBe(7)
      expect(stderr).toContain('is not whole: The entry of version 2')
      expect(stderr).toContain('--unverified')
    }
    expect((await ben.api.listGoals({})).goals).toHaveLength(before)
    expect((await ben.api.listGoalLabels({})).labels).toEqual([])
    const checked = await machine.cairn(['import', file, '--unverified'], { environment: to })
    expect(checked.code, checked.stderr).toBe(0)
    for (const { id } of (await ben.api.listGoals({})).goals) {
      await ben.api.deleteGoal({ params: { goalId: id } })
    }
  })

  it('takes the files that the app saves, if all are there', async () => {
    const goals = goalsOf(lines).map(({ type: _, ...goal }) => goal)
    const labels = lines.flatMap((line) => (line.type === 'label' ? [line.label] : []))
    const organization = { id: '1', name: 'Ada' }
    const head = { formatVersion: 1, exportedAt: '2026-11-22T10:00:00.000Z', organization }
    const parts = [
      { format: 'cairn-organization', ...head, part: 1, last: false, members: [], labels, goals },
      { format: 'cairn-organization', ...head, part: 2, last: true, goals: goals.slice(0, 1) },
    ]
    const names = parts.map(({ part }) => path.join(machine.home, `ada-${part}.json`))
    for (const [index, part] of parts.entries()) await writeFile(names[index] ?? '', JSON.stringify(part))
    const alone = await machine.cairn(['import', names[0] ?? ''], { environment: to })
    expect([alone.code, alone.stderr]).toEqual([
      1,
      'cairn: The export is not whole: name all its files, each once.\n',
    ])
    const whole = await machine.cairn(['import', ...names.toReversed()], { environment: to })
    expect(whole.code, whole.stderr).toBe(0)
    const imported = (await ben.api.listGoals({})).goals
    expect(imported).toHaveLength(2)
    const verified = await machine.cairn(['verify', '--file', ...names])
    expect(verified.code, verified.stderr).toBe(0)
    expect(verified.stdout.match(/is whole/g)).toHaveLength(2)
    const cut = await machine.cairn(['verify', '--file', names[0] ?? ''])
    expect([cut.code, cut.stderr]).toEqual([alone.code, alone.stderr])
    await machine.cairn(['import', ...names, '--journal', `${file}.lost`], { environment: to })
    expect((await ben.api.listGoals({})).goals).toHaveLength(2)
    for (const { id } of imported) await ben.api.deleteGoal({ params: { goalId: id } })
  })

  it.each([
    ['"timeframe":{"kind":"deadline"', '"timeframe":{"kind":"someday"', 'goal.timeframe'],
    ['"criteria":[', '"criteria":7,"was":[', 'goal.criteria: '],
    ['"updates":[', '"updates":7,"was":[', 'updates: not a list'],
    ['"revision":2,', '', 'goal.revision: '],
  ])('names line and field of a line with %s as %s', async (before, after, field) => {
    const at = text.lastIndexOf('{"type":"goal"')
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end)
    expect(line).toContain(before)
    await writeFile(file, `${text.slice(0, at)}${line.replace(before, after)}${text.slice(end)}`)
    const { code, stderr } = await machine.cairn(['import', file], { environment: to })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^cairn: Line 4 of .* is damaged: /)
    expect(stderr).toContain(field)
  })

  it('makes the same goals in another organization, once', async () => {
    const { code, stdout, stderr } = await machine.cairn(['import', file], { environment: to })
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('2 of 2 goals are there.\n')
    const imported = async () => (await ben.api.listGoals({})).goals as Goal[]
    const byTitle = (goals: Goal[]) => goals.map(contentOf).sort((a, b) => (a.title < b.title ? -1 : 1))
    const content = byTitle(await imported())
    expect(content).toEqual(byTitle(goalsOf(lines).map(({ goal }) => goal as Goal)))

    // Again: with the journal, without it (by the idempotency keys), and from standard input.
    expect((await machine.cairn(['import', file], { environment: to })).stdout).toContain('imported before')
    await machine.cairn(['import', file, '--journal', `${file}.other`], { environment: to })
    expect(await machine.process(['import', '-'], { environment: to, input: text })).toMatchObject({
      code: 0,
    })
    expect(byTitle(await imported())).toEqual(content)

    const [goal] = (await imported()).filter(({ title }) => title !== 'Done')
    const { updates } = await ben.api.listGoalUpdates({ params: { goalId: goal?.id ?? '' } })
    expect(updates.map(({ summary }) => summary).at(-1)).toBe('Imported: active, at risk')
    expect(updates.at(-1)?.details).toContain('there it was'.replace('t', 'T'))
    expect(updates).toHaveLength(2)
  })

  it('goes on after a crash that cut the journal', async () => {
    const before = (await ben.api.listGoals({})).goals.length
    await writeFile(`${file}.imported`, '{"key":"cairn-imp')
    const { code } = await machine.cairn(['import', file], { environment: to })
    const after = (await ben.api.listGoals({})).goals.length
    expect(code).toBe(0)
    // Another export is other goals: its time is in the keys.
    expect(after - before).toBe(2)
    await machine.cairn(['import', file, '--journal', `${file}.lost`], { environment: to })
    expect((await ben.api.listGoals({})).goals).toHaveLength(after)
  })

  it('says which goals the service refuses, and goes on', async () => {
    const damaged = lines.map((line) =>
      line.type === 'goal' && line.goal.title === 'Done'
        ? { ...line, goal: { ...line.goal, title: '' } }
        : line,
    )
    await writeFile(file, damaged.map((line) => JSON.stringify(line)).join('\n'))
    const { code, stdout, stderr } = await machine.cairn(['import', file, '--json'], { environment: to })
    expect(stderr).toBe('Histories stay in the export: cairn verify --file checks them.\n')
    expect(code).toBe(1)
    const { goals } = JSON.parse(stdout)
    expect(goals.map(({ goalId }: { goalId: string | null }) => goalId === null)).toEqual([true, false])
    expect(goals[0].reason).toContain('title')
  })

  it.each([
    ['no export', () => 'hello\n', 2, 'is not an export of cairn'],
    [
      'an export of the future',
      () => text.replace('"formatVersion":1', '"formatVersion":2'),
      2,
      'is not an export',
    ],
    [
      'a cut one',
      () => `${text.trim().split('\n').slice(0, -1).join('\n')}\n`,
      1,
      'its last line is missing',
    ],
    ['a damaged one', () => text.replace('{"type":"label"', '{"type:"label"'), 1, 'Line 2 of'],
  ])('refuses %s before it writes anything', async (_, content, code, message) => {
    await writeFile(file, content())
    const before = (await ben.api.listGoals({})).goals.length
    const output = await machine.cairn(['import', file], { environment: to })
    expect(output.code).toBe(code)
    expect(output.stderr).toContain(message)
    expect((await ben.api.listGoals({})).goals).toHaveLength(before)
  })

  it('refuses what is not there', async () => {
    const { code, stderr } = await machine.cairn(['import', 'missing'], { environment: to })
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'cairn: Cannot read missing: ENOENT\n' })
  })
})

describe('a verification', () => {
  it('finds histories whole: of the service and of an export, which needs no network', async () => {
    const online = await machine.cairn(['verify', '--all', '--json'], { environment: from })
    expect(JSON.parse(online.stdout)).toMatchObject({
      isWhole: true,
      goals: [{ entries: 2 }, { entries: 3 }],
    })
    const [goal] = goalsOf(lines)
    const one = await machine.cairn(['verify', goal?.goal.id ?? ''], { environment: from })
    expect(one.stdout).toBe(
      `The history of "Done" is whole: 2 entries, the last with hash ${goal?.goal.historyHash}.\n`,
    )
    const offline = await machine.cairn(['verify', '--file', file])
    expect(offline.code, offline.stderr).toBe(0)
    expect(offline.stdout).toContain('is whole: 3 entries')
  })

  it('takes one export at a time', async () => {
    const { code, stderr } = await machine.cairn(['verify', '--file', file, file])
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'cairn: Name one export.\n' })
  })

  it('finds a changed report', async () => {
    await writeFile(file, text.replace('"summary":"+cmd"', '"summary":"fine"'))
    const { code, stdout } = await machine.process(['verify', '--file', file])
    expect(code).toBe(7)
    expect(stdout).toContain('is not whole:\n  The entry of version 2 does not have the hash of its content.')
  })

  it('needs a history', async () => {
    const { stdout } = await machine.cairn(['export', '--no-history'], { environment: from })
    const { code, stderr } = await machine.cairn(['verify', '--file=-'], { input: stdout })
    expect(code).toBe(2)
    expect(stderr).toContain('leave out --no-history')
  })
})

describe('an export of a report that many have acknowledged', () => {
  it('has all of them', async () => {
    const { id: goalId } = await createGoal(ada, { title: 'Known to all' })
    const params = { goalId, revision: '1' }
    const names = Array.from({ length: shownAcknowledgements + 1 }, (_, index) => `Reader${index}`)
    for (const name of names) {
      const reader = await signInAs(name)
      await join(ada, reader)
      await reader.api.acknowledgeGoalUpdate({ params })
    }
    const { stdout } = await machine.cairn(['export'], { environment: from })
    const exported = goalsOf(linesIn(stdout)).find(({ goal }) => goal.id === goalId)
    const { acknowledgements } = await ada.api.listGoalUpdateAcknowledgements({
      params,
      query: { limit: 100 },
    })
    expect(acknowledgements).toHaveLength(names.length)
    expect(exported?.updates?.[0]?.acknowledgements).toEqual(acknowledgements)
    const whole = path.join(machine.home, 'whole.jsonl')
    await writeFile(whole, stdout)
    expect((await machine.cairn(['verify', '--file', whole])).code).toBe(0)
  })
})
