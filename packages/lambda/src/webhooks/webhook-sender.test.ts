import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ResolveName } from './checked-lookup.ts'
import { resolveName } from './checked-lookup.ts'
import { createWebhookSender } from './webhook-sender.ts'

const started: (Server | TcpServer)[] = []
const sockets = new Set<Socket>()
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const socket of sockets) socket.destroy()
  await Promise.all(
    started.splice(0).map((server) => {
      const closed = once(server, 'close')
      server.close()
      return closed
    }),
  )
})

async function listen<S extends Server | TcpServer>(server: S): Promise<number> {
  started.push(server)
  server.on('connection', (socket: Socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const serve = (listener: RequestListener) => listen(createServer(listener))
/** Answers every connection with these bytes, whatever it says. */
const answerWith = (bytes: string) =>
  listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(bytes))
    }),
  )

const request = (url: string) => ({ url, headers: { 'webhook-id': 'one' }, body: '{"type":"x"}' })
const sender = createWebhookSender('loopback')
const send = (url: string, limitMilliseconds = 2_000) => sender.send(request(url), { limitMilliseconds })
const at = (port: number, path = '/hooks') => `http://127.0.0.1:${port}${path}`

describe('a message', () => {
  it('is one POST with the headers, the body and the path, on a connection of its own', async () => {
    const seen: object[] = []
    const port = await serve(async (incoming, response) => {
      const { method, url, headers } = incoming
      seen.push({ method, url, headers, body: await text(incoming) })
      response.end('ok')
    })
    expect(await send(at(port, '/hooks?team=1'))).toMatchObject({ statusCode: 200, error: null })
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/hooks?team=1',
        headers: {
          host: `127.0.0.1:${port}`,
          'webhook-id': 'one',
          'content-length': '12',
          connection: 'close',
        },
        body: '{"type":"x"}',
      },
    ])
    await send(at(port))
    expect(sockets.size).toBeGreaterThanOrEqual(2)
  })

  it.each([200, 201, 202, 204, 299])('is delivered with status %d', async (status) => {
    const port = await serve((_, response) => response.writeHead(status).end())
    expect(await send(at(port))).toMatchObject({ statusCode: status, error: null })
  })

  it.each([400, 404, 410, 429, 500, 503, 599])('is not delivered with status %d', async (status) => {
    const port = await serve((_, response) => response.writeHead(status).end('secret of the receiver'))
    expect(await send(at(port))).toMatchObject({ statusCode: status, error: `status ${status}` })
  })

  it.each([300, 301, 302, 303, 307, 308])('does not follow a redirect with status %d', async (status) => {
    let requests = 0
    const port = await serve((_, response) => {
      requests++
      const location = requests === 1 ? 'http://169.254.169.254/latest/meta-data/' : '/'
      response.writeHead(status, { location }).end()
    })
    expect(await send(at(port))).toMatchObject({ statusCode: status, error: 'redirects are not followed' })
    expect(requests).toBe(1)
  })

  it('uses no proxy of the environment', async () => {
    let proxied = 0
    const proxy = await serve((_, response) => {
      proxied++
      response.end()
    })
    for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) {
      vi.stubEnv(name, `http://127.0.0.1:${proxy}`)
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    const port = await serve((_, response) => response.writeHead(204).end())
    expect(await send(at(port))).toMatchObject({ statusCode: 204, error: null })
    expect(proxied).toBe(0)
  })
})

