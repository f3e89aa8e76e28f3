import { describe, expect, test } from 'vitest'
import { ConfigurationError } from '../configuration/settings.ts'
import { readEmailDelivery } from './email-configuration.ts'

const smtp = { EMAIL_DELIVERY: 'smtp', SMTP_HOST: 'smtp.example.com', EMAIL_FROM: 'no-reply@example.com' }
const from = { name: '', address: 'no-reply@example.com' }

describe('SMTP', () => {
  test.each([
    [{}, { port: 587, tls: 'starttls' }],
    [{ SMTP_TLS: 'tls' }, { port: 465, tls: 'tls' }],
    [
      { SMTP_TLS: 'off', SMTP_HOST: '127.0.0.1' },
      { host: '127.0.0.1', port: 25, tls: 'off' },
    ],
    [
      { SMTP_TLS: 'off', SMTP_HOST: 'localhost', SMTP_PORT: '1025' },
      { host: 'localhost', port: 1025 },
    ],
    [{ SMTP_HOST: '2001:db8::25' }, { host: '2001:db8::25' }],
    [{ SMTP_USER: 'cairn', SMTP_PASSWORD: 'p' }, { login: { user: 'cairn', password: 'p' } }],
    [{ EMAIL_FROM: 'Cairn <a@example.com>' }, { from: { name: 'Cairn', address: 'a@example.com' } }],
  ])('%j is understood', (settings, expected) => {
    expect(readEmailDelivery({ ...smtp, ...settings })).toMatchObject({ kind: 'smtp', ...expected })
  })

  test('needs a host and a sender only', () => {
    expect(readEmailDelivery({ ...smtp, NODE_ENV: 'production' })).toEqual({
      kind: 'smtp',
      host: 'smtp.example.com',
      port: 587,
      tls: 'starttls',
      login: undefined,
      from,
    })
  })

  test.each([
    ['SMTP_HOST', undefined],
    ['SMTP_HOST', 'smtp.example.com:587'],
    ['SMTP_HOST', 'smtp://smtp.example.com'],
    ['SMTP_HOST', 'a b'],
    ['SMTP_PORT', '0'],
    ['SMTP_PORT', '65536'],
    ['SMTP_TLS', 'ssl'],
    ['SMTP_TLS', 'off'],
    ['SMTP_PASSWORD', 'secret'],
    ['SMTP_USER', 'cairn'],
    ['EMAIL_FROM', undefined],
    ['EMAIL_FROM', 'a@example.com\r\nBcc: eve@evil.test'],
  ])('%s as %j stops the start with a message that has its name but not its value', (name, value) => {
    const start = () => readEmailDelivery({ ...smtp, [name]: value })
    expect(start).toThrow(ConfigurationError)
    expect(start).toThrow(name)
    if (value === 'secret') expect(start).not.toThrow(value)
  })
})
