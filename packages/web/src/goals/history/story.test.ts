import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { describe, expect, test } from 'vitest'
import { chaptersOf, deedOf, foldEdits, type StoryEntry } from './story.ts'
import { streamOf } from './stream.ts'

const at = (version: number, createdAt: string) => ({ version, createdAt: `${createdAt}T12:00:00.000Z` })
const report = (version: number, day: string) => ({ ...at(version, day), revision: version }) as GoalUpdate
const edit = (version: number, day: string, authorityUserId = 'ann', fields: object = {}) =>
  ({ ...at(version, day), authorityUserId, actor: { kind: 'user', runId: null }, ...fields }) as GoalEdit
const shown = (entries: readonly StoryEntry[]) =>
  entries.map((entry) => (entry.kind === 'report' ? 'report' : entry.edits.map(({ version }) => version)))

describe('edits become one entry', () => {
  test('of one author within a day', () => {
    const edits = [edit(2, '2026-03-01'), edit(3, '2026-03-01'), edit(4, '2026-03-01')]
    expect(shown(foldEdits(streamOf([report(1, '2026-03-01')], edits)))).toEqual([[4, 3, 2], 'report'])
  })

  test.each([
    ['across a report', [edit(2, '2026-03-01'), edit(4, '2026-03-01')], [[4], 'report', [2]]],
    ['of others', [edit(4, '2026-03-01'), edit(5, '2026-03-01', 'ben')], [[5], [4], 'report']],
    [
      'of a program for the same person',
      [edit(4, '2026-03-01'), edit(5, '2026-03-01', 'ann', { actor: { kind: 'agent', runId: null } })],
      [[5], [4], 'report'],
    ],
    [
      'of programs with other names',
      [edit(4, '2026-03-01', 'ann', { actorName: 'A' }), edit(5, '2026-03-01', 'ann', { actorName: 'B' })],
      [[5], [4], 'report'],
    ],
    ['of another day', [edit(4, '2026-03-01'), edit(5, '2026-03-02')], [[5], [4], 'report']],
  ])('but not %s', (_, edits, entries) => {
    expect(shown(foldEdits(streamOf([report(3, '2026-03-01')], edits)))).toEqual(entries)
  })
})

test('an entry has the edits of less than a day', () => {
  const at = (version: number, createdAt: string) => edit(version, '2026-03-01', 'ann', { createdAt })
  const [first, second] = [at(2, '2026-03-01T12:00:00.000Z'), at(3, '2026-03-02T11:59:59.999Z')]
  expect(shown(foldEdits(streamOf([], [first, second])))).toEqual([[3, 2]])
  expect(shown(foldEdits(streamOf([], [first, at(3, '2026-03-02T12:00:00.000Z')])))).toEqual([[3], [2]])
})

test('entries are told by month', () => {
  const updates = [report(1, '2025-12-15'), report(2, '2026-01-05'), report(3, '2026-01-25')]
  const edits = [edit(4, '2026-02-01'), edit(5, '2026-03-05')]
  const chapters = chaptersOf(foldEdits(streamOf(updates, edits)))
  expect(chapters.map(({ month, entries }) => [month, entries.length])).toEqual([
    ['2026-03-01', 1],
    ['2026-02-01', 1],
    ['2026-01-01', 2],
    ['2025-12-01', 1],
  ])
})

describe('a report', () => {
  const active = { revision: 2, status: 'active', health: 'at_risk' } as const

  test.each([
    ['published', { ...active, revision: 1 }, undefined],
    ['completed', { ...active, status: 'completed', health: null }, active],
    ['paused', { ...active, status: 'paused' }, active],
    ['resumed', active, { status: 'archived', health: null }],
    ['moved', { ...active, health: 'on_track' }, active],
    ['still', active, active],
    ['rated', active, { status: 'active', health: null }],
    ['rated', active, undefined],
    ['reported', { ...active, health: null }, active],
  ] as const)('is %s', (deed, update, before) => {
    const entry = { kind: 'report', version: 2, update: update as GoalUpdate, before } as const
    expect(deedOf(entry)).toBe(deed)
  })
})
