import { expect, test } from 'vitest'
import { problemText } from './problem-text.ts'

test.each([
  ['expired', 'That sign-in is no longer valid.'],
  ['refused', 'You were not signed in.'],
  ['email_not_verified', 'does not have a verified email address'],
  ['no_email', 'has no name or email address that Cairn can use'],
  ['unavailable', 'Your organization’s sign-in is not responding.'],
  ['service_unavailable', 'Cairn could not finish your sign-in.'],
  ['too_many', 'Too many sign-ins have failed.'],
  ['failed', 'Something went wrong'],
  ['unknown', 'Something went wrong'],
  ['toString', 'Something went wrong'],
])('explains the problem %s', (problem, text) => {
  expect(problemText(problem)).toContain(text)
})
