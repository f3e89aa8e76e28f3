import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { GatewayOptions } from '@cairn/local/gateway/gateway'
import { afterEach, describe, expect, it } from 'vitest'
import { type RecordingGateway, startRecordingGateway } from '../support/service/recording-gateway.ts'

const running: RecordingGateway[] = []
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const { gateway } of running.splice(0)) await gateway.close(0)
})

async function start(limits?: GatewayOptions['limits']): Promise<RecordingGateway> {
  const recording = await startRecordingGateway(limits)
  running.push(recording)
  return recording
}

/** Sends `bytes` on a new connection; `received` is everything until its end. */
function send({ gateway }: RecordingGateway, bytes: string): { socket: Socket; received: Promise<string> } {
  const socket = connect(gateway.port, '127.0.0.1')
  sockets.push(socket)
  socket.write(bytes)
  return { socket, received: text(socket).catch(() => '') }
}

/** Numbers the responses, and holds them until `release`. */
function holdResponses(recording: RecordingGateway): { release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let count = 0
  recording.respondWith(async () => {
    const body = `response ${++count}`
    await promise
    return { statusCode: 200, body }
  })
  return { release: resolve }
}

const get = (path: string, ...headers: string[]) =>
  ['GET', path, 'HTTP/1.1'].join(' ') + ['', 'Host: a', ...headers, '', ''].join('\r\n')
