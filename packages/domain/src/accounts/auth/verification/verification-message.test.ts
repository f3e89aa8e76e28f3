import { expect, test } from 'vitest'
import { verificationMessage } from './verification-message.ts'

const link = 'https://cairn.test/verify-email#token=abc'
const account = {
  email: 'ada@example.com',
  displayName: 'Ada Lovelace',
  createdAt: '2026-11-20T09:05:59.999Z',
}

test('names the account and its creation time, and warns not to confirm the account of someone else', () => {
  const { text, html, ...message } = verificationMessage(account, link)
  expect(message).toEqual({
    kind: 'email_verification',
    to: 'ada@example.com',
    subject: 'Verify your email address for Cairn',
    link,
  })
  const lines = text.split('\n')
  expect(lines).toContain('Name: Ada Lovelace')
  expect(lines).toContain('Created: 2026-11-20 09:05 UTC')
  expect(lines).toContain(link)
  expect(html).toContain(`href="${link}"`)
  expect(text).toMatch(/within 24 hours/)
  expect(text).toMatch(/If it was not you, do not confirm the account/)
})

test('a name cannot add a line, a link, or a paragraph', () => {
  const displayName = `Ada\n\nYour account is at risk: https://evil.test/x www.evil.test eve@evil.test ${'x'.repeat(50)}`
  const { subject, text } = verificationMessage({ ...account, displayName }, link)
  expect(subject).not.toContain('Ada')
  expect(text.split('\n').length).toBe(verificationMessage(account, link).text.split('\n').length)
  expect(text.match(/https?:\S+/g)).toEqual([link])
  expect(text.replace(link, '')).not.toMatch(/\w\.test/)
  const [, name = ''] = /^Name: (.*)$/m.exec(text) ?? []
  expect(name.length).toBeLessThanOrEqual(60)
})
