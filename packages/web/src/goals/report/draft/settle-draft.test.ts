import { expect, test } from 'vitest'
import { settleDraft } from './settle-draft.ts'

test.each([
  ['nothing anywhere', null, null, null, null, 'keep'],
  ['a draft of another device', null, 'a', null, null, 'take'],
  ['what was typed before the service heard of it', 'a', null, null, null, 'keep'],
  ['the same on both sides', 'a', 'a', null, null, 'keep'],
  ['more than the service has from this tab', 'ab', 'a', 'a', null, 'keep'],
  ['more than what was sent without an answer', 'abc', 'ab', 'a', 'ab', 'keep'],
  ['a newer draft of another tab, and nothing new here', 'a', 'b', 'a', 'a', 'take'],
  ['different drafts of two tabs', 'ab', 'b', 'a', 'a', 'ask'],
  ['different drafts of two tabs that began alone', 'a', 'b', null, null, 'ask'],
  ['a draft that was sent or discarded elsewhere', 'a', null, 'a', 'a', 'drop'],
  ['a draft that went on here after that', 'ab', null, 'a', 'a', 'keep'],
] as const)('%s', (_, typed, found, known, sent, expected) => {
  expect(settleDraft({ typed, found, known, sent })).toBe(expected)
})
