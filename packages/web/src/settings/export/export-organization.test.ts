import { ApiError } from '@cairn/contract/http/client'
import { expect, test } from 'vitest'
import type { ExportHead } from './export-organization.ts'
import {
  type ExportProgress,
  type ExportSource,
  exportOrganization,
  fileName,
} from './export-organization.ts'
import { progressText, resultText } from './export-section.tsx'

type StoredGoal = { id: string; revision: number; version: number; updatedAt: string }
type File = ExportHead & { goals: { goal: StoredGoal; updates: unknown[]; edits: unknown[] }[] }

const pageSize = 2

/** A service whose lists have pages of two, and which changes while it is read. */
function createSource(goals: StoredGoal[], onList: (call: number) => void = () => undefined) {
  const calls: string[] = []
  let lists = 0
  const pageOf = <T>(all: readonly T[], cursor: unknown) => {
    const start = Number(cursor ?? 0)
    const next = start + pageSize
    return { data: all.slice(start, next), nextCursor: next < all.length ? String(next) : null }
  }
  const numbered = (count: number, kind: string) =>
    Array.from({ length: count }, (_, index) => `${kind} ${index + 1}`)
  const goalOf = (id: string) => {
    const goal = goals.find((one) => one.id === id)
    if (goal) return goal
    throw new ApiError(new Response(null, { status: 404 }), { error: 'goal_not_found', message: '' })
  }
  const source = {
    listOrganizationMembers: async ({ query }: { query: { cursor?: string } }) => {
      const { data: members, nextCursor } = pageOf(['Ada', 'Bob', 'Cem'], query.cursor)
      return { members, nextCursor }
    },
    listGoalLabels: async () => ({ labels: ['Quality'], nextCursor: null }),
    listGoals: async ({ query }: { query: { cursor?: string; updatedSince?: string } }) => {
      onList(++lists)
      calls.push(`goals since ${query.updatedSince ?? 'ever'}`)
      const sorted = goals
        .filter(({ updatedAt }) => updatedAt >= (query.updatedSince ?? ''))
        .toSorted((left, right) => (left.updatedAt < right.updatedAt ? 1 : -1))
      const { data, nextCursor } = pageOf(structuredClone(sorted), query.cursor)
      return { goals: data, nextCursor }
    },
    listGoalUpdates: async ({
      params,
      query,
    }: {
      params: { goalId: string }
      query: { cursor?: string }
    }) => {
      calls.push(`updates of ${params.goalId}`)
      const { data: updates, nextCursor } = pageOf(
        numbered(goalOf(params.goalId).revision, 'report'),
        query.cursor,
      )
      return { updates, nextCursor }
    },
    listGoalEdits: async ({ params, query }: { params: { goalId: string }; query: { cursor?: string } }) => {
      calls.push(`edits of ${params.goalId}`)
      const { version, revision } = goalOf(params.goalId)
      const { data: edits, nextCursor } = pageOf(numbered(version - revision, 'edit'), query.cursor)
      return { edits, nextCursor }
    },
  }
  return { source: source as unknown as ExportSource, calls }
}

const goal = (number: number, fields: Partial<StoredGoal> = {}): StoredGoal => ({
  id: `goal ${number}`,
  revision: 1,
  version: 1,
  updatedAt: `2026-11-20T10:00:0${number}.000Z`,
  ...fields,
})

async function run(source: ExportSource, fileCharacters?: number, signal = new AbortController().signal) {
  const files: { name: string; content: File }[] = []
  const seen: ExportProgress[] = []
  const result = await exportOrganization({
    source,
    organization: { id: '1', name: 'Acme' },
    now: new Date('2026-11-22T10:00:00.000Z'),
    save: (name, text) => files.push({ name, content: JSON.parse(text.join('')) }),
    onProgress: (progress) => seen.push(progress),
    pause: async () => undefined,
    signal,
    ...(fileCharacters !== undefined && { fileCharacters }),
  })
  return { files, seen, result }
}

test('one file has everything, with all pages of each list', async () => {
  const goals = [goal(1, { revision: 3, version: 6 }), goal(2), goal(3)]
  const { source, calls } = createSource(goals)
  const { files, result } = await run(source)
  expect(files).toHaveLength(1)
  expect(files[0]).toEqual({
    name: 'acme-2026-11-22-1.json',
    content: {
      format: 'cairn-organization',
      formatVersion: 1,
      exportedAt: '2026-11-22T10:00:00.000Z',
      organization: { id: '1', name: 'Acme' },
      part: 1,
      last: true,
      members: ['Ada', 'Bob', 'Cem'],
      labels: ['Quality'],
      goals: [
        { goal: goals[2], updates: ['report 1'], edits: [] },
        { goal: goals[1], updates: ['report 1'], edits: [] },
        {
          goal: goals[0],
          updates: ['report 1', 'report 2', 'report 3'],
          edits: ['edit 1', 'edit 2', 'edit 3'],
        },
      ],
    },
  })
  expect(result).toEqual({ goals: 3, files: 1 })
  // A goal without edits costs no request for them.
  expect(calls.filter((call) => call.startsWith('edits'))).toEqual(['edits of goal 1', 'edits of goal 1'])
})

