import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isPublicAddress } from './addresses.ts'
import { requireWebhookTarget, webhookTargetOf } from './webhook-target.ts'

const isRefused = (url: string, targets: 'public' | 'loopback' = 'public') =>
  typeof webhookTargetOf(url, targets) === 'string'

describe('accepts', () => {
  it.each([
    ['https://example.com', 'example.com', 443],
    ['https://example.com/hooks?team=1', 'example.com', 443],
    ['HTTPS://EXAMPLE.COM/Hooks', 'example.com', 443],
    ['https://example.com:443/', 'example.com', 443],
    ['https://example.com:8443/', 'example.com', 8443],
    ['https://hooks.slack.com/services/T0/B0/x', 'hooks.slack.com', 443],
    ['https://bücher.example/', 'xn--bcher-kva.example', 443],
    ['https://my_host.example.com/', 'my_host.example.com', 443],
    ['https://8.8.8.8/', '8.8.8.8', 443],
    ['https://134744072/', '8.8.8.8', 443],
    ['https://[2606:4700::1]/', '2606:4700::1', 443],
  ])('%s', (url, host, port) => {
    expect(webhookTargetOf(url, 'public')).toMatchObject({ host, port })
    expect(webhookTargetOf(url, 'loopback')).toMatchObject({ host, port })
  })
})

describe('refuses', () => {
  it.each([
    ['no URL', 'example.com'],
    ['nothing', ''],
    ['a path', '/hooks'],
    ['http', 'http://example.com/'],
    ['other schemes', 'ftp://example.com/'],
    ['other schemes', 'file:///etc/passwd'],
    ['other schemes', 'gopher://example.com/'],
    ['other schemes', 'javascript:alert(1)'],
    ['other schemes', 'data:text/plain,x'],
    ['a user', 'https://ann@example.com/'],
    ['a password', 'https://:secret@example.com/'],
    ['a user that looks like a host', 'https://example.com@10.0.0.1/'],
    ['a fragment', 'https://example.com/#x'],
    ['an empty fragment', 'https://example.com/#'],
    ['SSH', 'https://example.com:22/'],
    ['mail', 'https://example.com:25/'],
    ['http on the port of https', 'https://example.com:80/'],
    ['port 0', 'https://example.com:0/'],
    ['the highest reserved port', 'https://example.com:1023/'],
    ['a port that is none', 'https://example.com:65536/'],
    ['a space', 'https://exa mple.com/'],
    ['a line break', 'https://example.com/\nHost: other'],
    ['a tab that the parser drops', 'https://exa\tmple.com/'],
    ['a backslash that the parser turns', 'https:\\\\example.com\\'],
    ['an invisible character', 'https://exam\u00adple.com/'],
    ['a right-to-left override', 'https://example.com/\u202e'],
    ['loopback', 'https://127.0.0.1/'],
    ['loopback, short', 'https://127.1/'],
    ['loopback, decimal', 'https://2130706433/'],
    ['loopback, octal', 'https://0177.0.0.1/'],
    ['loopback, octal as a whole', 'https://017700000001/'],
    ['loopback, hexadecimal', 'https://0x7f000001/'],
    ['loopback, hexadecimal parts', 'https://0x7f.0x0.0x0.0x1/'],
    ['loopback, mixed', 'https://0x7f.1/'],
    ['loopback, encoded', 'https://%31%32%37.0.0.1/'],
    ['loopback, full-width digits', 'https://１２７.０.０.１/'],
    ['loopback, dots of other scripts', 'https://127。0。0。1/'],
    ['loopback, a half-width dot', 'https://127｡0｡0｡1/'],
    ['loopback, a dot at the end', 'https://127.0.0.1./'],
    ['loopback, digits in circles', 'https://①②⑦.⓪.⓪.①/'],
    ['loopback, IPv6', 'https://[::1]/'],
    ['loopback, long IPv6', 'https://[0:0:0:0:0:0:0:1]/'],
    ['loopback, mapped', 'https://[::ffff:127.0.0.1]/'],
    ['loopback, mapped in hexadecimal', 'https://[::ffff:7f00:1]/'],
    ['unspecified', 'https://0.0.0.0/'],
    ['unspecified, short', 'https://0/'],
    ['unspecified, IPv6', 'https://[::]/'],
    ['private', 'https://10.0.0.1/'],
    ['private, decimal', 'https://167772161/'],
    ['metadata', 'https://169.254.169.254/latest/meta-data/'],
    ['metadata, decimal', 'https://2852039166/'],
    ['metadata, hexadecimal', 'https://0xa9fea9fe/'],
    ['metadata, octal', 'https://0251.0376.0251.0376/'],
    ['metadata, mapped', 'https://[::ffff:169.254.169.254]/'],
    ['metadata, NAT64', 'https://[64:ff9b::a9fe:a9fe]/'],
    ['metadata, 6to4', 'https://[2002:a9fe:a9fe::]/'],
    ['metadata of AWS, IPv6', 'https://[fd00:ec2::254]/'],
    ['a zone', 'https://[fe80::1%25eth0]/'],
    ['a zone, not encoded', 'https://[fe80::1%eth0]/'],
    ['a number that is too large', 'https://4294967296/'],
    ['an address of five parts', 'https://1.2.3.4.5/'],
    ['localhost', 'https://localhost/'],
    ['localhost in capitals', 'https://LOCALHOST/'],
    ['a name below localhost', 'https://db.localhost/'],
    ['a dot at the end', 'https://localhost./'],
    ['a dot at the end of a public name', 'https://example.com./'],
    ['a name of one label', 'https://intranet/'],
    ['names of the local network', 'https://printer.local/'],
    ['names of the local network', 'https://metadata.google.internal/'],
    ['names of the local network', 'https://router.home.arpa/'],
    ['Tor', 'https://example.onion/'],
    ['an empty label', 'https://example..com/'],
  ])('%s: %s', (_, url) => {
    expect(webhookTargetOf(url, 'public')).toEqual(expect.stringMatching(/^[A-Z].*\.$/))
  })
})

