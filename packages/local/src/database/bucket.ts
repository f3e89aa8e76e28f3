import type { Database } from '@cairn/domain/storage/database/client'
import { SignatureV4 } from '@smithy/signature-v4'
import type { Environment } from '../settings.ts'

export type Bucket = {
  /** Yields the keys of all objects, in order. */
  list(): AsyncGenerator<string>
  read(key: string): Promise<string>
  remove(key: string): Promise<void>
}

/**
 * Opens a bucket of S3, with the region and credentials of the table. Keys need no escapes. For these three calls, the SDK of S3
 * would be the largest part of the packed service.
 *
 * @param environment  `AWS_ENDPOINT_URL_S3`, as for SDKs and the AWS CLI.
 */
export function openBucket(name: string, { client }: Database, environment: Environment): Bucket {
  const { credentials, sha256, region } = client.config
  const signer = new SignatureV4({ service: 's3', region, credentials, sha256, uriEscapePath: false })

  async function call(method: string, key: string, query: Record<string, string> = {}): Promise<string> {
    const url = addressOf(name, await region(), environment)
    url.pathname += key
    for (const [parameter, value] of Object.entries(query)) url.searchParams.set(parameter, value)
    const { protocol, hostname, pathname: path, host } = url
    const signed = await signer.sign({ method, protocol, hostname, path, query, headers: { host } })
    // `fetch` sets the host itself.
    const { host: _, ...headers } = signed.headers
    const response = await fetch(url, { method, headers })
    const text = await response.text()
    if (response.ok) return text
    const [code = response.statusText] = elementsIn(text, 'Code')
    throw new Error(`S3 responds with ${response.status} ${code} for bucket ${name}.`)
  }

  return {
    async *list() {
      let token: string | undefined
      do {
        const page = await call('GET', '', {
          'list-type': '2',
          ...(token && { 'continuation-token': token }),
        })
        yield* elementsIn(page, 'Key')
        token = elementsIn(page, 'NextContinuationToken')[0]
      } while (token !== undefined)
    },
    read: (key) => call('GET', key),
    remove: async (key) => void (await call('DELETE', key)),
  }
}

function addressOf(name: string, region: string, { AWS_ENDPOINT_URL_S3: endpoint }: Environment): URL {
  if (endpoint) return new URL(`${endpoint.replace(/\/$/, '')}/${name}/`)
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return new URL(`https://${name}.s3.${region}.${suffix}/`)
}

/** Returns the texts of the elements with this name in the XML of S3. */
function elementsIn(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text)
}
