import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { acknowledgeGoalUpdate } from '@cairn/domain/goals/acknowledgements/acknowledge-goal-update'
import { beforeAll, describe, expect, test } from 'vitest'
import { addMembers } from '../../support/people/add-members.ts'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import { createWorld } from '../../support/people/world.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { callerWith } from './support/call-tools.ts'
import { type Cut, readerWith, shownAt } from './support/read-on.ts'

/** Whatever a result leaves out, the calls that its cuts name return, to the last character. */

const service = stopAfterFile(await startTestService({ environment: { RATE_LIMITS: 'off' } }))
const { owner } = await createWorld(service)
const { api } = owner
const token = await createToken(owner)
const agent = callerWith(service, token)
/** Programs have runs. */
const program = programWith(service, token)

/** Characters that take one byte to thirteen, as text and as data. */
const characters = ['a', 'é', '漢', '😀', '"', '\\', '\u0001']
function text(length: number, mark = ''): string {
  const mixed = characters.join('')
  const rest = mixed.repeat(Math.ceil(length / mixed.length)).slice(0, length - mark.length)
  // A limit may end between the halves of a character.
  return `${mark}${rest.isWellFormed() ? rest : `${rest.slice(0, -1)}z`}`
}
const list = <Element>(length: number, element: (index: number) => Element) =>
  Array.from({ length }, (_, index) => element(index))
const evidence = (length: number, size = 2_000) =>
  list(length, (index) => ({
    title: text(200, `${index}`),
    url: `https://example.com/${'u'.repeat(1_900)}`,
    text: text(size, `${index}`),
  }))

let goal: Goal
const publication = () => ({
  title: text(200, 'Goal '),
  detailedDescription: text(25_000),
  timeframe: { kind: 'deadline', targetDate: '2027-06-30' } as const,
  criteria: list(100, (index) => ({
    title: text(200, `${index} `),
    description: text(index === 3 ? 10_000 : 150),
  })),
  measures: list(20, (index) => ({ title: text(200, `${index} `), unit: text(20), start: 0, target: 10 })),
})
const run = text(200, 'run ')

beforeAll(async () => {
  const labels = []
  for (let index = 0; index < 20; index++) {
    const body = { name: text(64, `${index} `), color: text(32), description: text(500) }
    labels.push((await api.createGoalLabel({ body })).label)
  }
  const body = { ...publication(), labelIds: labels.map(({ id }) => id) }
  ;({ goal } = await api.createGoal({ body }))
  const params = { goalId: goal.id }
  await program.createGoalUpdate({
    params,
    body: {
      status: 'active',
      health: 'at_risk',
      summary: text(500, 'Long '),
      details: text(12_000),
      expectedRevision: 1,
      idempotencyKey: 'k'.repeat(200),
      runId: run,
      verdicts: goal.criteria.map(({ id }, index) => ({
        criterionId: id,
        result: 'met' as const,
        note: text(index === 5 ? 2_000 : 150),
        ...(index === 5 && { evidence: evidence(10) }),
      })),
      measurements: goal.measures.map(({ id }) => ({ measureId: id, value: 5 })),
      evidence: evidence(20, 900),
    },
  })
  await api.updateGoal({
    params,
    body: {
      title: text(200, 'Edited '),
      detailedDescription: text(20_000, 'New '),
      criteria: goal.criteria
        .slice(0, 60)
        .map(({ id, title }) => ({ id, title, description: text(200, 'n') })),
      measures: [],
      labelIds: labels.slice(0, 19).map(({ id }) => id),
    },
  })
  for (let revision = 2; revision < 14; revision++) {
    await api.createGoalUpdate({
      params,
      body: {
        status: 'active',
        summary: text(500, `${revision} `),
        details: text(2_000),
        expectedRevision: revision,
        idempotencyKey: `${revision}`,
      },
    })
    await api.updateGoal({ params, body: { detailedDescription: text(3_000, `${revision} `) } })
  }
  ;({ goal } = await api.getGoal({ params }))
})

