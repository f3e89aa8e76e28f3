import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { startGateway } from '@cairn/local/gateway/gateway'
import { beforeEach, describe, expect, it } from 'vitest'
import { startRecordingGateway } from '../support/service/recording-gateway.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'

const recording = stopAfterFile(await startRecordingGateway(), ({ gateway }) => gateway.close(0))
const { origin } = recording

beforeEach(() => recording.reset())

describe('requests that never reach a function', () => {
  it('413s on a body of 7 MB, after reading it', async () => {
    const response = await fetch(`${origin}/v1/goals`, {
      method: 'POST',
      body: Buffer.alloc(7 * 1024 * 1024),
    })
    expect(response.status).toBe(413)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await response.json()).toEqual({ error: 'payload_too_large', message: expect.any(String) })
    expect(recording.invocations).toHaveLength(0)
  })

  it('cuts off a client that never stops sending', async () => {
    const chunk = Buffer.alloc(1024 * 1024)
    let sent = 0
    function* endless() {
      yield `POST /v1/goals HTTP/1.1\r\nHost: a\r\nContent-Length: ${2 ** 40}\r\n\r\n`
      for (; ; sent++) yield chunk
    }
    const socket = connect(recording.gateway.port, '127.0.0.1')
    // The response may be lost when the connection is cut; only the cut matters.
    await pipeline(Readable.from(endless()), socket).catch(() => {})
    socket.destroy()
    expect(sent).toBeGreaterThan(60)
    expect(sent).toBeLessThan(80)
    expect(recording.invocations).toHaveLength(0)
  })

  it.each([
    ['no Host', ['GET /health HTTP/1.1', 'Connection: close', '', '']],
    ['two Hosts', ['GET /health HTTP/1.1', 'Host: a', 'Host: b', 'Connection: close', '', '']],
    ['two lengths', ['POST /health HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2', '', 'x']],
    [
      'a length and chunks',
      [
        'POST /health HTTP/1.1',
        'Host: a',
        'Content-Length: 3',
        'Transfer-Encoding: chunked',
        '',
        '0',
        '',
        '',
      ],
    ],
    ['a folded header', ['GET /health HTTP/1.1', 'Host: a', 'X-A: b', ' c: d', 'Connection: close', '', '']],
    ['a space before a colon', ['GET /health HTTP/1.1', 'Host: a', 'X-A : b', '', '']],
    ['a broken chunk', ['POST /health HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked', '', 'zz', '', '']],
    ['headers over 16 KiB', ['GET /health HTTP/1.1', 'Host: a', `X-A: ${'a'.repeat(20_000)}`, '', '']],
    ['a null in a header', ['GET /health HTTP/1.1', 'Host: a', 'X-A: \0', '', '']],
    ['CONNECT', ['CONNECT a:1 HTTP/1.1', 'Host: a:1', '', '']],
    ['another protocol', ['\x16\x03\x01\x02', '', '']],
  ])('400s on %s', async (_, lines) => {
    const [head = '', body = ''] = (await recording.sendRaw(...lines)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(head).toMatch(/x-request-id: [0-9a-f-]{36}/)
    expect(JSON.parse(body)).toMatchObject({ error: 'invalid_request', message: expect.any(String) })
    expect(recording.invocations).toHaveLength(0)
  })

  it('keeps serving after clients that disconnect midway', async () => {
    for (let count = 0; count < 20; count++) {
      const socket = connect(recording.gateway.port, '127.0.0.1')
      socket.write(
        'POST /v1/goals HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n{"a"',
      )
      // It has read the head.
      await once(socket, 'data')
      socket.resetAndDestroy()
    }
    expect((await fetch(`${origin}/health`)).status).toBe(200)
    expect(recording.invocations).toHaveLength(1)
    expect(recording.logged).toEqual([])
  })

  it('responds to requests before invalid bytes on the same connection, with nothing in between', async () => {
    recording.respondWith(async () => {
      // The invalid bytes come in the same packet.
      await turn()
      return { statusCode: 200, body: 'first' }
    })
    const received = await recording.sendRaw('GET /health HTTP/1.1', 'Host: a', '', 'rubbish', '', '')
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(received.endsWith('first')).toBe(true)
  })
})

describe('addresses', () => {
  it.each(['127.0.0.1', '[::1]'])('listens on %s', async (host) => {
    expect((await fetch(`http://${host}:${recording.gateway.port}/health`)).status).toBe(200)
  })

  it('names a port that is in use', async () => {
    const taken = startGateway({
      port: recording.gateway.port,
      handlers: new Promise(() => {}),
      logError: () => {},
    })
    await expect(taken).rejects.toThrow(`Port ${recording.gateway.port} is already in use`)
  })
})

describe('closing', () => {
  /** A gateway with one request, which has begun and waits for `finish`. */
  async function startWithRequest() {
    const begun = Promise.withResolvers<void>()
    const finished = Promise.withResolvers<void>()
    const fallback = async () => {
      begun.resolve()
      await finished.promise
      return { statusCode: 200, body: 'done' }
    }
    const handlers = Promise.resolve({ ...recording.handlers, fallback })
    const gateway = await startGateway({ port: 0, handlers, logError: () => {} })
    const response = fetch(`http://127.0.0.1:${gateway.port}/slow`)
    // It may fail before anybody waits for it.
    response.catch(() => undefined)
    await begun.promise
    return { gateway, response, finish: finished.resolve }
  }

  it('finishes requests in flight and does not wait for idle connections', async () => {
    const { gateway, response, finish } = await startWithRequest()
    const idle = connect(gateway.port, '127.0.0.1')
    await once(idle, 'connect')
    const idleEnd = text(idle).catch(() => '')
    // Longer than a test may take.
    const closed = gateway.close(3_600_000)
    await idleEnd
    finish()
    await closed
    expect(await (await response).text()).toBe('done')
  })

  it('cuts off requests that do not finish in time', async () => {
    const { gateway, response, finish } = await startWithRequest()
    await gateway.close(100)
    await expect(response).rejects.toThrow()
    finish()
  })
})
