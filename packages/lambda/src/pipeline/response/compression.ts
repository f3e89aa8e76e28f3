/**
 * Compresses JSON. API Gateway's HTTP APIs do not, and CloudFront compresses only what it may cache.
 */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { HttpResponse } from '../event.ts'

/** Compression of a smaller body saves less than the headers weigh. */
const minimumBytes = 1024

/**
 * Both take 10 ms for 1 MB and shrink a page of goals to about a quarter. The next level takes twice the time and saves
 * another 5 % (README.md, "Compression").
 */
const compress = {
  br: (body: string) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: string) => gzipSync(body, { level: 4 }),
}

export type Coding = keyof typeof compress

/**
 * Compresses a response as the client's `Accept-Encoding` asks. Every JSON response over 1 KB gets `vary`, whether or not
 * this client wants it compressed.
 */
export function withCompression(response: HttpResponse, acceptEncoding: string | undefined): HttpResponse {
  const { body, headers = {}, isBase64Encoded } = response
  const isJson = headers['content-type'] === 'application/json'
  if (!isJson || isBase64Encoded || body === undefined || Buffer.byteLength(body) <= minimumBytes)
    return response
  const varying = { ...response, headers: { ...headers, vary: 'accept-encoding' } }
  const coding = preferredCoding(acceptEncoding)
  if (coding === undefined) return varying
  const encoded = compress[coding](body).toString('base64')
  // Random text would grow in base64, and a page that fits Lambda's limit might no longer do so.
  if (encoded.length >= body.length) return varying
  return {
    ...varying,
    headers: { ...varying.headers, 'content-encoding': coding },
    body: encoded,
    isBase64Encoded: true,
  }
}

/** Returns the coding with the highest weight (RFC 9110, 12.5.3), Brotli if both are equal; undefined for no compression. */
export function preferredCoding(acceptEncoding = ''): Coding | undefined {
  const weights = new Map(acceptEncoding.toLowerCase().split(',').map(codingAndWeight))
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const best = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip'
  const isWanted = weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0)
  return isWanted ? best : undefined
}

/** Parses `gzip;q=0.5`. A malformed weight counts as 0. */
function codingAndWeight(part: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = part.split(';').map((text) => text.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
