import { gzipSync } from 'node:zlib'
import type { Operation } from '@cairn/contract'
import { maximumBodyBytesOf } from '@cairn/lambda/pipeline/checks/read-body'
import { describe, expect, it } from 'vitest'
import { offeredOperations } from '../../support/operations/examples.ts'
import { signIn } from '../../support/people/sign-in.ts'
import {
  createSend,
  type Exchange,
  type HttpResponse,
  pathOf,
  refusal,
} from '../../support/requests/exchange.ts'
import { fieldPath, objectSitesOf } from '../../support/requests/sample-bodies.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { sampleOf, sampleTitle } from '../../support/test-all.ts'

const service = stopAfterFile(await startTestService({ environment: { RATE_LIMITS: 'off' } }))
const browser = createSend(service, await signIn(service, { email: 'ada@example.com', displayName: 'Ada' }))

const rows = offeredOperations
  .filter(({ body }) => body !== undefined)
  .map((operation): [string, Operation] => [operation.id, operation])

const sendTo = (operation: Operation, exchange: Exchange): Promise<HttpResponse> =>
  browser(operation.method, pathOf(operation), exchange)

/** A body of exactly so many bytes, with one unknown field. */
const bodyOfBytes = (bytes: number) => `{"surprise":"${'é'.repeat((bytes - 16) / 2)}b"}`

describe.each(rows)('%s', (_, operation) => {
  const sites = objectSitesOf(operation)

  it('400s an unknown field, in nested objects too, and names it', async () => {
    for (const site of sites) {
      const body = site.bodyWith({ ...site.sample, surprise: true })
      const path = fieldPath(site, 'surprise')
      expect(await sendTo(operation, { body }), path).toMatchObject(refusal('invalid_request', path))
    }
  })

  it('400s a missing field and names it', async () => {
    for (const site of sites) {
      for (const field of site.required) {
        const { [field]: _, ...body } = site.sample
        const response = await sendTo(operation, { body: site.bodyWith(body) })
        expect(response).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
        const paths = detailPathsOf(response)
        expect(paths.some((path) => path === fieldPath(site, field) || path === site.path)).toBe(true)
      }
    }
  })

  it('400s a field of the wrong type and names it', async () => {
    for (const site of sites) {
      for (const field of site.fields) {
        const response = await sendTo(operation, { body: site.bodyWith({ ...site.sample, [field]: [[]] }) })
        expect(response).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
        const path = fieldPath(site, field)
        expect(detailPathsOf(response).filter((named) => `${named}.`.startsWith(`${path}.`))).not.toEqual([])
      }
    }
  })

  it.skipIf(operation.mayLackBody)('400s a missing body', async () => {
    expect(await sendTo(operation, {})).toMatchObject(refusal('invalid_request'))
    expect(await sendTo(operation, { rawBody: '' })).toMatchObject(refusal('invalid_request'))
  })

  it('413s a body larger than the maximum, in bytes, and parses one of the maximum', async () => {
    const maximumBytes = maximumBodyBytesOf(operation)
    const largest = bodyOfBytes(maximumBytes)
    expect(Buffer.byteLength(largest)).toBe(maximumBytes)
    expect(await sendTo(operation, { rawBody: largest })).toMatchObject(
      refusal('invalid_request', 'surprise'),
    )
    const tooLarge = bodyOfBytes(maximumBytes + 2)
    expect(await sendTo(operation, { rawBody: tooLarge })).toMatchObject(refusal('payload_too_large'))
  })

  it('400s __proto__ and constructor, without prototype pollution', async () => {
    for (const rawBody of [
      '{"__proto__":{"polluted":true}}',
      '{"constructor":{"prototype":{"polluted":true}}}',
      '{"prototype":{"polluted":true}}',
      '{"a":{"__proto__":{"polluted":true}}}',
    ]) {
      expect(await sendTo(operation, { rawBody })).toMatchObject(refusal('invalid_request'))
    }
    expect('polluted' in {}).toBe(false)
  })
})

