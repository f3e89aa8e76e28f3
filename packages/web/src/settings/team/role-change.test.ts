import { expect, test } from 'vitest'
import { roleChangeTexts } from './role-change.ts'

test('making someone an admin says what they will be able to do', () => {
  const texts = roleChangeTexts({ name: 'Ann', isMe: false, role: 'admin' })
  expect(texts.title).toBe('Make Ann an admin?')
  expect(texts.text).toMatch(/^Ann will be able to .*invite people, and change roles\.$/)
  expect(texts.warning).toBeUndefined()
})

test('making an admin a member says what they lose, and that their invitations stop working', () => {
  const texts = roleChangeTexts({ name: 'Ann', isMe: false, role: 'member' })
  expect(texts.text).toMatch(/^Ann will no longer be able to .*\. Invitations they sent stop working\.$/)
  expect(texts.warning).toBeUndefined()
})

test('giving up the admin role warns that this cannot be undone', () => {
  const texts = roleChangeTexts({ name: 'Ann', isMe: true, role: 'member' })
  expect(texts.text).toMatch(/^You will no longer be able to .*\. Invitations you sent stop working\.$/)
  expect(texts.warning).toMatch(/^You cannot undo this yourself\./)
})
