import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FakeBucket = {
  endpoint: string
  /** By key. */
  objects: Map<string, string>
  /** The next request for this method gets an error of S3. */
  failNext(method: string): void
  stop(): Promise<void>
}

/** Names of the credentials that it expects. */
export const accessKey = { id: 'AKIDEXAMPLE', secret: 'bucket-secret', region: 'eu-west-1' }

/**
 * A stand-in for one bucket of S3: ListObjectsV2 with pages of two keys, GetObject and DeleteObject, addressed by path. It refuses
 * requests whose signature is not that of the documentation ("Authenticating Requests: Using the Authorization Header").
 */
export async function startFakeBucket(name: string): Promise<FakeBucket> {
  const objects = new Map<string, string>()
  let failing: string | undefined
  const respond = (request: IncomingMessage): [status: number, body: string] => {
    const { method = '' } = request
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3')
    if (!isSigned(request)) return [403, errorOf('SignatureDoesNotMatch')]
    if (failing === method) {
      failing = undefined
      return [503, errorOf('SlowDown')]
    }
    const [, bucket, ...parts] = pathname.split('/')
    if (bucket !== name) return [404, errorOf('NoSuchBucket')]
    const key = parts.join('/')
    if (method === 'DELETE') {
      objects.delete(key)
      return [204, '']
    }
    if (key !== '') return objects.has(key) ? [200, objects.get(key) ?? ''] : [404, errorOf('NoSuchKey')]
    if (searchParams.get('list-type') !== '2') return [400, errorOf('InvalidArgument')]
    // S3's tokens contain what a query must escape.
    const after = (searchParams.get('continuation-token') ?? '').replace(/^\+\/=/, '')
    const keys = [...objects.keys()].sort().filter((one) => one > after)
    const [page, isTruncated] = [keys.slice(0, 2), keys.length > 2]
    const contents = page.map((one) => `<Contents><Key>${one}</Key><Size>1</Size></Contents>`).join('')
    const token = isTruncated ? `<NextContinuationToken>+/=${page.at(-1)}</NextContinuationToken>` : ''
    return [
      200,
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents}${token}</ListBucketResult>`,
    ]
  }
  const server = createServer((request, response) => {
    const [status, body] = respond(request)
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    failNext: (method) => {
      failing = method
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const errorOf = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function isSigned({ method, url = '/', headers }: IncomingMessage): boolean {
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const [path = '', query = ''] = url.split('?')
  const escaped = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (found) => `%${found.charCodeAt(0).toString(16)}`)
  const canonicalQuery = [...new URLSearchParams(query)]
    .map(([parameter, value]) => `${escaped(parameter)}=${escaped(value)}`)
    .sort()
    .join('&')
  const signed = names.split(';')
  if (!signed.includes('host') || !signed.includes('x-amz-content-sha256')) return false
  const canonical = [
    method,
    path,
    canonicalQuery,
    ...signed.map((header) => `${header}:${headers[header]}`),
    '',
    names,
    sha256(''),
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const [date = '', region] = scope.split('/')
  if (region !== accessKey.region) return false
  const parts = [date, accessKey.region, 's3', 'aws4_request']
  if (scope !== parts.join('/')) return false
  const key = parts.reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${accessKey.secret}`)
  return hmac(key, toSign).toString('hex') === signature
}