// What is checked before fields is the same code for every operation.
describe.each(sampleOf(rows))(`%s, before its fields (${sampleTitle})`, (_, operation) => {
  const [site] = objectSitesOf(operation)

  it.each(['{', '{"a":1}}', "{'a':1}", 'undefined', '{"a":01}', ' ', '\u0000', '[['])(
    '400s a body that is not JSON: %j',
    async (rawBody) => {
      expect(await sendTo(operation, { rawBody })).toMatchObject(refusal('invalid_request'))
    },
  )

  it('400s a body that is not UTF-8', async () => {
    const rawBody = Uint8Array.from(Buffer.from('7b2261223a22ff227d', 'hex'))
    expect(await sendTo(operation, { rawBody })).toMatchObject(refusal('invalid_request'))
  })

  it.each(['[]', '[{}]', '"text"', '7', 'null', 'true'])(
    '400s a body that is not an object: %s',
    async (rawBody) => {
      expect(await sendTo(operation, { rawBody })).toMatchObject(refusal('invalid_request'))
    },
  )

  it('400s a body that is nested too deeply', async () => {
    const depth = maximumBodyBytesOf(operation) / 2
    for (const rawBody of [
      '['.repeat(depth) + ']'.repeat(depth),
      `${'{"a":'.repeat(depth / 4)}1${'}'.repeat(depth / 4)}`,
    ]) {
      expect(await sendTo(operation, { rawBody })).toMatchObject(refusal('invalid_request'))
    }
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', undefined])(
    '415s the content type %s',
    async (contentType) => {
      const rawBody = Uint8Array.from(Buffer.from(JSON.stringify(site?.sample)))
      const response = await sendTo(operation, { rawBody, headers: { 'content-type': contentType } })
      expect(response).toMatchObject(refusal('unsupported_media_type'))
    },
  )

  it.each(['application/json; charset=utf-8', 'Application/JSON'])(
    'accepts the content type %s',
    async (type) => {
      const response = await sendTo(operation, {
        body: { surprise: true },
        headers: { 'content-type': type },
      })
      expect(response).toMatchObject(refusal('invalid_request', 'surprise'))
    },
  )

  it.each(['gzip', 'br', 'deflate', 'zstd', 'x-gzip', 'identity, gzip', 'gzip, identity', 'aes128gcm', '*'])(
    '415s the content coding %s, whatever the body is',
    async (coding) => {
      const headers = { 'content-encoding': coding }
      const plain = JSON.stringify(site?.sample)
      for (const rawBody of [plain, new Uint8Array(gzipSync(plain)), '{']) {
        const response = await sendTo(operation, { rawBody, headers })
        expect(response).toMatchObject(refusal('unsupported_media_type'))
      }
    },
  )

  it.each(['identity', 'Identity', '', ' identity , identity'])(
    'accepts the content coding %j, which changes nothing',
    async (coding) => {
      const headers = { 'content-encoding': coding }
      const response = await sendTo(operation, { body: { surprise: true }, headers })
      expect(response).toMatchObject(refusal('invalid_request', 'surprise'))
    },
  )

  it.skipIf(operation.mayLackBody)('ignores the content coding of a missing body', async () => {
    const response = await sendTo(operation, { headers: { 'content-encoding': 'gzip' } })
    expect(response).toMatchObject(refusal('invalid_request'))
  })
})

describe('an operation without a body', () => {
  const logOut = (exchange: object) => createSend(service)('POST', '/v1/auth/logout', exchange)

  it.each(['', '{}', ' {\r\n\t} '])('takes none or an empty object: %j', async (rawBody) => {
    expect(await logOut({ rawBody })).toMatchObject({ status: 200 })
    expect(await logOut({ rawBody, headers: { 'content-type': 'text/plain' } })).toMatchObject({
      status: 200,
    })
  })

  it.each(['x', '{"a":1}', '[]', 'null', '""', '{}{}', ' '])('400s %j', async (rawBody) => {
    expect(await logOut({ rawBody })).toMatchObject(refusal('invalid_request'))
  })

  it('413s one that is too large, and 415s one that is compressed', async () => {
    expect(await logOut({ rawBody: `{${' '.repeat(256 * 1024)}}` })).toMatchObject(
      refusal('payload_too_large'),
    )
    expect(await logOut({ rawBody: '{}', headers: { 'content-encoding': 'gzip' } })).toMatchObject(
      refusal('unsupported_media_type'),
    )
  })
})

describe(`a body of 7 MB (${sampleTitle})`, () => {
  it.each(sampleOf(rows))('413s at %s, in the error shape', async (_, operation) => {
    const rawBody = bodyOfBytes(7 * 1024 * 1024)
    expect(await sendTo(operation, { rawBody })).toMatchObject(refusal('payload_too_large'))
  })
})

function detailPathsOf({ body }: HttpResponse): string[] {
  return (body as { details: { path: string }[] }).details.map(({ path }) => path)
}
