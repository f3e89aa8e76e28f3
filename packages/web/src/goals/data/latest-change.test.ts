import { expect, test } from 'vitest'
import { type LatestChange, latestChangeOf } from './latest-change.ts'

const at = '2026-11-20T10:00:00.000Z'
const reportedAt = (createdAt: string) => ({ revision: 2, summary: 's', createdAt, authorityUserId: 'a' })

test.each<[LatestChange['kind'], Parameters<typeof latestChangeOf>[0]]>([
  ['published', { version: 1, updatedAt: at, lastReport: null }],
  ['edited', { version: 2, updatedAt: at, lastReport: null }],
  ['reported', { version: 2, updatedAt: at, lastReport: reportedAt(at) }],
  ['edited', { version: 3, updatedAt: at, lastReport: reportedAt('2026-11-19T10:00:00.000Z') }],
])('the goal was %s last', (kind, goal) => {
  expect(latestChangeOf(goal)).toEqual({ kind, at })
})
