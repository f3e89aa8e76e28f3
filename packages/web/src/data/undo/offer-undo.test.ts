import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from '../../ui/toast.ts'
import { offerUndo, undoLatest } from './offer-undo.ts'

type Options = Record<'onAutoClose' | 'onDismiss', () => void> & { action: { onClick: () => void } }
let shown: Options[]

beforeEach(() => {
  shown = []
  vi.spyOn(toast, 'dismiss').mockImplementation(() => undefined)
  vi.spyOn(toast, 'success').mockImplementation(
    (_, options) => void shown.push(options as unknown as Options),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('the latest change is undone once', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  offerUndo('One', first)
  offerUndo('Two', second)
  expect([undoLatest(), undoLatest()]).toEqual([true, false])
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
})

test.each(['onAutoClose', 'onDismiss'] as const)('%s ends the offer of its own message only', (closes) => {
  const undo = vi.fn()
  offerUndo('One', () => undefined)
  offerUndo('Two', undo)
  shown[0]?.[closes]()
  expect(undoLatest()).toBe(true)
  expect(undo).toHaveBeenCalledOnce()
  offerUndo('Three', undo)
  shown[2]?.[closes]()
  expect(undoLatest()).toBe(false)
})

test('the button undoes its own change, and the keys do not undo it again', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  offerUndo('One', first)
  offerUndo('Two', second)
  const press = (index: number) => shown[index]?.action.onClick()
  press(0)
  press(1)
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  expect(undoLatest()).toBe(false)
})
