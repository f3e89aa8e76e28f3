import { describe, expect, test } from 'vitest'
import { commonState, contentOf, resumes, states } from './many-reports.ts'

test('the states are those of the icon of a row', () => {
  expect(states).toEqual(['on_track', 'at_risk', 'off_track', 'paused', 'completed', 'archived'])
})

describe('the common state of goals', () => {
  const active = { status: 'active', health: 'at_risk' } as const
  const paused = { status: 'paused', health: 'at_risk' } as const

  test.each([
    ['the health of active goals', [active, active], 'at_risk'],
    ['the status of other goals, whatever their health', [paused, { ...paused, health: null }], 'paused'],
    ['unknown if they differ', [active, paused], undefined],
    ['unknown without a health', [{ ...active, health: null }], undefined],
    ['unknown without goals', [], undefined],
  ])('is %s', (_, goals, state) => {
    expect(commonState(goals)).toBe(state)
  })
})

test('a health makes goals active, another status leaves their health', () => {
  expect(contentOf('at_risk', 'Slow.')).toMatchObject({ status: 'active', health: 'at_risk' })
  expect(contentOf('paused', 'Slow.')).toMatchObject({ status: 'paused', health: null })
  expect(resumes('at_risk', [{ status: 'active' }, { status: 'archived' }])).toBe(true)
  expect(resumes('at_risk', [{ status: 'active' }])).toBe(false)
  expect(resumes('paused', [{ status: 'archived' }])).toBe(false)
})
