import { expect, test } from 'vitest'
import { type Urgency, urgencyOf } from './urgency.ts'

test.each<[number, Urgency]>([
  [-1, 'overdue'],
  [0, 'near'],
  [14, 'near'],
  [15, 'later'],
])('%s days before its deadline a goal is %s', (daysLeft, urgency) => {
  expect(urgencyOf(daysLeft)).toBe(urgency)
})
