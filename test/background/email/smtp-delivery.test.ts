import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { EmailRefusedError } from '@cairn/domain/accounts/email/email-delivery'
import { readEmailDelivery } from '@cairn/lambda/email/email-configuration'
import { createSmtpDelivery, smtpLimits } from '@cairn/lambda/email/smtp-delivery'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../support/eventually.ts'

/** The server's record of one email. */
type Received = { from: string; to: string[]; source: string; isSecure: boolean; user: string | undefined }

const login = { user: 'cairn', password: 'correct horse' }
const message = {
  kind: 'reminders' as const,
  to: 'ann@example.com',
  subject: 'Report is late: Café – ✓',
  text: 'A report was due.\n',
  html: '<p>A report was due.</p>',
  unsubscribeUrl: `https://cairn.test/v1/notification-preferences/unsubscribe?token=${'t'.repeat(68)}`,
}

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const end of endings.splice(0)) await end()
})

async function startServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onAuth: ({ username = '', password }, _session, done) =>
      username === login.user && password === login.password
        ? done(null, { user: username })
        : done(new Error('Invalid username or password')),
    onData: async (stream, { envelope, secure, user }, done) => {
      received.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        source: await text(stream),
        isSecure: secure,
        user,
      })
      done()
    },
    ...options,
  })
  server.on('error', () => undefined)
  const { promise, resolve } = Promise.withResolvers<void>()
  const listening = server.listen(0, '127.0.0.1', resolve)
  await promise
  endings.push(() => new Promise((done) => void server.close(() => done())))
  return { port: portOf(listening), received }
}

/** A server that speaks no protocol by itself. */
async function startSocketServer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  endings.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => void server.close(done))
  })
  return { port: portOf(server), sockets }
}

const portOf = (server: Pick<Server, 'address'>) => (server.address() as { port: number }).port

function deliveryTo(port: number, more: Record<string, string | undefined> = {}, limits?: typeof smtpLimits) {
  const { kind, ...configuration } = readEmailDelivery({
    EMAIL_DELIVERY: 'smtp',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(port),
    SMTP_TLS: 'off',
    EMAIL_FROM: 'Cairn <no-reply@example.com>',
    ...more,
  })
  if (kind !== 'smtp') throw new Error(`This is ${kind}.`)
  return createSmtpDelivery(configuration as Parameters<typeof createSmtpDelivery>[0], limits)
}

/** Trusts the server's own certificate, which nobody has signed. */
function trusting(port: number, tls: 'tls' | 'starttls') {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  return deliveryTo(port, { SMTP_TLS: tls })
}

/** The headers of an email, unfolded. */
function headersOf({ source }: Received): Record<string, string> {
  const [head = ''] = source.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(lines.map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]))
}

const deliver = (port: number, more?: object, environment?: Record<string, string | undefined>) =>
  deliveryTo(port, environment).deliver({ ...message, ...more })

