import { describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectWireError, lastRequest, sendWire, wireRequest } from './support/wire.ts'

/**
 * Request smuggling (RFC 9112, 11.2): a proxy in front reads bytes as a body and the service reads them as a request,
 * with the authority of the cookie inside. No HTTP client sends any of these.
 */

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const bob = await signIn(service, { email: 'bob@example.com', displayName: 'Bob' })

/** Creates a label in Ada's organization if it is ever read as a request. */
function hiddenRequest(): string {
  const body = '{"name":"Smuggled"}'
  return wireRequest(
    [
      'POST /v1/goal-labels HTTP/1.1',
      'Host: localhost',
      `Origin: ${service.origin}`,
      `Cookie: ${ada.cookie}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ],
    body,
  )
}

const labelsOfAda = async () => (await ada.api.listGoalLabels()).labels.map(({ name }) => name)

const outer = ['POST /v1/goals HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
const outer10 = [...outer.with(0, 'POST /v1/goals HTTP/1.0'), 'Connection: keep-alive']
const noChunks = '0\r\n\r\n'
const length = (value: string) => `Content-Length: ${value}`
const coding = (value: string) => `Transfer-Encoding: ${value}`

it('the hidden request creates a label when it is sent openly', async () => {
  const [response] = await sendWire(service, hiddenRequest() + lastRequest)
  expect(response?.status).toBe(201)
  expect(await labelsOfAda()).toEqual(['Smuggled'])
  const { labels } = await ada.api.listGoalLabels()
  await ada.api.deleteGoalLabel({ params: { labelId: labels[0]?.id ?? '' } })
})

describe('a request with an ambiguous end', () => {
  it.each<[title: string, lines: string[], body: string]>([
    ['a length, then chunks', [...outer, length('5'), coding('chunked')], noChunks],
    ['chunks, then a length', [...outer, coding('chunked'), length('5')], noChunks],
    ['two lengths that differ', [...outer, length('0'), length('5')], ''],
    ['the same length twice', [...outer, length('2'), length('2')], '{}'],
    ['a list of lengths', [...outer, length('2, 2')], '{}'],
    ['a length with a sign', [...outer, length('+2')], '{}'],
    ['a negative length', [...outer, length('-2')], '{}'],
    ['a length in hexadecimal', [...outer, length('0x2')], '{}'],
    ['a length with a space in it', [...outer, length('2 0')], '{}'],
    ['a length beyond 64 bits', [...outer, length('18446744073709551618')], '{}'],
    ['an empty length', [...outer, length('')], '{}'],
    ['a length after a vertical tab', [...outer, 'Content-Length:\v2'], '{}'],
    ['a space before the colon of a length', [...outer, 'Content-Length : 2'], '{}'],
    ['a folded length', [...outer, 'Content-Length:', ' 2'], '{}'],
    ['a length after a bare CR', [...outer, 'X-A: b\rContent-Length: 2'], '{}'],
    ['a length after a bare LF', [...outer, 'X-A: b\nContent-Length: 2'], '{}'],
    ['an unknown coding', [...outer, coding('xchunked')], noChunks],
    ['the identity coding', [...outer, coding('identity')], noChunks],
    ['chunks inside another coding', [...outer, coding('chunked, identity')], noChunks],
    ['another coding inside chunks', [...outer, coding('gzip, chunked')], noChunks],
    ['two codings on two lines', [...outer, coding('identity'), coding('chunked')], noChunks],
    ['chunks twice', [...outer, coding('chunked, chunked')], noChunks],
    ['chunks with a parameter', [...outer, coding('chunked;q=1')], noChunks],
    ['chunks after a vertical tab', [...outer, coding('\vchunked')], noChunks],
    ['a space before the colon of a coding', [...outer, 'Transfer-Encoding : chunked'], noChunks],
    ['a folded coding', [...outer, 'Transfer-Encoding:', ' chunked'], noChunks],
    ['chunks in HTTP/1.0', [...outer10, coding('chunked')], noChunks],
    ['chunks and a length in HTTP/1.0', [...outer10, coding('chunked'), length('5')], noChunks],
    ['lines that end in LF only', [outer.join('\n'), '', ''], ''],
    ['two Hosts', [...outer, 'Host: localhost', length('0')], ''],
    ['a Host that is not a host', [...outer.with(1, 'Host: localhost/v1@evil.test'), length('0')], ''],
    ['an empty Host', [...outer.with(1, 'Host:'), length('0')], ''],
    ['no Host', [...outer.toSpliced(1, 1), length('0')], ''],
  ])('400s and hides no request after %s', async (_, lines, body) => {
    const [response, ...others] = await sendWire(
      service,
      wireRequest(lines, body) + hiddenRequest() + lastRequest,
    )
    expect(others).toEqual([])
    if (!response) throw new Error('No response.')
    expectWireError(response, 400, 'invalid_request')
    expect(await labelsOfAda()).toEqual([])
  })

  it.each([
    ['0x2', '0x2\r\n{}\r\n'],
    ['+2', '+2\r\n{}\r\n'],
    ['-2', '-2\r\n{}\r\n'],
    ['2 and a space', '2 \r\n{}\r\n'],
    ['a space and 2', ' 2\r\n{}\r\n'],
    ['a size beyond 64 bits', '10000000000000002\r\n{}\r\n'],
    ['a size that ends in LF', '2\n{}\r\n'],
    ['2 of a chunk without its end', '2\r\n{}'],
    ['2 of a longer chunk', '2\r\n{}}\r\n'],
    ['2 with an LF in an extension', '2;a\nb\r\n{}\r\n'],
    ['2 with a CR in an extension', '2;a\rb\r\n{}\r\n'],
    ['2 with an extension of 20 KB', `2;a=${'b'.repeat(20_000)}\r\n{}\r\n`],
  ])('400s and hides no request after the chunk size %s', async (_, chunk) => {
    const bytes = wireRequest([...outer, coding('chunked')], chunk + noChunks)
    const responses = await sendWire(service, bytes + hiddenRequest() + lastRequest)
    expect(responses.map(({ status }) => status)).toEqual([400])
    expect(await labelsOfAda()).toEqual([])
  })
})

describe('a request hidden in a body', () => {
  it('stays part of the body, whatever the method and the route', async () => {
    const hidden = hiddenRequest()
    for (const start of ['GET /health', 'GET /v1/goals', 'GET /', 'POST /v1/goals', 'DELETE /v1/nothing']) {
      const head = [`${start} HTTP/1.1`, 'Host: localhost']
      const whole = wireRequest([...head, length(String(hidden.length))], hidden)
      const size = hidden.length.toString(16)
      const inChunks = wireRequest([...head, coding('chunked')], `${size};a=b\r\n${hidden}\r\n${noChunks}`)
      for (const bytes of [whole, inChunks]) {
        const responses = await sendWire(service, bytes + lastRequest)
        expect(responses.length, start).toBe(2)
        expect(responses[1]?.status).toBe(200)
      }
    }
    expect(await labelsOfAda()).toEqual([])
  })

  it('is not delimited by headers whose names resemble Content-Length', async () => {
    const bytes = wireRequest([...outer, 'Content_Length: 999', 'X-Content-Length: 999', length('2')], '{}')
    const responses = await sendWire(service, bytes + lastRequest)
    expect(responses.map(({ status }) => status)).toEqual([403, 200])
  })
})

describe('trailers', () => {
  const body = '{"name":"Trailed"}'
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n`
  const label = ['POST /v1/goal-labels HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']

  it('have no effect: Origin, Cookie and Authorization are ignored there', async () => {
    const { secret } = await ada.api.createApiToken({ body: { name: 'Trailer', scopes: ['labels:write'] } })
    const trailers = {
      Origin: service.origin,
      Cookie: ada.cookie,
      Authorization: `Bearer ${secret}`,
      'X-Origin-Verify': 'x',
    }
    const all = Object.entries(trailers).map(([name, value]) => `${name}: ${value}`)
    const send = async (lines: string[]) => {
      const head = [...label, ...lines, coding('chunked'), 'Trailer: Origin, Cookie, Authorization']
      return sendWire(service, wireRequest(head, `${chunks}${all.join('\r\n')}\r\n\r\n`) + lastRequest)
    }
    const [withoutOrigin] = await send([`Cookie: ${ada.cookie}`])
    expect(withoutOrigin).toMatchObject({ status: 403 })
    const [withoutCredential, last] = await send([`Origin: ${service.origin}`])
    expect(withoutCredential).toMatchObject({ status: 401 })
    expect(last).toMatchObject({ status: 200 })
    expect(await labelsOfAda()).toEqual([])
  })

  it.each(['Content-Length: 5', 'Transfer-Encoding: chunked'])('400 if they contain %s', async (line) => {
    const bytes = wireRequest([...label, coding('chunked')], `${chunks}${line}\r\n\r\n`)
    const responses = await sendWire(service, bytes + hiddenRequest() + lastRequest)
    expect(responses.map(({ status }) => status)).toEqual([400])
    expect(await labelsOfAda()).toEqual([])
  })
})

describe('requests of several people on one connection', () => {
  const session = (...lines: string[]) =>
    wireRequest(['GET /v1/auth/session HTTP/1.1', 'Host: localhost', ...lines])
  const nobody = () => session()
  const of = ({ cookie }: Browser) => session(`Cookie: ${cookie}`)
  const userIn = ({ body }: { body: string }) => JSON.parse(body).user?.email

  it('get their own responses, in order', async () => {
    const people = [nobody(), of(ada), of(bob), nobody(), of(bob), of(ada), nobody()]
    const responses = await sendWire(service, people.join('') + lastRequest)
    expect(responses.map(({ status }) => status)).toEqual([401, 200, 200, 401, 200, 200, 401, 200])
    expect(responses.slice(0, -1).map(userIn)).toEqual([
      undefined,
      ada.email,
      bob.email,
      undefined,
      bob.email,
      ada.email,
      undefined,
    ])
  })

  it('get their own responses after errors too', async () => {
    const errors = [
      wireRequest(['GET /v1/nothing HTTP/1.1', 'Host: localhost', `Cookie: ${bob.cookie}`]),
      wireRequest(['PUT /v1/goals HTTP/1.1', 'Host: localhost', length('2')], '{}'),
      wireRequest([...outer, length('1')], '{'),
      wireRequest([...outer, `Origin: ${service.origin}`, `Cookie: ${bob.cookie}`, length('1')], '{'),
    ]
    const responses = await sendWire(
      service,
      errors.flatMap((bytes) => [bytes, of(ada)]).join('') + lastRequest,
    )
    expect(responses.map(({ status }) => status)).toEqual([404, 200, 405, 200, 403, 200, 400, 200, 200])
    expect(
      [1, 3, 5, 7].map((index) => responses[index]).map((response) => response && userIn(response)),
    ).toEqual(Array(4).fill(ada.email))
  })

  it('end at a request for another protocol: the connection closes and nothing after it is read', async () => {
    for (const upgrade of ['websocket', 'h2c', 'TLS/1.0']) {
      const upgradeRequest = session('Connection: Upgrade', `Upgrade: ${upgrade}`)
      const responses = await sendWire(service, upgradeRequest + hiddenRequest())
      expect(responses.map(({ status }) => status)).toEqual([401])
      expect(responses[0]?.headers.connection).toEqual(['close'])
    }
    expect(await labelsOfAda()).toEqual([])
  })
})
