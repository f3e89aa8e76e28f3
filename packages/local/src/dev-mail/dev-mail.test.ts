import type { EmailMessage } from '@cairn/domain/accounts/email/email-delivery'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SiteHandler } from '../gateway/site.ts'
import { createDevMail, hostOnThisMachine } from './dev-mail.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'

const message: EmailMessage = {
  kind: 'reminders',
  to: 'ann@example.com',
  subject: 'Report is late: <b>Paper</b>',
  text: 'A <script> report was due.',
  html: '<!doctype html><html><head></head><body onload="alert(1)"><a href="https://cairn.test/">"Paper"</a></body></html>',
}

let mailbox: Mailbox
let devMail: SiteHandler
beforeEach(() => {
  mailbox = createMailbox(() => new Date('2026-11-20T10:00:00.000Z'))
  devMail = createDevMail(mailbox, 'localhost:3000')
})

type Request = Partial<Parameters<SiteHandler>[0]> & { address?: string }

async function get(url: string, { address = '127.0.0.1', headers, method = 'GET' }: Request = {}) {
  const response = await devMail({
    method,
    url,
    headers: { host: 'localhost:3000', ...headers },
    socket: { remoteAddress: address },
  })
  return response && { ...response, text: String(response.body) }
}

describe('/dev/mail', () => {
  it('lists emails, newest first', async () => {
    expect((await get('/dev/mail'))?.text).toContain('No email yet.')
    mailbox.keep({ ...message, subject: 'First' })
    mailbox.keep({ ...message, subject: 'Second' })
    const { statusCode, text = '' } = (await get('/dev/mail')) ?? {}
    expect(statusCode).toBe(200)
    expect(text.indexOf('Second')).toBeLessThan(text.indexOf('First'))
    expect(text).toContain('<a href="/dev/mail/2"><strong>Second</strong>')
  })

  it('keeps the last 200', () => {
    for (let number = 1; number <= 205; number++) mailbox.keep({ ...message, subject: `Email ${number}` })
    const kept = mailbox.list()
    expect([kept.length, kept[0]?.message.subject, kept.at(-1)?.id]).toEqual([200, 'Email 205', 6])
    expect(mailbox.find(5)).toBeUndefined()
  })

  it('shows an email as HTML in a frame without scripts, and as text', async () => {
    mailbox.keep(message)
    const html = (await get('/dev/mail/1'))?.text
    expect(html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    expect(html).toContain('&lt;body onload=&quot;alert(1)&quot;&gt;')
    expect(html).toContain('&lt;base target=&quot;_blank&quot;&gt;')
    expect(html).toContain('<h1>Report is late: &lt;b&gt;Paper&lt;/b&gt;</h1>')
    const text = (await get('/dev/mail/1?view=text'))?.text
    expect(text).toContain('<pre>A &lt;script&gt; report was due.</pre>')
    expect(text).not.toContain('<iframe')
  })

  it('runs no script beside an email, and in the list only its own; loads nothing else', async () => {
    mailbox.keep(message)
    for (const url of ['/dev/mail', '/dev/mail/1']) {
      const policy = String((await get(url))?.headers?.['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      const allowed = policy.split('; ').filter((part) => /^(?:script|connect)-src/.test(part))
      expect(allowed).toEqual(url === '/dev/mail' ? ["script-src 'self'", "connect-src 'self'"] : [])
      expect((await get(url))?.headers?.['cache-control']).toBe('no-store')
    }
  })

  it('never reloads itself: that would lose the focus and the scroll position', async () => {
    const { text = '' } = (await get('/dev/mail')) ?? {}
    expect(text).not.toContain('http-equiv')
    const [, script = ''] = /<script src="([^"]+)"/.exec(text) ?? []
    const { statusCode, headers } = (await get(script)) ?? {}
    expect([statusCode, headers?.['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(await get(script, { address: '192.0.2.1' })).toBeUndefined()
  })

  it.each(['/dev/mail/7', '/dev/mail/x', '/dev/mail/1/2', '/dev/mail/', '/dev/mail/__proto__'])(
    '404s %s',
    async (url) => {
      mailbox.keep(message)
      expect((await get(url))?.statusCode).toBe(404)
    },
  )

  it.each<[string, Request]>([
    ['another machine', { address: '192.0.2.1' }],
    ['another machine by IPv6', { address: '2001:db8::1' }],
    ['a name that resolves to this machine', { headers: { host: 'evil.test:3000' } }],
    ['a name of another service on this machine', { headers: { host: 'localhost:3001' } }],
    ['another name of this machine', { headers: { host: '127.0.0.1:3000' } }],
    ['no name', { headers: { host: '' } }],
    ['a proxy', { headers: { 'x-forwarded-for': '192.0.2.1' } }],
    ['a proxy with its own header', { headers: { 'x-real-ip': '192.0.2.1' } }],
    ['a proxy that speaks RFC 7239', { headers: { forwarded: 'for=192.0.2.1' } }],
    ['a form', { method: 'POST' }],
    ['a request of another site', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' } }],
    [
      'a frame of another service',
      { headers: { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' } },
    ],
    [
      'a script element of another site',
      { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' } },
    ],
  ])('is not there for %s', async (_, request) => {
    mailbox.keep(message)
    expect(await get('/dev/mail', request)).toBeUndefined()
    expect(await get('/dev/mail/1', request)).toBeUndefined()
  })

  it.each(['::1', '::ffff:127.0.0.1', '127.0.0.1'])('is there for %s', async (address) => {
    expect((await get('/dev/mail', { address, headers: { host: 'LOCALHOST:3000' } }))?.statusCode).toBe(200)
  })

  it.each([
    { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
  ])('is there for a person, and for its own pages: %j', async (headers) => {
    expect((await get('/dev/mail', { headers }))?.statusCode).toBe(200)
  })

  it('leads to the newest email, or to the empty list', async () => {
    const locationOf = async () => (await get('/dev/mail/latest'))?.headers?.location
    expect(await locationOf()).toBe('/dev/mail')
    mailbox.keep(message)
    mailbox.keep(message)
    expect(await locationOf()).toBe('/dev/mail/2')
  })

  it('leaves other paths to the app', async () => {
    for (const url of ['/', '/dev', '/dev/mails', '/v1/goals']) expect(await get(url)).toBeUndefined()
  })
})

describe('hostOnThisMachine', () => {
  it.each([
    ['http://localhost:3000', 'localhost:3000'],
    ['http://localhost', 'localhost'],
    ['http://127.0.0.1:8080', '127.0.0.1:8080'],
    ['http://[::1]:3000', '[::1]:3000'],
    ['https://localhost', undefined],
    ['https://cairn.example.com', undefined],
    ['http://cairn.example.com', undefined],
    ['http://localhost.evil.test:3000', undefined],
    ['http://192.0.2.1:3000', undefined],
    ['nonsense', undefined],
  ])('of %s is %s', (origin, host) => {
    expect(hostOnThisMachine(origin)).toBe(host)
  })
})