const params = () => ({ goalId: goal.id })
const reportsOf = async () => (await api.listGoalUpdates({ params: params() })).updates
const editsOf = async () => {
  const { edits, nextCursor } = await api.listGoalEdits({ params: params(), query: { limit: 100 } })
  expect(nextCursor).toBeNull()
  return edits
}
const has = (whole: unknown, fields: object) => expect(whole).toEqual(expect.objectContaining(fields))

describe.each([
  ['the usual 16', undefined],
  ['64', 64],
])('in %s KiB', (_, maxKiB) => {
  const { readWhole, calls } = readerWith(agent)
  const size = { maxKiB }

  test('a goal is read to its end', async () => {
    const whole = await readWhole({ tool: 'get_goal', arguments: { goalId: goal.id, ...size } })
    const { title, detailedDescription, revision, version, measures } = goal
    has(whole, { title, detailedDescription, revision, version, measures })
    has(whole, { labels: goal.labels.map(({ id, name }) => ({ id, name })) })
    const { criteria } = whole as Pick<Goal, 'criteria'>
    expect(criteria.map(({ verdict: _, ...rest }) => rest)).toEqual(
      goal.criteria.map(({ verdict: _, ...rest }) => rest),
    )
    expect(calls()).toBeLessThan(60)
  })

  test('a report is read to its end', async () => {
    const [, report] = await reportsOf()
    const whole = await readWhole({ tool: 'get_history', arguments: { goalId: goal.id, entry: 2, ...size } })
    const { summary, details, verdicts, measurements, evidence, idempotencyKey, hash } = report ?? {}
    has(whole, { summary, details, verdicts, measurements, evidence, idempotencyKey, hash, run })
  })

  test('an edit is read to its end', async () => {
    const [edit] = await editsOf()
    const entry = { kind: 'edits', entry: edit?.version }
    const whole = await readWhole({ tool: 'get_history', arguments: { goalId: goal.id, ...entry, ...size } })
    has(whole, { fields: edit?.fields, hash: edit?.hash })
  })
})

test('in 4 KiB, a goal, a report and an edit are read to their ends', async () => {
  const { readWhole } = readerWith(agent)
  const evidenceOfVerdict = evidence(1)
  const { goal: small } = await api.createGoal({
    body: {
      ...publication(),
      detailedDescription: text(2_000),
      criteria: list(6, (index) => ({ title: text(200, `${index}`), description: text(900) })),
    },
  })
  const { update } = await program.createGoalUpdate({
    params: { goalId: small.id },
    body: {
      status: 'active',
      summary: text(500),
      details: text(1_500),
      expectedRevision: 1,
      idempotencyKey: text(200),
      runId: run,
      verdicts: small.criteria.map(({ id }) => ({
        criterionId: id,
        result: 'met' as const,
        note: text(400),
        evidence: evidenceOfVerdict,
      })),
      evidence: evidence(2),
    },
  })
  const { goal: edited } = await api.updateGoal({
    params: { goalId: small.id },
    body: { title: text(200, 'b'), detailedDescription: text(2_500), criteria: [], measures: [] },
  })
  const input = { goalId: small.id, maxKiB: 4 }
  const { title, detailedDescription } = edited
  has(await readWhole({ tool: 'get_goal', arguments: input }), { title, detailedDescription })
  const report = await readWhole({ tool: 'get_history', arguments: { ...input, entry: 2 } })
  const { summary, details, verdicts, evidence: all, idempotencyKey } = update
  has(report, { summary, details, verdicts, evidence: all, idempotencyKey, run })
  const { edits } = await api.listGoalEdits({ params: { goalId: small.id } })
  const kind = { kind: 'edits', entry: edits[0]?.version }
  const edit = await readWhole({ tool: 'get_history', arguments: { ...input, ...kind } })
  has(edit, { fields: edits[0]?.fields })
})

