import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { describe, expect, test } from 'vitest'
import { type FactChange, isSameValue, PendingFacts } from './pending-facts.ts'

const stored = {
  id: 'g',
  title: 'First',
  ownerUserId: null,
  version: 1,
  updatedAt: '2026-11-20T10:00:00.000Z',
  updatedByUserId: 'ann',
} as Goal
const second: FactChange = { fact: 'title', to: 'Second' }
const third: FactChange = { fact: 'title', to: 'Third' }

/** The service's response to a save, which may contain somebody else's changes. */
const saved = (changes: Partial<Goal>): Goal => ({
  ...stored,
  version: 2,
  updatedAt: '2026-11-20T10:00:05.000Z',
  updatedByUserId: 'bo',
  ...changes,
})

/** The page of a goal, as the hook drives it. */
function openPage() {
  const pending = new PendingFacts()
  let goal = stored
  const put = (changed: Partial<Goal>) => {
    goal = { ...goal, ...changed }
  }
  return {
    shown: () => goal,
    /** A live update shows what somebody else has changed. */
    update: put,
    storedValue: () => pending.storedValue(goal, 'title'),
    change(change: FactChange) {
      pending.begin(goal, change.fact)
      put({ [change.fact]: change.to })
    },
    succeed(change: FactChange, result: Goal, isLast: boolean) {
      put(pending.afterSaving(goal, change, result, isLast))
      pending.end(goal, change.fact)
    },
    fail(change: FactChange) {
      put(pending.afterFailure(goal, change))
      pending.end(goal, change.fact)
    },
  }
}

describe('a change starts from what the service has, and Undo goes back to it', () => {
  test('while nothing is saved, that is what the page shows', () => {
    expect(openPage().storedValue()).toBe('First')
  })

  test('while a change is on its way, that is the value before', () => {
    const page = openPage()
    page.change(second)
    expect(page.shown().title).toBe('Second')
    expect(page.storedValue()).toBe('First')
  })

  test('for the second of two overlapping saves, that is what the first has saved', () => {
    const page = openPage()
    page.change(second)
    page.change(third)
    page.succeed(second, saved({ title: 'Second' }), false)
    expect(page.storedValue()).toBe('Second')
  })

  test('null is a value too', () => {
    const pending = new PendingFacts()
    pending.begin(stored, 'ownerUserId')
    expect(pending.storedValue({ ...stored, ownerUserId: 'bo' }, 'ownerUserId')).toBeNull()
  })

  test('once all is saved, that is what the page shows, whoever has changed it', () => {
    const page = openPage()
    page.change(second)
    page.succeed(second, saved({ title: 'Of Bo' }), true)
    expect(page.storedValue()).toBe('Of Bo')
    page.change(third)
    expect(page.storedValue()).toBe('Of Bo')
  })
})

test('nothing is remembered once all saves are settled, and not before', () => {
  const page = openPage()
  page.change(second)
  page.change(third)
  page.succeed(second, saved({ title: 'Second' }), false)
  page.update({ title: 'Live' })
  expect(page.storedValue()).toBe('Second')
  page.fail(third)
  page.update({ title: 'Live again' })
  expect(page.storedValue()).toBe('Live again')
})

test('what was not begun has nothing to end', () => {
  const pending = new PendingFacts()
  pending.end(stored, 'title')
  expect(pending.afterSaving(stored, second, saved({}), true)).toEqual(saved({}))
})

describe('after saving', () => {
  test('the page shows all that the service has', () => {
    const page = openPage()
    page.change(second)
    const result = saved({ title: 'Second', ownerUserId: 'bo' })
    page.succeed(second, result, true)
    expect(page.shown()).toEqual(result)
  })

  test('a later change of another fact remains on the page while it is on its way', () => {
    const page = openPage()
    page.change(second)
    page.change({ fact: 'ownerUserId', to: 'cy' })
    page.succeed(second, saved({ title: 'Second as stored' }), false)
    expect(page.shown()).toEqual(saved({ title: 'Second as stored', ownerUserId: 'cy' }))
  })

  test('a later change of the same fact remains on the page', () => {
    const page = openPage()
    page.change(second)
    page.change(third)
    page.succeed(second, saved({ title: 'Second' }), false)
    expect(page.shown()).toEqual(saved({ title: 'Third' }))
  })
})

describe('after a failure', () => {
  test('the page shows what the service has', () => {
    const page = openPage()
    page.change(second)
    page.fail(second)
    expect(page.shown()).toEqual(stored)
  })

  test('a later change remains on the page, and if it fails too, the page shows what the service has', () => {
    const page = openPage()
    page.change(second)
    page.change(third)
    page.fail(second)
    expect(page.shown().title).toBe('Third')
    page.fail(third)
    expect(page.shown().title).toBe('First')
  })

  test('of the second of two changes, the page shows what the first has saved', () => {
    const page = openPage()
    page.change(second)
    page.change(third)
    page.succeed(second, saved({ title: 'Second' }), false)
    page.fail(third)
    expect(page.shown().title).toBe('Second')
  })
})

test('goals and facts are told apart', () => {
  const pending = new PendingFacts()
  pending.begin(stored, 'title')
  const changed = { ...stored, title: 'Second', ownerUserId: 'bo' }
  expect(pending.storedValue({ ...changed, id: 'other' }, 'title')).toBe('Second')
  expect(pending.storedValue(changed, 'ownerUserId')).toBe('bo')
  expect(pending.storedValue(changed, 'title')).toBe('First')
})

describe('a parent', () => {
  const above = (...ids: string[]) => ids.map((id) => ({ id, title: id }))
  const toB: FactChange = { fact: 'ancestors', to: above('a', 'b') }
  const lower = { ...stored, parentGoalId: 'a', ancestors: above('a') }

  test('is shown again after a failure', () => {
    const pending = new PendingFacts()
    pending.begin(lower, 'ancestors')
    const shown = { ...lower, parentGoalId: 'b', ancestors: above('a', 'b') }
    expect(pending.afterFailure(shown, toB)).toEqual({ parentGoalId: 'a', ancestors: above('a') })
  })

  test('is the one that was saved while another fact is on its way', () => {
    const pending = new PendingFacts()
    pending.begin(lower, 'ancestors')
    const result = saved({ parentGoalId: 'b', ancestors: above('c', 'b') })
    const shown = { ...lower, parentGoalId: 'b', ancestors: above('a', 'b') }
    expect(pending.afterSaving(shown, toB, result, false)).toMatchObject({
      parentGoalId: 'b',
      ancestors: above('c', 'b'),
    })
  })
})

const blockers = (...ids: string[]) => ids.map((id) => ({ id, title: id, status: 'active' as const }))
const ancestors = (...ids: string[]) => ids.map((id) => ({ id, title: id }))

test.each([
  ['title', 'One', 'One', true],
  ['title', 'One', 'Two', false],
  ['blockedBy', blockers('a', 'b'), blockers('b', 'a'), true],
  ['blockedBy', blockers('a'), blockers('a', 'b'), false],
  ['ancestors', ancestors('a', 'b'), ancestors('c', 'b'), true],
  ['ancestors', ancestors('a', 'b'), ancestors('b', 'a'), false],
  ['ancestors', ancestors('a'), ancestors(), false],
] as const)('%s: %j and %j are the same: %s', (fact, one, other, isSame) => {
  expect(isSameValue(fact, one as Goal[typeof fact], other as Goal[typeof fact])).toBe(isSame)
})