describe('with targets on this machine', () => {
  it.each([
    'http://127.0.0.1:3001/hooks',
    'http://127.0.0.1/',
    'http://localhost:3001/',
    'http://[::1]:3001/',
    'https://localhost:3001/',
    'http://2130706433:3001/',
    'http://0x7f.1:3001/',
  ])('accepts %s, for connections to loopback only', (url) => {
    const target = webhookTargetOf(url, 'loopback')
    if (typeof target === 'string') throw new Error(target)
    expect(target.allows('127.0.0.1')).toBe(true)
    expect(target.allows('8.8.8.8')).toBe(false)
    expect(target.allows('10.0.0.1')).toBe(false)
    expect(isRefused(url)).toBe(true)
  })

  it.each([
    'http://example.com/',
    'http://10.0.0.1/',
    'http://0.0.0.0:3001/',
    'http://[::ffff:127.0.0.1]:3001/',
    'http://db.localhost:3001/',
    'http://127.0.0.1:22/',
    'https://10.0.0.1/',
    'https://169.254.169.254/',
    'https://192.168.0.1/',
  ])('still refuses %s', (url) => {
    expect(isRefused(url, 'loopback')).toBe(true)
  })

  it('connects to public names at public addresses only', () => {
    const target = webhookTargetOf('https://example.com/', 'loopback')
    if (typeof target === 'string') throw new Error(target)
    expect(target.allows('127.0.0.1')).toBe(false)
    expect(target.allows('8.8.8.8')).toBe(true)
  })
})

/** The same IPv4 address in the many forms that URL parsers read. */
const written = fc
  .tuple(
    fc.ipV4(),
    fc.constantFrom('dotted', 'decimal', 'hexadecimal', 'octal', 'hexadecimal parts', 'short'),
  )
  .map(([address, form]) => {
    const bytes = address.split('.').map(Number)
    const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
    const [a = 0, b = 0, c = 0, d = 0] = bytes
    const forms: Record<string, string> = {
      dotted: address,
      decimal: String(number),
      hexadecimal: `0x${number.toString(16)}`,
      octal: `0${number.toString(8)}`,
      'hexadecimal parts': bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
      short: `${a}.${(b * 256 + c) * 256 + d}`,
    }
    return { address, text: forms[form] ?? '' }
  })

test('every form of an IPv4 address is the address that it stands for', () => {
  fc.assert(
    fc.property(written, ({ address, text }) => {
      const target = webhookTargetOf(`https://${text}/`, 'public')
      if (typeof target === 'string') expect(isPublicAddress(address)).toBe(false)
      else expect(target.host).toBe(address)
    }),
    { seed: 20261122, numRuns: 2_000 },
  )
})

test('whatever is accepted has a host that may be connected to, or a public name', () => {
  const pieces = fc.constantFrom(
    'https://',
    'http://',
    '127.0.0.1',
    '10.1',
    '@',
    ':',
    '/',
    '.',
    '[::1]',
    'a',
    '%',
    '#',
    '\\',
    'localhost',
    '0x7f',
    '。',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const target = webhookTargetOf(parts.join(''), 'public')
      if (typeof target === 'string') return
      expect(target.url.protocol).toBe('https:')
      expect(target.url.username + target.url.password + target.url.hash).toBe('')
      expect(target.host).toMatch(/^(?:[^.]+\.)+[a-z0-9-]+$|^[0-9a-f:.]+$/)
    }),
    { seed: 20261122, numRuns: 5_000 },
  )
})

test.each<[string, 'public' | 'loopback', string]>([
  ['ftp://example.com/', 'public', 'Use an https URL.'],
  ['ftp://example.com/', 'loopback', 'Use an https URL.'],
  ['http://example.com/', 'public', 'Use an https URL.'],
  ['http://example.com/', 'loopback', 'Use an https URL. Only loopback addresses may use http.'],
  ['http://localhost.example.com/', 'loopback', 'Use an https URL. Only loopback addresses may use http.'],
  ['https://example.com:1023/', 'public', 'Use port 443 or one from 1024 to 65535.'],
  ['http://localhost:1023/', 'loopback', 'Use port 80 or one from 1024 to 65535.'],
  ['https://sub.localhost/', 'public', 'Use an address on the public internet.'],
  ['https://host.home.arpa/', 'public', 'Use an address on the public internet.'],
])('the URL of a request is refused with the reason: %s (%s)', (url, targets, message) => {
  expect(webhookTargetOf(url, targets)).toBe(message)
  expect(() => requireWebhookTarget(url, targets)).toThrow(
    expect.objectContaining({ code: 'invalid_webhook_url', message }),
  )
})

test.each<[string, 'public' | 'loopback']>([
  ['https://example.com/', 'public'],
  ['https://example.com:1024/', 'public'],
  ['http://localhost:1024/', 'loopback'],
  ['https://local.example.com/', 'public'],
  ['https://mylocal.example/', 'public'],
])('the URL of a request is accepted: %s (%s)', (url, targets) => {
  expect(() => requireWebhookTarget(url, targets)).not.toThrow()
})