describe('an email by SMTP', () => {
  it('has text and HTML, its sender and recipient, and the headers of one-click unsubscribe', async () => {
    const { port, received } = await startServer()
    await deliver(port)
    expect(received).toMatchObject([{ from: 'no-reply@example.com', to: ['ann@example.com'] }])
    const [email] = received as [Received]
    expect(headersOf(email)).toMatchObject({
      From: 'Cairn <no-reply@example.com>',
      To: 'ann@example.com',
      'List-Unsubscribe': `<${message.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
      'Content-Type': expect.stringMatching(/^multipart\/alternative/),
    })
    expect(headersOf(email).Subject).toMatch(/^=\?UTF-8\?/)
    expect(email.source).toContain('Content-Type: text/plain; charset=utf-8')
    expect(email.source).toContain(message.html)
  })

  it('that somebody asked for has no headers to unsubscribe', async () => {
    const { port, received } = await startServer()
    await deliver(port, { kind: 'email_verification', unsubscribeUrl: undefined })
    expect(Object.keys(headersOf((received as [Received])[0]))).not.toContain('List-Unsubscribe')
  })

  it('logs in with user and password', async () => {
    const { port, received } = await startServer({ authOptional: false, allowInsecureAuth: true })
    await deliver(port, {}, { SMTP_USER: login.user, SMTP_PASSWORD: login.password })
    expect(received).toMatchObject([{ user: login.user }])
  })

  it.each(['\r\n', '\n', '\r', '\u0000', '\u2028'])(
    'cannot get a header or a recipient by a subject or an address with %j',
    async (lineBreak) => {
      const { port, received } = await startServer()
      const injected = `x${lineBreak}Bcc: eve@evil.test${lineBreak}${lineBreak}Body`
      const addresses = [
        `ann@example.com${lineBreak}Bcc: eve@evil.test`,
        'ann@example.com, eve@evil.test',
        'ann@example.com> <eve@evil.test',
        `"${lineBreak}RCPT TO:<eve@evil.test>"@example.com`,
      ]
      // At once: the server greets nobody in the first tenth of a second.
      await Promise.all([
        deliver(port, { subject: injected }),
        ...addresses.map((to) => deliver(port, { to }).catch(() => undefined)),
      ])
      for (const email of received) {
        expect(email.to).toHaveLength(1)
        expect(Object.keys(headersOf(email))).not.toContain('Bcc')
        expect(email.to[0]).not.toBe('eve@evil.test')
      }
      expect(received.length).toBeGreaterThan(0)
    },
  )
})

describe('TLS', () => {
  it.each(['starttls', 'tls'] as const)('protects the email: %s', async (tls) => {
    const { port, received } = await startServer({ secure: tls === 'tls' })
    await trusting(port, tls).deliver(message)
    expect(received).toMatchObject([{ isSecure: true }])
  })

  it.each(['starttls', 'tls'] as const)(
    'sends nothing to a server whose certificate is not trusted: %s',
    async (tls) => {
      const { port, received } = await startServer({ secure: tls === 'tls' })
      await expect(deliver(port, {}, { SMTP_TLS: tls })).rejects.toThrow(/certificate/)
      expect(received).toEqual([])
    },
  )

  it('sends neither password nor email to a server that does not offer it', async () => {
    const { port, received } = await startServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
    const environment = { SMTP_TLS: 'starttls', SMTP_USER: login.user, SMTP_PASSWORD: login.password }
    const failure = deliver(port, {}, environment)
    await expect(failure).rejects.toThrow()
    await expect(failure).rejects.not.toBeInstanceOf(EmailRefusedError)
    expect(received).toEqual([])
  })
})

describe('a delivery fails', () => {
  it.each([500, 550])('permanently, if the server refuses the recipient with %i', async (responseCode) => {
    const { port, received } = await startServer({
      onRcptTo: (_, __, done) => done(Object.assign(new Error('No such user'), { responseCode })),
    })
    await expect(deliver(port)).rejects.toBeInstanceOf(EmailRefusedError)
    expect(received).toEqual([])
  })

  it.each([
    [454, 'Throttling failure: Maximum sending rate exceeded.'],
    [421, '4.7.0 Too many emails'],
    [452, 'Daily message quota exceeded'],
  ])('as throttled, if the server takes no more emails: %i %s', async (responseCode, reason) => {
    const { port, received } = await startServer({
      onMailFrom: (_, __, done) => done(Object.assign(new Error(reason), { responseCode })),
    })
    await expect(deliver(port)).rejects.toMatchObject({
      name: 'EmailThrottledError',
      message: `The email server takes no more emails: ${responseCode}.`,
    })
    expect(received).toEqual([])
  })

  it('permanently, if the server refuses the content', async () => {
    const { port } = await startServer({
      onData: (stream, _, done) => {
        stream.resume()
        stream.on('end', () => done(Object.assign(new Error('Looks like spam'), { responseCode: 554 })))
      },
    })
    await expect(deliver(port)).rejects.toBeInstanceOf(EmailRefusedError)
  })

  it.each([
    ['a mailbox that is busy', { onRcptTo: 450 }],
    ['a server that has a problem', { onMailFrom: 451 }],
  ])('for now: %s', async (_, codes) => {
    const handlers = Object.entries(codes).map(([name, responseCode]) => [
      name,
      (_address: unknown, _session: unknown, done: (error: Error) => void) =>
        done(Object.assign(new Error('Later'), { responseCode })),
    ])
    const { port } = await startServer(Object.fromEntries(handlers))
    const failure = deliver(port)
    await expect(failure).rejects.toThrow(String(Object.values(codes)[0]))
    await expect(failure).rejects.not.toBeInstanceOf(EmailRefusedError)
  })

  it.each([450, 550])(
    'with %i, without what the server said about recipient and email',
    async (responseCode) => {
      const said = (to: string) =>
        Object.assign(new Error(`<${to}> does not want ${message.text}`), { responseCode })
      const { port } = await startServer({ onRcptTo: ({ address }, _, done) => done(said(address)) })
      const error: unknown = await deliver(port).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'EENVELOPE', message: expect.stringContaining(`${responseCode}`) })
      expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(
        /ann@|does not want|A report was due/,
      )
    },
  )

  it('without the address, if it cannot be one', async () => {
    const { port } = await startServer()
    const error: unknown = await deliver(port, { to: 'eve\r\n@evil.test' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('evil.test')
  })

  it('for now, if the login is refused, because the setting is wrong and not the email', async () => {
    const { port } = await startServer({ allowInsecureAuth: true })
    const failure = deliver(port, {}, { SMTP_USER: login.user, SMTP_PASSWORD: 'wrong' })
    await expect(failure).rejects.toMatchObject({ code: 'EAUTH' })
    await expect(failure).rejects.not.toBeInstanceOf(EmailRefusedError)
  })

  it('at once, if nothing listens', async () => {
    const { port } = await startSocketServer(() => undefined)
    await endings.pop()?.()
    await expect(deliver(port)).rejects.toMatchObject({ code: expect.stringMatching(/ECONNREFUSED|ESOCKET/) })
  })

  it.each([
    ['hangs up', (socket: Socket) => socket.destroy()],
    ['speaks another protocol', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('if the server %s', async (_, onConnection) => {
    const { port } = await startSocketServer(onConnection)
    await expect(deliver(port)).rejects.not.toBeInstanceOf(EmailRefusedError)
  })

  it('within the time for a connection if the server never greets', async () => {
    const { port } = await startSocketServer(() => undefined)
    // Everything else would end with another error.
    const delivery = deliveryTo(port, {}, { connection: 50, delivery: 20_000 })
    await expect(delivery.deliver(message)).rejects.toThrow('Greeting never received')
  })

  it('in time: a request has 8 seconds', () => {
    expect(smtpLimits).toEqual({ connection: 2_000, delivery: 5_000 })
  })

  it('within its time if the server is slow in everything, and leaves no connection', async () => {
    const { port, sockets } = await startSocketServer((socket) => {
      socket.write('220 slow\r\n')
      // One line after the other, and never the last one.
      socket.once('data', () => {
        const timer = setInterval(() => socket.write('250-slow\r\n'), 20)
        socket.on('close', () => clearInterval(timer))
      })
    })
    const limits = { connection: 3_600_000, delivery: 300 }
    const failure = deliveryTo(port, {}, limits).deliver(message)
    await expect(failure).rejects.toMatchObject({ name: 'TimeoutError' })
    await eventually(() =>
      expect([...sockets].every((socket) => socket.destroyed || socket.readableEnded)).toBe(true),
    )
  })

  it('when nobody waits for it any longer', async () => {
    const { port } = await startSocketServer(() => undefined)
    const end = new AbortController()
    const delivered = deliveryTo(port).deliver(message, end.signal)
    end.abort(new Error('too late'))
    await expect(delivered).rejects.toThrow('too late')
    await expect(deliveryTo(port).deliver(message, AbortSignal.abort(new Error('never')))).rejects.toThrow(
      'never',
    )
  })
})
