import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { preferredCoding, withCompression } from '@cairn/lambda/pipeline/response/compression'
import {
  cacheControlOf,
  compressedSuffixes,
  contentTypeOf,
  distDirectory,
  isCompressible,
  isPage,
  isUnknownPage,
  pageHeaders,
} from '@cairn/web/hosting'
import { splitTarget } from './event.ts'
import type { GatewayAnswer } from './response.ts'

/**
 * Answers for pages and files beside the API. `undefined` leaves the request to the API, which knows what to say
 * about other methods and paths.
 */
export type SiteHandler = (
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
) => Promise<GatewayAnswer | undefined>

export type SiteOptions = {
  /** Where the built web app is. */
  directory?: URL
  /** What browsers call the service. */
  webOrigin?: string
  /** Where the service listens. */
  port?: number
}

/** Names without a slash or a leading dot: none of them leads out of its directory. */
const filePattern = /^\/(?:assets\/)?[\w-][\w.-]*\.(?:js|css|svg|woff2)$/

const notBuilt: GatewayAnswer = {
  statusCode: 503,
  headers: { ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' },
  body: 'The web app is not built yet: run `npm run build` and load this page again. The API is there: /openapi.json\n',
}

/** The web app's pages and files, and `/openapi.json`, which describes the API to programs. */
export async function createSite(options: SiteOptions = {}): Promise<SiteHandler> {
  const { directory = distDirectory, webOrigin, port } = options
  const readSiteFile = createFileCache(directory)
  const otherHosts = otherLoopbackHosts(webOrigin, port)
  const openApi = {
    statusCode: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
    body: await readFile(new URL('../../../contract/openapi.json', import.meta.url), 'utf8'),
  }

  async function answerFile(path: string, acceptEncoding = ''): Promise<GatewayAnswer | undefined> {
    const plain = await readSiteFile(path)
    if (plain === undefined) return undefined
    const coding = isCompressible(path) ? preferredCoding(acceptEncoding) : undefined
    const compressed = coding && (await readSiteFile(path + compressedSuffixes[coding]))
    const headers = {
      ...pageHeaders,
      'content-type': contentTypeOf(path),
      'cache-control': cacheControlOf(path),
      ...(isCompressible(path) && { vary: 'accept-encoding' }),
      ...(compressed && { 'content-encoding': coding }),
    }
    return { statusCode: 200, headers, body: compressed ?? plain }
  }

  return async ({ method, url = '/', headers }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const { rawPath: path, rawQueryString: query } = splitTarget(url)
    const acceptEncoding = headers['accept-encoding']?.toString()
    if (path === '/openapi.json') return withCompression(openApi, acceptEncoding)
    const file = filePattern.test(path) ? await answerFile(path, acceptEncoding) : undefined
    if (file) return file
    const isUnknown = isUnknownPage(path, headers.accept)
    if (!isUnknown && !isPage(path)) return undefined
    if (otherHosts.includes(headers.host?.toLowerCase() ?? ''))
      return { statusCode: 307, headers: { location: `${webOrigin}${path}${query && `?${query}`}` } }
    const page = (await answerFile('/index.html', acceptEncoding)) ?? notBuilt
    return isUnknown ? { ...page, statusCode: 404 } : page
  }
}

/** What a browser may call a service on its own machine. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * Hosts under which a browser finds the service too, but from where the API takes no changes: a person who opened a page there
 * is sent on. None where the web origin is not the service's own port on this machine: a proxy may stand there that calls
 * the service by these names, and would be sent to itself.
 */
function otherLoopbackHosts(webOrigin: string | undefined, port: number | undefined): string[] {
  const own = URL.parse(webOrigin ?? '')
  if (own?.protocol !== 'http:' || Number(own.port || 80) !== port) return []
  if (!loopbackNames.includes(own.hostname)) return []
  return loopbackNames
    .filter((name) => name !== own.hostname)
    .map((name) => (own.port === '' ? name : `${name}:${port}`))
}

/**
 * Reads files once, until they change: the app may be built again while the service runs. Every response sends the same
 * bytes, so clients that take theirs slowly cost no memory of their own.
 */
function createFileCache(directory: URL): (path: string) => Promise<Buffer | undefined> {
  const files = new Map<string, { mtimeMs: number; content: Buffer }>()
  return async (path) => {
    const file = new URL(`.${path}`, directory)
    const mtimeMs = (await stat(file).catch(() => undefined))?.mtimeMs
    if (mtimeMs === undefined) return undefined
    const known = files.get(path)
    if (known?.mtimeMs === mtimeMs) return known.content
    const content = await readFile(file).catch(() => undefined)
    if (content) files.set(path, { mtimeMs, content })
    return content
  }
}
