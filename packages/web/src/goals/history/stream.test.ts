import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { expect, test } from 'vitest'
import { type StreamEntry, streamOf } from './stream.ts'

const report = (version: number, revision: number, status: GoalUpdate['status']) =>
  ({ version, revision, status }) as GoalUpdate
const edit = (version: number) => ({ version }) as GoalEdit

const updates = [report(1, 1, 'active'), report(3, 2, 'active'), report(4, 3, 'paused')]
const edits = [edit(2), edit(5)]
const shown = (entries: StreamEntry[]) => entries.map(({ kind, version }) => `${version} ${kind}`)

test('mixes reports and edits, newest first', () => {
  expect(shown(streamOf(updates, edits))).toEqual(['5 edit', '4 report', '3 report', '2 edit', '1 report'])
  expect(shown(streamOf(updates.toReversed(), edits.toReversed()))).toEqual(shown(streamOf(updates, edits)))
})

test('filters', () => {
  expect(shown(streamOf(updates, edits, 'reports'))).toEqual(['4 report', '3 report', '1 report'])
  expect(shown(streamOf(updates, edits, 'edits'))).toEqual(['5 edit', '2 edit'])
})

test('says how the goal was before each report', () => {
  const before = streamOf(updates, edits, 'reports').map(
    (entry) => entry.kind === 'report' && entry.before?.status,
  )
  expect(before).toEqual(['active', 'active', undefined])
  expect(streamOf(updates.toReversed(), edits)).toEqual(streamOf(updates, edits))
})