describe('a receiver', () => {
  it('that never answers times out', async () => {
    const port = await serve(() => undefined)
    expect(await send(at(port), 100)).toMatchObject({ statusCode: null, error: 'timed out' })
  })

  it('that never reads times out', async () => {
    const port = await listen(createTcpServer((socket) => socket.pause()))
    const huge = { ...request(at(port)), body: 'x'.repeat(20_000_000) }
    expect(await sender.send(huge, { limitMilliseconds: 200 })).toMatchObject({ error: 'timed out' })
  })

  it('that sends its headers byte by byte times out', async () => {
    let timer: NodeJS.Timeout | undefined
    const port = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => undefined)
        socket.write('HTTP/1.1 200 OK\r\n')
        timer = setInterval(() => socket.write('x-header: more\r\n'), 10)
        socket.on('close', () => clearInterval(timer))
      }),
    )
    expect(await send(at(port), 150)).toMatchObject({ statusCode: null, error: 'timed out' })
  })

  it('with an endless body is cut off, and has the message', async () => {
    let bytes = 0
    const port = await serve((_, response) => {
      response.writeHead(200)
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(1_024))) bytes += 1_024
      }
      response.on('drain', write)
      response.on('error', () => undefined)
      write()
    })
    expect(await send(at(port))).toMatchObject({ statusCode: 200, error: null })
    // The connection's buffer, beyond the 64 KiB that are read.
    expect(bytes).toBeLessThan(16_000_000)
  })

  it('whose body drips is waited for until the limit, and has the message', async () => {
    const port = await serve((_, response) => {
      response.writeHead(202).write('more')
    })
    const { durationMilliseconds, ...answer } = await send(at(port), 100)
    expect(answer).toEqual({ statusCode: 202, error: null })
    // The wait counts: such a receiver is slow. Timers may fire a millisecond early.
    expect(durationMilliseconds).toBeGreaterThanOrEqual(99)
  })

  it('that dies after its status has the message', async () => {
    const port = await answerWith('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')
    expect(await send(at(port))).toMatchObject({ statusCode: 200, error: null })
  })

  it.each([
    ['nothing', '', 'connection closed'],
    ['garbage', 'garbage\r\n\r\n', 'invalid response'],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000', 'invalid response'],
    ['half a status line', 'HTTP/1.1 2', 'connection closed'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 'invalid response'],
    [
      'too many headers',
      `HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1_000)}\r\n`.repeat(100)}\r\n`,
      'invalid response',
    ],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx', 'invalid response'],
    [
      'an upgrade',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'connection closed',
    ],
    ['only interim responses', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100), 'connection closed'],
  ])('that answers with %s is not delivered to', async (_, bytes, error) => {
    const port = await answerWith(bytes)
    expect(await send(at(port))).toMatchObject({ statusCode: null, error })
  })

  it('that does not exist refuses the connection', async () => {
    expect(await send('http://127.0.0.1:1024/')).toMatchObject({
      statusCode: null,
      error: 'connection failed',
    })
  })

  it('without TLS on https fails', async () => {
    const port = await answerWith('HTTP/1.1 200 OK\r\n\r\n')
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ statusCode: null, error: 'TLS failed' })
  })
})

describe('an aborted attempt', () => {
  it('throws the reason at once', async () => {
    const end = new AbortController()
    const reason = new Error('The process stops.')
    const port = await serve(() => end.abort(reason))
    const options = { limitMilliseconds: 60_000, signal: end.signal }
    await expect(sender.send(request(at(port)), options)).rejects.toBe(reason)
    await expect(sender.send(request(at(port)), options)).rejects.toBe(reason)
  })
})

describe('a name', () => {
  /** A sender whose names resolve as a test says, and what was looked up. */
  function resolving(...answers: string[][]) {
    const looked: string[] = []
    const resolve: ResolveName = async (host) => {
      looked.push(host)
      const found = answers[Math.min(looked.length, answers.length) - 1] ?? []
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    }
    return { looked, resolve, sender: createWebhookSender('public', resolve) }
  }
  const target = request('https://hooks.example.com:8443/')

  it.each([
    ['loopback', ['127.0.0.1']],
    ['private', ['10.0.0.1']],
    ['metadata', ['169.254.169.254']],
    ['metadata over IPv6', ['fd00:ec2::254']],
    ['mapped', ['::ffff:127.0.0.1']],
    ['NAT64', ['64:ff9b::7f00:1']],
    ['unspecified', ['0.0.0.0']],
    ['a public and a private address', ['8.8.8.8', '10.0.0.1']],
    ['a private and a public address', ['192.168.0.1', '2600::1']],
    ['nothing', []],
  ])('that resolves to %s gets no connection, with the same words', async (_, addresses) => {
    const { sender, looked } = resolving(addresses)
    expect(await sender.send(target, { limitMilliseconds: 2_000 })).toMatchObject({
      statusCode: null,
      error: 'no public address',
    })
    expect(looked).toEqual(['hooks.example.com'])
  })

  it('that does not resolve fails with the same words', async () => {
    const broken = createWebhookSender('public', () => Promise.reject(new Error('NXDOMAIN')))
    expect(await broken.send(target, { limitMilliseconds: 2_000 })).toMatchObject({
      error: 'no public address',
    })
  })

  it('whose name servers never answer times out', async () => {
    const silent = createWebhookSender('public', () => new Promise(() => undefined))
    expect(await silent.send(target, { limitMilliseconds: 50 })).toMatchObject({ error: 'timed out' })
  })

  it('is looked up once, so that it cannot change between the check and the connection', async () => {
    let requests = 0
    const port = await serve((_, response) => {
      requests++
      response.end()
    })
    // Only loopback can be reached in a test, so here loopback is what is allowed, and the second answer is not.
    const { resolve, looked } = resolving(['127.0.0.1'], ['10.0.0.1'])
    const loopback = createWebhookSender('loopback', resolve)
    const url = `http://localhost:${port}/`
    expect(await loopback.send(request(url), { limitMilliseconds: 2_000 })).toMatchObject({ statusCode: 200 })
    expect(looked).toEqual(['localhost'])
    expect(await loopback.send(request(url), { limitMilliseconds: 2_000 })).toMatchObject({
      error: 'no public address',
    })
    expect(requests).toBe(1)
  })

  it('is not looked up if the URL has an address or is refused by its form', async () => {
    const { sender, looked } = resolving(['8.8.8.8'])
    for (const url of ['https://127.0.0.1/', 'https://0x7f.1/', 'http://example.com/', 'https://[::1]/']) {
      expect(await sender.send(request(url), { limitMilliseconds: 500 })).toMatchObject({
        error: 'no public address',
      })
    }
    expect(looked).toEqual([])
  })

  it('refuses loopback once the setting has changed', async () => {
    const port = await serve((_, response) => response.end())
    const { sender } = resolving(['127.0.0.1'])
    expect(await sender.send(request(at(port)), { limitMilliseconds: 500 })).toMatchObject({
      statusCode: null,
    })
    expect(await send(at(port))).toMatchObject({ statusCode: 200 })
  })

  it('localhost is this machine, whatever the name servers say', async () => {
    expect(await resolveName('localhost')).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ])
  })
})