test('a report has all its acknowledgements, also where the service shows the first only', async () => {
  const { source } = createSource([goal(1)])
  const people = ['Ada', 'Bob', 'Cem']
  const report = (revision: number, acknowledgements: string[]) => ({ revision, acknowledgements })
  const asked: unknown[] = []
  const { files } = await run({
    ...source,
    listGoalUpdates: async () => ({
      updates: [report(1, ['Ada']), report(2, ['Ada'])],
      acknowledgementCounts: { '2': 3 },
      nextCursor: null,
    }),
    listGoalUpdateAcknowledgements: async ({
      params,
      query,
    }: {
      params: unknown
      query: { cursor?: string }
    }) => {
      asked.push(params)
      const start = Number(query.cursor ?? 0)
      const acknowledgements = people.slice(start, start + pageSize)
      return { acknowledgements, nextCursor: start === 0 ? String(pageSize) : null }
    },
  } as unknown as ExportSource)
  expect(files[0]?.content.goals[0]?.updates).toEqual([report(1, ['Ada']), report(2, people)])
  expect(new Set(asked)).toEqual(new Set([{ goalId: 'goal 1', revision: '2' }]))
})

test('an organization without goals is a file too', async () => {
  const { files } = await run(createSource([]).source)
  expect(files.map(({ content }) => content)).toMatchObject([{ part: 1, last: true, goals: [] }])
})

test('files have a bounded size, and only the first one has members and labels', async () => {
  const goals = [1, 2, 3, 4, 5].map((number) => goal(number))
  const { files, seen } = await run(createSource(goals).source, 1)
  expect(files.map(({ content }) => [content.part, content.last, content.goals.length])).toEqual([
    [1, false, 1],
    [2, false, 1],
    [3, false, 1],
    [4, false, 1],
    [5, true, 1],
  ])
  expect(files.map(({ content }) => 'members' in content)).toEqual([true, false, false, false, false])
  expect(new Set(files.map(({ name }) => name)).size).toBe(5)
  expect(seen.at(-1)).toEqual({ goals: 5, files: 5 })
})

test('a goal that is changed meanwhile is there as it is last, also one that moves past the position', async () => {
  const goals = [goal(1), goal(2), goal(3), goal(4)]
  const { source, calls } = createSource(goals, (call) => {
    // Before the second page: goal 1 moves to the top, where the first page was.
    if (call === 2)
      Object.assign(goals[0] as StoredGoal, { version: 2, updatedAt: '2026-11-20T11:00:00.000Z' })
    if (call === 2)
      Object.assign(goals[3] as StoredGoal, { version: 2, updatedAt: '2026-11-20T11:00:01.000Z' })
    if (call === 3) goals.push(goal(5, { updatedAt: '2026-11-20T12:00:00.000Z' }))
  })
  const { files, result } = await run(source)
  const last = new Map(files.flatMap(({ content }) => content.goals).map((entry) => [entry.goal.id, entry]))
  expect(Object.fromEntries([...last].map(([id, entry]) => [id, entry.goal.version]))).toEqual({
    'goal 1': 2,
    'goal 2': 1,
    'goal 3': 1,
    'goal 4': 2,
    'goal 5': 1,
  })
  expect(result.goals).toBe(5)
  expect(calls).toContain('goals since 2026-11-20T10:00:04.000Z')
})

test('ends although goals change all the time', async () => {
  const goals = [goal(1)]
  const { source, calls } = createSource(goals, () => {
    const [only] = goals
    if (only) only.version++
  })
  const { files } = await run(source)
  expect(files).toHaveLength(1)
  expect(calls.filter((call) => call.startsWith('goals'))).toHaveLength(5)
})

test('a goal that is deleted between the list and its history is left out', async () => {
  const { source } = createSource([goal(1), goal(2)])
  const gone: ExportSource = {
    ...source,
    listGoalUpdates: async (request) => {
      if (request.params.goalId !== 'goal 2') return source.listGoalUpdates(request)
      throw new ApiError(new Response(null, { status: 404 }), { error: 'goal_not_found', message: '' })
    },
  }
  const { files } = await run(gone)
  expect(files.flatMap(({ content }) => content.goals.map((entry) => entry.goal.id))).toEqual(['goal 1'])
})

test('stops when it is told to, and saves no last file', async () => {
  const controller = new AbortController()
  const { source } = createSource([goal(1), goal(2), goal(3)], (call) => {
    if (call === 2) controller.abort(new Error('stopped'))
  })
  const files: string[] = []
  const stopped = exportOrganization({
    source,
    organization: { id: '1', name: 'Acme' },
    now: new Date(),
    save: (name) => files.push(name),
    onProgress: () => undefined,
    pause: async () => undefined,
    signal: controller.signal,
  })
  await expect(stopped).rejects.toThrow('stopped')
  expect(files).toEqual([])
})

test.each([
  ['Acme & Söhne GmbH', 'acme-söhne-gmbh-2026-11-22-1.json'],
  ['../../etc/passwd', 'etc-passwd-2026-11-22-1.json'],
  ['🎯', 'organization-2026-11-22-1.json'],
])('the file of %j is named %s', (name, expected) => {
  const head = { organization: { id: '1', name }, exportedAt: '2026-11-22T10:00:00.000Z', part: 1 }
  expect(fileName({ format: 'cairn-organization', formatVersion: 1, last: true, ...head })).toBe(expected)
})

test('says how far it is, and what it has saved', () => {
  expect(progressText({ goals: 1, files: 0 }, false)).toBe(
    'one goal so far. Keep this page open until it is done.',
  )
  expect(progressText({ goals: 2, files: 0 }, true)).toMatch(/^2 goals so far\. The service asks for a pause/)
  expect(resultText({ goals: 0, files: 1 })).toBe('Exported 0 goals in one file. It is in your downloads.')
  expect(resultText({ goals: 20, files: 2 })).toBe(
    'Exported 20 goals in 2 files. They are in your downloads.',
  )
})