const post = (body: string) =>
  `POST /v1/goals HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const last = 'Connection: close'
const halfSent = 'POST /v1/goals HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{'

const untilInvoked = ({ invocations }: RecordingGateway, times: number) =>
  expect.poll(() => invocations.length).toBe(times)

describe('pipelined requests', () => {
  it('are served one after the other, in order', async () => {
    const recording = await start()
    const held = holdResponses(recording)
    const paths = Array.from({ length: 10 }, (_, index) => `/v1/goals/${index}`)
    const { received } = send(recording, paths.map((path) => get(path)).join('') + get('/last', last))
    await untilInvoked(recording, 1)
    const other = send(recording, get('/other', last))
    await untilInvoked(recording, 2)
    expect(recording.invocations.map(({ event }) => event.rawPath)).toEqual([paths[0], '/other'])
    held.release()
    expect(await other.received).toContain('response 2')
    expect((await received).match(/response \d+/g)).toHaveLength(11)
    const served = recording.invocations.map(({ event }) => event.rawPath)
    expect(served.filter((path) => path !== '/other')).toEqual([...paths, '/last'])
  })

  it('arrive with their bodies', async () => {
    const recording = await start()
    const bodies = ['{"a":1}', 'x'.repeat(200_000), '{"b":2}', 'y'.repeat(100_000)]
    await send(recording, bodies.map(post).join('') + get('/last', last)).received
    expect(recording.invocations.map(({ event }) => event.body)).toEqual([...bodies, undefined])
  })

  it('are not read while one is being served', async () => {
    const recording = await start()
    const held = holdResponses(recording)
    // Larger than all buffers on the way, so it can be written only if the gateway reads.
    const body = 'x'.repeat(30 * 1024 * 1024)
    // Node itself reads the body of a waiting request: these three begin in one packet with the first.
    const { socket, received } = send(recording, get('/first') + post('{}') + get('/third') + post(body))
    let isWritten = false
    socket.once('drain', () => {
      isWritten = true
    })
    await untilInvoked(recording, 1)
    // The same body, sent later on another connection, is read.
    expect((await fetch(`${recording.origin}/v1/goals`, { method: 'POST', body })).status).toBe(413)
    expect(isWritten).toBe(false)
    held.release()
    await expect.poll(() => isWritten).toBe(true)
    socket.write(get('/last', last))
    expect((await received).match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '200', '200', '413', '200'])
  })

  it('close the connection if there are more than 16', async () => {
    const recording = await start()
    holdResponses(recording)
    const { received } = send(recording, get('/v1/goals').repeat(60))
    expect(await received).toBe('')
    expect(recording.invocations.length).toBeLessThanOrEqual(1)
  })

  it('are not served after the last one that a stopping service serves', async () => {
    const recording = await start()
    const held = holdResponses(recording)
    const { received } = send(recording, get('/first') + get('/second'))
    await untilInvoked(recording, 1)
    const closed = recording.gateway.close(60_000)
    held.release()
    await closed
    expect(await received).toContain('response 1')
    expect(recording.invocations).toHaveLength(1)
  })

  it('get their responses before one behind them is refused', async () => {
    const recording = await start()
    const bytes =
      get('/first') + get('/second') + get('/third').replace('Host: a', 'Host: a/b') + get('/hidden')
    const received = await send(recording, bytes).received
    expect(received.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '200', '400'])
    expect(recording.invocations.map(({ event }) => event.rawPath)).toEqual(['/first', '/second'])
  })

  it('get their responses if a body behind them breaks off', async () => {
    const recording = await start()
    const broken = 'POST /v1/goals HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'
    const received = await send(recording, get('/first') + get('/second') + broken).received
    expect(received.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '200'])
  })
})

describe('a body', () => {
  it.each([
    [256 * 1024, 256 * 1024],
    [256 * 1024 + 1, 256 * 1024 + 1],
    [6 * 1024 * 1024, 256 * 1024 + 1],
  ])('of %i bytes is passed on up to %i: one more than a function accepts', async (sent, handedOn) => {
    const recording = await start()
    const body = 'x'.repeat(sent)
    const response = await fetch(`${recording.origin}/v1/goals`, { method: 'POST', body })
    expect(response.status).toBe(200)
    expect(recording.invocations[0]?.event.body).toHaveLength(handedOn)
  })

  it('in small chunks arrives unchanged', async () => {
    const recording = await start()
    const body = Array.from({ length: 300_000 }, (_, index) => String.fromCharCode(97 + (index % 26))).join(
      '',
    )
    const chunks = (body.match(/.{1,3}/g) ?? []).map((part) => `${part.length}\r\n${part}\r\n`).join('')
    await send(
      recording,
      `POST /v1/goals HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n${get('/', last)}`,
    ).received
    expect(recording.invocations[0]?.event.body).toBe(body.slice(0, 256 * 1024 + 1))
  })

  it('is read and discarded if there is no such path', async () => {
    const recording = await start()
    await fetch(`${recording.origin}/nothing`, { method: 'POST', body: 'x'.repeat(100_000) })
    expect(recording.invocations).toHaveLength(1)
    expect(recording.invocations[0]?.event).not.toHaveProperty('body')
  })

  it.each([
    ['DELETE', '/v1/goals/1'],
    ['POST', '/v1/auth/logout'],
  ])('is handed on, so that it can be refused, if the operation takes none: %s %s', async (method, path) => {
    const recording = await start()
    await fetch(recording.origin + path, { method, body: '{"a":1}' })
    expect(recording.invocations[0]?.event.body).toBe('{"a":1}')
  })
})

it('closes the connection of a client that does not read its responses', async () => {
  const recording = await start({ responseMilliseconds: 100 })
  recording.respondWith(async () => ({ statusCode: 200, body: 'x'.repeat(5 * 1024 * 1024) }))
  const socket = connect(recording.gateway.port, '127.0.0.1').pause()
  sockets.push(socket)
  socket.on('error', () => {})
  // More than all buffers on the way can hold.
  socket.write(get('/large').repeat(10))
  await untilInvoked(recording, 1)
  // Waits up to an hour for requests in flight.
  await recording.gateway.close(3_600_000)
  expect(recording.invocations.length).toBeLessThan(10)
})

describe('more connections than the gateway accepts', () => {
  it('replace the one that is idle longest', async () => {
    const recording = await start({ connections: 3 })
    const idle = [1, 2, 3].map(() => send(recording, get('/before')))
    await untilInvoked(recording, 3)
    // The first is used again.
    idle[0]?.socket.write(get('/again'))
    await untilInvoked(recording, 4)
    const another = send(recording, get('/another', last))
    expect(await Promise.race(idle.map(({ received }, index) => received.then(() => index)))).toBe(1)
    expect(await another.received).toContain('200 OK')
  })

  it('replace one that is still sending if none is idle', async () => {
    const recording = await start({ connections: 2 })
    const held = holdResponses(recording)
    const served = send(recording, get('/served', last))
    await untilInvoked(recording, 1)
    const sending = send(recording, halfSent)
    await expect.poll(() => sending.socket.bytesWritten).toBe(halfSent.length)
    const another = send(recording, get('/another', last))
    await untilInvoked(recording, 2)
    expect(await sending.received).toBe('')
    held.release()
    expect(await served.received).toContain('response 1')
    expect(await another.received).toContain('response 2')
  })

  it('are refused if all others are being served', async () => {
    const recording = await start({ connections: 2 })
    const held = holdResponses(recording)
    const served = [1, 2].map(() => send(recording, get('/served', last)))
    await untilInvoked(recording, 2)
    expect(await send(recording, get('/refused', last)).received).toBe('')
    held.release()
    for (const { received } of served) expect(await received).toMatch(/response \d/)
    expect(recording.invocations).toHaveLength(2)
    await expect.poll(() => send(recording, get('/later', last)).received).toContain('200 OK')
  })
})
