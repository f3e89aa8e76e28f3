import { expect, test } from 'vitest'
import { roleChangeWords } from './role-change.ts'

test('who becomes an admin: what they will be able to do', () => {
  const words = roleChangeWords({ name: 'Ann', isMe: false, role: 'admin' })
  expect(words.title).toBe('Make Ann an admin?')
  expect(words.text).toMatch(/^Ann will be able to .*invite people, and change roles\.$/)
  expect(words.warning).toBeUndefined()
})

test('who is an admin no more: what they lose, and what becomes of their invitations', () => {
  const words = roleChangeWords({ name: 'Ann', isMe: false, role: 'member' })
  expect(words.text).toMatch(/^Ann will no longer be able to .*\. Invitations they sent stop working\.$/)
  expect(words.warning).toBeUndefined()
})

test('who gives up their own role is warned that they cannot undo it', () => {
  const words = roleChangeWords({ name: 'Ann', isMe: true, role: 'member' })
  expect(words.text).toMatch(/^You will no longer be able to .*\. Invitations you sent stop working\.$/)
  expect(words.warning).toMatch(/^You cannot undo this yourself\./)
})
