import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { lazy } from './lazy.ts'

test('creates the value on the first call and returns the same one on every call', () => {
  let calls = 0
  const value = lazy(() => ({ number: ++calls }))
  expect(calls).toBe(0)
  expect(value()).toBe(value())
  expect(calls).toBe(1)
})

test('calls a function that returns undefined only once', () => {
  let calls = 0
  const value = lazy(() => {
    calls++
  })
  value()
  value()
  expect(calls).toBe(1)
})

test('tries again after a failure', () => {
  let calls = 0
  const value = lazy(() => {
    if (++calls === 1) throw new Error('not yet')
    return calls
  })
  expect(value).toThrow('not yet')
  expect(value()).toBe(2)
})

test('importing the registry creates no schema', async () => {
  vi.resetModules()
  const added = vi.spyOn(z.globalRegistry, 'add').mockImplementation(() => z.globalRegistry)
  onTestFinished(() => {
    added.mockRestore()
    vi.resetModules()
  })
  const { operations } = await import('./registry.ts')
  expect(Object.keys(operations)).not.toEqual([])
  expect(added).not.toHaveBeenCalled()
  operations.getGoal.success.body()
  expect(added.mock.calls.map(([, meta]) => meta)).toContainEqual(expect.objectContaining({ id: 'Goal' }))
})
