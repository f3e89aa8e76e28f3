import { randomBytes } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { withCompression } from './compression.ts'

const json = { 'content-type': 'application/json' }
const body = JSON.stringify({
  goals: Array.from({ length: 100 }, (_, index) => ({ title: `Goal ${index}` })),
})
const page = { statusCode: 200, headers: json, body }

const decode = { br: brotliDecompressSync, gzip: gunzipSync }

describe('the coding', () => {
  it.each<[string | undefined, keyof typeof decode | undefined]>([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br', 'br'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['gzip;q=0.8,br;q=0.8', 'br'],
    ['br; q=0, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0, gzip;q=0.1', 'gzip'],
    ['identity, gzip', 'gzip'],
    ['identity;q=0, br', 'br'],
    ['br;level=4;q=0.2, gzip;q=0.1', 'br'],
    ['identity;q=1, br;q=0.5', undefined],
    ['identity', undefined],
    ['deflate, zstd', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['gzip;q=0.000', undefined],
    ['*;q=0', undefined],
    ['gzip;q=high', undefined],
    ['brotli, x-gz', undefined],
    ['', undefined],
    [' , ;q=1', undefined],
    [undefined, undefined],
  ])('of "accept-encoding: %s" is %s', (acceptEncoding, coding) => {
    const response = withCompression(page, acceptEncoding)
    expect(response.headers).toEqual({
      ...json,
      vary: 'accept-encoding',
      ...(coding && { 'content-encoding': coding }),
    })
    if (coding) {
      expect(response.isBase64Encoded).toBe(true)
      const sent = Buffer.from(response.body ?? '', 'base64')
      expect(decode[coding](sent).toString()).toBe(body)
    } else {
      expect(response.body).toBe(body)
      expect(response.isBase64Encoded).toBeUndefined()
    }
  })
})

describe('the response', () => {
  const text = (bytes: number) => JSON.stringify('é'.repeat((bytes - 2) / 2))

  it.each([
    ['JSON without a body', { statusCode: 200, headers: json }],
    ['a response without a body', { statusCode: 204, headers: {} }],
    ['a redirect', { statusCode: 302, headers: { location: 'https://cairn.example.com/home' } }],
    ['JSON of 1,024 bytes', { headers: json, body: text(1024) }],
    [
      'a compressed response',
      { ...page, headers: { ...json, 'content-encoding': 'gzip' }, isBase64Encoded: true },
    ],
    ['a response that is not JSON', { headers: { 'content-type': 'text/plain' }, body }],
  ])('does not compress %s', (_, response) => {
    expect(withCompression(response, 'br')).toEqual(response)
  })

  it('does not compress random text, which would grow in base64', () => {
    // Most of printable ASCII in equal shares: 6.5 bits a character.
    const noise = [...randomBytes(4_096)].map((byte) => String.fromCharCode(35 + (byte % 90))).join('')
    const response = { headers: json, body: JSON.stringify(noise.replaceAll('\\', '!')) }
    expect(withCompression(response, 'br, gzip')).toEqual({
      ...response,
      headers: { ...json, vary: 'accept-encoding' },
    })
  })

  it('has the level of compression that takes little time', () => {
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
    expect(withCompression(page, 'br').body).toBe(brotliCompressSync(body, quality).toString('base64'))
    expect(withCompression(page, 'gzip').body).toBe(gzipSync(body, { level: 4 }).toString('base64'))
  })

  it('compresses JSON of 1,026 bytes, counted in bytes', () => {
    expect(withCompression({ headers: json, body: text(1026) }, 'br').isBase64Encoded).toBe(true)
  })
})
