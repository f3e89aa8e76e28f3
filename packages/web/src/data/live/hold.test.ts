import { expect, test } from 'vitest'
import { hold, whenNotHeld } from './hold.ts'

test('an update runs at once, or when the last hold ends, once for each key', () => {
  const ran: string[] = []
  whenNotHeld('goal', () => ran.push('at once'))
  const [endForm, endQuestion] = [hold(), hold()]
  whenNotHeld('goal', () => ran.push('first'))
  whenNotHeld('goal', () => ran.push('second'))
  whenNotHeld('history', () => ran.push('history'))
  endForm()
  expect(ran).toEqual(['at once'])
  endQuestion()
  expect(ran).toEqual(['at once', 'second', 'history'])
  hold()()
  expect(ran).toHaveLength(3)
})
