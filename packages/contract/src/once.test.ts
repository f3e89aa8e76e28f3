import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { once } from './once.ts'

test('makes a thing at the first call, and answers the same at each', () => {
  let calls = 0
  const made = once(() => ({ number: ++calls }))
  expect(calls).toBe(0)
  expect(made()).toBe(made())
  expect(calls).toBe(1)
})

test('what made nothing is called once too', () => {
  let calls = 0
  const nothing = once(() => {
    calls++
  })
  nothing()
  nothing()
  expect(calls).toBe(1)
})

test('what failed is tried again', () => {
  let calls = 0
  const made = once(() => {
    if (++calls === 1) throw new Error('not yet')
    return calls
  })
  expect(made).toThrow('not yet')
  expect(made()).toBe(2)
})

test('the registry makes no schema before it is asked for one', async () => {
  vi.resetModules()
  const made = vi.spyOn(z.globalRegistry, 'add').mockImplementation(() => z.globalRegistry)
  onTestFinished(() => {
    made.mockRestore()
    vi.resetModules()
  })
  const { operations } = await import('./registry.ts')
  expect(Object.keys(operations)).not.toEqual([])
  expect(made).not.toHaveBeenCalled()
  operations.getGoal.success.body()
  expect(made.mock.calls.map(([, meta]) => meta)).toContainEqual(expect.objectContaining({ id: 'Goal' }))
})
