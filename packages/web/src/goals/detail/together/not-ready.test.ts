import { expect, test } from 'vitest'
import { notReadySentence } from './not-ready.tsx'

const blocker = (title: string, status: 'active' | 'paused' | 'completed') => ({ id: title, title, status })

test.each([
  [undefined, [], ''],
  [['status'], [blocker('One', 'active')], ''],
  [
    ['blocked'],
    [blocker('One', 'active'), blocker('Two', 'completed'), blocker('Three', 'paused')],
    'Not ready to be worked on: it waits for “One” and “Three”.',
  ],
  // The reader does not see which one it is.
  [['blocked'], [], 'Not ready to be worked on: it waits for another goal.'],
  [
    ['status', 'claimed', 'blocked', 'subgoals'],
    [blocker('$&', 'active')],
    'Not ready to be worked on: somebody is working on it; it waits for “$&”; it has open sub-goals.',
  ],
] as const)('%j with blockers %j: %s', (notReady, blockedBy, sentence) => {
  expect(notReadySentence({ ...(notReady && { notReady: [...notReady] }), blockedBy: [...blockedBy] })).toBe(
    sentence,
  )
})
