import type { GoalView } from '@cairn/contract/schemas/goal-views'
import { describe, expect, test } from 'vitest'
import { currentView, queryOf, searchOf, sortViews } from './view-search.ts'

const view = (fields: Partial<GoalView>): GoalView => ({
  id: '0b6f1b8e-3f0a-4f6e-9f57-0a3f6b1c2d3e',
  name: 'Mine',
  query: '',
  isShared: false,
  ownerUserId: 'email:1',
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  ...fields,
})

test('a view keeps filters, order and look, and opens them again', () => {
  const search = {
    q: 'größe & co',
    status: ['active', 'paused'],
    sort: 'due',
    look: 'cards',
    view: 'x',
  } as const
  const query = queryOf({ ...search, status: [...search.status] })
  expect(query).toMatch(/^[ -~]*$/)
  expect(searchOf(view({ query }))).toEqual({ ...search, view: view({}).id })
})

test('the order in which owners and labels were chosen makes no difference', () => {
  expect(queryOf({ ownerUserId: ['none', 'me'] })).toBe(queryOf({ ownerUserId: ['me', 'none'] }))
})

test('what the app does not know is ignored', () => {
  expect(searchOf(view({ query: 'status=nonsense&x=1&%=&group=owner&view=other' }))).toEqual({
    group: 'owner',
    view: view({}).id,
  })
})

describe('the current view', () => {
  const mine = view({ query: 'ownerUserId=me&status=active' })
  const late = view({ id: '1b6f1b8e-3f0a-4f6e-9f57-0a3f6b1c2d3e', query: 'attention=report_late' })

  test.each<[string, Parameters<typeof currentView>[1], ReturnType<typeof currentView>]>([
    ['none for other filters', { status: ['paused'] }, undefined],
    ['none for a view that is gone', { view: '2b6f1b8e-3f0a-4f6e-9f57-0a3f6b1c2d3e' }, undefined],
    [
      'the one with these filters',
      { status: ['active'], ownerUserId: ['me'] },
      { view: mine, isChanged: false },
    ],
    [
      'the one that was opened',
      { attention: ['report_late'], view: late.id },
      { view: late, isChanged: false },
    ],
    [
      'the one that was opened, also if the list is now like another one',
      { status: ['active'], ownerUserId: ['me'], view: late.id },
      { view: late, isChanged: true },
    ],
  ])('is %s', (_, search, expected) => {
    expect(currentView([mine, late], search)).toEqual(expected)
  })
})

test('own views come first, by name', () => {
  const names = (views: GoalView[]) => views.map(({ name }) => name)
  const shared = view({ name: 'A', isShared: true })
  expect(names(sortViews([shared, view({ name: 'View 10' }), view({ name: 'view 9' })]))).toEqual([
    'view 9',
    'View 10',
    'A',
  ])
})