test('each shortened entry of a history names the call that returns it', async () => {
  const { call, readWhole } = readerWith(agent)
  const stored = { reports: await reportsOf(), edits: await editsOf() }
  for (const kind of ['reports', 'edits'] as const) {
    const seen: unknown[] = []
    let cursor: unknown
    do {
      const page = await call({
        tool: 'get_history',
        arguments: { goalId: goal.id, kind, limit: 40, cursor },
      })
      const entries = page.entries as { version: number }[]
      const cuts = new Map(page.cut?.map((cut) => [shownAt(page, cut.path), cut]))
      for (const entry of entries) {
        const cut = cuts.get(entry)
        seen.push(cut ? await readWhole(cut.readOn) : entry)
      }
      expect(cuts.size).toBe(page.cut?.length ?? 0)
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toHaveLength(stored[kind].length)
    for (const entry of stored[kind].toReversed()) {
      const shown = 'revision' in entry ? entry : { fields: entry.fields }
      const { version } = entry
      const { summary, details } = shown as { summary?: string; details?: string }
      has(seen.shift(), { version, ...('revision' in entry ? { summary, details } : shown) })
    }
  }
})

test('a conflict keeps the newest, says so, and names the calls for all that was missed', async () => {
  const { call, readWhole } = readerWith(agent)
  const report = { goalId: goal.id, expectedRevision: 1, status: 'active', summary: 'Late', details: 'L' }
  const content = await call({ tool: 'report_progress', arguments: report })
  const { conflict } = content.error as {
    conflict: { truncated: boolean; updates: { revision: number }[]; edits: { version: number }[] }
  }
  expect(conflict.truncated).toBe(true)
  const cuts = content.cut as Cut[]
  const stored = { updates: await reportsOf(), edits: await editsOf() }
  for (const kind of ['updates', 'edits'] as const) {
    const path = `error.conflict.${kind}`
    const shown = conflict[kind] as { version?: number }[]
    const older = cuts.find((cut) => cut.path === path)
    expect(older).toMatchObject({ shown: shown.length, kept: 'newest' })
    const versions = shown.map(({ version }) => version)
    let next: Cut['readOn'] | undefined = older?.readOn
    while (next) {
      const page = await call(next)
      versions.unshift(...(page.entries as { version: number }[]).map(({ version }) => version).toReversed())
      const cursor = page.nextCursor
      next = cursor ? { tool: 'get_history', arguments: { ...next.arguments, cursor } } : undefined
    }
    expect(versions).toEqual(stored[kind].map(({ version }) => version))
    const cutEntries = cuts.filter((cut) => cut.path.startsWith(`${path}.`))
    expect(cutEntries).toHaveLength(shown.length)
    for (const { path: at, readOn } of cutEntries) {
      const { version } = shownAt(content, at) as { version: number }
      has(await readWhole(readOn), { version })
    }
  }
})

test('a report that has the key of another is read to its end', async () => {
  const { call, readWhole } = readerWith(agent)
  const report = { goalId: goal.id, expectedRevision: 2, status: 'active', summary: 'Other', details: 'L' }
  const content = await call({
    tool: 'report_progress',
    arguments: { ...report, idempotencyKey: 'k'.repeat(200) },
  })
  expect(content.error).toMatchObject({ code: 'goal_update_idempotency_conflict' })
  expect(content.cut).toMatchObject([{ path: 'error.update' }])
  const [, stored] = await reportsOf()
  has(await readWhole((content.cut as [Cut])[0].readOn), { details: stored?.details })
})

test('what publishing returns is read to its end', async () => {
  const { readWhole } = readerWith(agent)
  const body = { ...publication(), detailedDescription: text(100) }
  const whole = (await readWhole({ tool: 'publish_goal', arguments: body })) as Goal
  expect(whole.title).toBe(body.title)
  expect(whole.criteria.map(({ title }) => title)).toEqual(body.criteria.map(({ title }) => title))
  expect(whole.measures.map(({ title }) => title)).toEqual(body.measures.map(({ title }) => title))
})

test('all acknowledgements of a report are read', async () => {
  const { readWhole } = readerWith(agent)
  const { database } = service.table
  const readers = await addMembers(database, owner.organizationId, 130)
  for (const id of readers) {
    const access = { organizationId: owner.organizationId, user: { id }, membership: async () => ({}) }
    await acknowledgeGoalUpdate(
      { database, now: new Date() } as Parameters<typeof acknowledgeGoalUpdate>[0],
      access as unknown as Parameters<typeof acknowledgeGoalUpdate>[1],
      { params: { goalId: goal.id, revision: 3 }, query: {}, body: {} },
    )
  }
  const whole = await readWhole({ tool: 'get_history', arguments: { goalId: goal.id, entry: 3 } })
  const { acknowledgedBy } = whole as { acknowledgedBy: string[] }
  expect(acknowledgedBy.toSorted()).toEqual(readers.map((_, index) => `Member ${index}`).toSorted())
})

test('each shortened label names the call that returns it', async () => {
  const { call, readWhole } = readerWith(agent)
  const whole: unknown[] = []
  let cursor: unknown
  do {
    const page = await call({ tool: 'manage_labels', arguments: { action: 'list', cursor } })
    for (const [index, label] of (page.labels as unknown[]).entries()) {
      const cut = page.cut?.find(({ path }) => path === `labels.${index}`)
      whole.push(cut ? await readWhole(cut.readOn) : label)
    }
    cursor = page.nextCursor
  } while (cursor)
  const { labels } = await api.listGoalLabels({ query: { limit: 100 } })
  expect(whole).toEqual(labels.map(({ id, name, color, description }) => ({ id, name, color, description })))
})

test('each shortened goal and event of a brief, and goal of a list, names the calls that return the rest', async () => {
  const { call, readWhole } = readerWith(agent)
  const goals = new Map<string, { title: string; summary: string | undefined }>()
  const texts: string[] = []
  async function take(content: Awaited<ReturnType<typeof call>>) {
    const rest = async (path: string) => {
      const cut = content.cut?.find((one) => one.path === path)
      return cut && ((await readWhole(cut.readOn)) as { title: string; summary: string })
    }
    type Shown = { id: string; title: string; lastReport: { summary: string } | null }
    for (const [index, { id, title, lastReport }] of ((content.goals ?? []) as Shown[]).entries()) {
      const whole = await rest(`goals.${index}`)
      const report = await rest(`goals.${index}.lastReport`)
      goals.set(id, { title: whole?.title ?? title, summary: report?.summary ?? lastReport?.summary })
    }
    for (const [group, { happened }] of (
      (content.events ?? []) as { happened: { text: string }[] }[]
    ).entries())
      for (const [index, event] of happened.entries())
        texts.push((await rest(`events.${group}.happened.${index}`))?.summary ?? event.text)
  }
  let next: object | undefined = { runId: 'another' }
  while (next) {
    const content = await call({ tool: 'brief', arguments: next as never })
    await take(content)
    next = content.moreEvents ? { runId: 'another', since: content.cursor } : undefined
  }
  const { goals: stored } = await api.listGoals({ query: { view: 'summary' } })
  const wanted = stored as { id: string; title: string; lastReport: { summary: string } | null }[]
  const known = new Map(
    wanted.map(({ id, title, lastReport }) => [id, { title, summary: lastReport?.summary }]),
  )
  expect(goals.get(goal.id)).toEqual(known.get(goal.id))
  for (const { summary } of await reportsOf()) {
    if (summary === 'Goal published') continue
    expect(texts.some((one) => one.endsWith(summary))).toBe(true)
  }

  goals.clear()
  let cursor: unknown
  do {
    const content = await call({ tool: 'find_goals', arguments: { limit: 80, cursor } })
    await take(content)
    cursor = content.nextCursor
  } while (cursor)
  expect(goals).toEqual(known)
})
