import { expect, test } from 'vitest'
import { describeHealths, worstOf } from './health-bar.tsx'

const none = { on_track: 0, at_risk: 0, off_track: 0, none: 0 }

test.each([
  [none, undefined, ''],
  [{ ...none, on_track: 3 }, 'on_track', '3 on track'],
  [{ ...none, on_track: 3, none: 1 }, 'none', '1 no health yet, 3 on track'],
  [{ ...none, none: 1, at_risk: 2 }, 'at_risk', '2 at risk, 1 no health yet'],
  [{ on_track: 4, at_risk: 2, off_track: 1, none: 0 }, 'off_track', '1 off track, 2 at risk, 4 on track'],
] as const)('of %j, the worst is %s, said first: %s', (counts, worst, words) => {
  expect(worstOf(counts)).toBe(worst)
  expect(describeHealths(counts)).toBe(words)
})
