import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { llmsPath, llmsText } from '@cairn/contract/llms-text'
import { servedDocument } from '@cairn/contract/openapi/served'
import { preferredCoding, withCompression } from '@cairn/lambda/pipeline/response/compression'
import { openToAll } from '@cairn/lambda/pipeline/response/cross-origin'
import {
  type Coding,
  cacheControlOf,
  compressedSuffixes,
  contentTypeOf,
  distDirectory,
  isCompressible,
  isPage,
  isUnknownPage,
  pageHeaders,
  withShareImage,
} from '@cairn/web/hosting'
import { splitTarget } from './event.ts'
import type { GatewayResponse } from './response.ts'

/**
 * Serves pages and files. Returns `undefined` for other methods and paths, which it leaves to the API.
 */
export type SiteHandler = (
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
    socket?: Pick<IncomingMessage['socket'], 'remoteAddress'>
  },
) => Promise<GatewayResponse | undefined>

export type SiteOptions = {
  /** The built web app. */
  directory?: URL
  /** The origin under which browsers reach the service. */
  webOrigin?: string
  /** The address on which the service listens. */
  port?: number
}

/** Names without a slash or a leading dot, so that no path leads out of the directory. */
const filePattern = /^\/(?:assets\/)?[\w-][\w.-]*\.(?:js|css|svg|png|json|woff2)$/

const notBuilt: GatewayResponse = {
  statusCode: 503,
  headers: { ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' },
  body: 'The web app is not built. Run `npm run build` and reload this page. The API is available: see /openapi.json\n',
}

/** The web app's pages and files, `/openapi.json`, which describes the API to programs, and `/llms.txt` for agents. */
export async function createSite(options: SiteOptions = {}): Promise<SiteHandler> {
  const { directory = distDirectory, webOrigin, port } = options
  const readSiteFile = createFileCache(directory, webOrigin)
  const otherHosts = otherLoopbackHosts(webOrigin, port)

  // It has half a megabyte: each coding is made once.
  const sentOpenApi = new Map<string | undefined, GatewayResponse>()
  function sendOpenApi(acceptEncoding?: string): GatewayResponse {
    const coding = preferredCoding(acceptEncoding)
    const sent =
      sentOpenApi.get(coding) ?? withCompression(documentOf('application/json', servedDocument()), coding)
    sentOpenApi.set(coding, sent)
    return sent
  }
  const llms = documentOf('text/plain; charset=utf-8', llmsText(webOrigin ?? ''))

  // The package has no copies for gzip, which few browsers need: a copy is made when the first one asks.
  const zipped = new Map<string, { plain: Buffer; content: Buffer }>()
  function gzipOnce(path: string, plain: Buffer, coding: Coding): Buffer | undefined {
    if (coding !== 'gzip') return undefined
    const known = zipped.get(path)
    if (known?.plain === plain) return known.content
    const content = gzipSync(plain, { level: 9 })
    zipped.set(path, { plain, content })
    return content
  }

  async function serveFile(path: string, acceptEncoding = ''): Promise<GatewayResponse | undefined> {
    const plain = await readSiteFile(path)
    if (plain === undefined) return undefined
    const coding = isCompressible(path) ? preferredCoding(acceptEncoding) : undefined
    const compressed = coding && ((await readSiteFile(path, coding)) ?? gzipOnce(path, plain, coding))
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
    if (path === '/openapi.json') return sendOpenApi(acceptEncoding)
    if (path === llmsPath) return llms
    const file = filePattern.test(path) ? await serveFile(path, acceptEncoding) : undefined
    if (file) return file
    const isUnknown = isUnknownPage(path, headers.accept)
    if (!isUnknown && !isPage(path)) return undefined
    if (otherHosts.includes(headers.host?.toLowerCase() ?? ''))
      return { statusCode: 307, headers: { location: `${webOrigin}${path}${query && `?${query}`}` } }
    const page = (await serveFile('/index.html', acceptEncoding)) ?? notBuilt
    return isUnknown ? { ...page, statusCode: 404 } : page
  }
}

/** A text for programs, which pages of every origin may read. */
function documentOf(contentType: string, body: string): GatewayResponse & { body: string } {
  return {
    statusCode: 200,
    headers: { ...openToAll, 'content-type': contentType, 'cache-control': 'no-cache' },
    body,
  }
}

/** Names by which a browser may reach a service on its own machine. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * Other hosts under which a browser reaches the service. The API accepts changes only from the web origin, so pages opened
 * under these hosts redirect there. Empty if the web origin is not the service's own port on this machine: it may be a proxy
 * that calls the service by one of these names, and a redirect would send it to itself.
 */
function otherLoopbackHosts(webOrigin: string | undefined, port: number | undefined): string[] {
  const own = URL.parse(webOrigin ?? '')
  if (own?.protocol !== 'http:' || Number(own.port || 80) !== port) return []
  if (!loopbackNames.includes(own.hostname)) return []
  return loopbackNames
    .filter((name) => name !== own.hostname)
    .map((name) => (own.port === '' ? name : `${name}:${port}`))
}

type ReadSiteFile = (path: string, coding?: Coding) => Promise<Buffer | undefined>

/**
 * Reads a file again only if it has changed: the app may be rebuilt while the service runs. All responses share the same
 * bytes, so slow clients cost no extra memory. The page gets the service's address, so its compressed forms are made here.
 */
function createFileCache(directory: URL, webOrigin: string | undefined): ReadSiteFile {
  const files = new Map<string, { mtimeMs: number; content: Buffer }>()
  return async (path, coding) => {
    const adapts = path === '/index.html' && webOrigin !== undefined
    const form = coding ? path + compressedSuffixes[coding] : path
    const file = new URL(`.${adapts ? path : form}`, directory)
    const mtimeMs = (await stat(file).catch(() => undefined))?.mtimeMs
    if (mtimeMs === undefined) return undefined
    const known = files.get(form)
    if (known?.mtimeMs === mtimeMs) return known.content
    const read = await readFile(file).catch(() => undefined)
    const content = read && adapts ? adaptPage(read, webOrigin, coding) : read
    if (content) files.set(form, { mtimeMs, content })
    return content
  }
}

function adaptPage(page: Buffer, webOrigin: string, coding: Coding | undefined): Buffer {
  const adapted = Buffer.from(withShareImage(page.toString(), webOrigin))
  if (coding === undefined) return adapted
  return coding === 'br' ? brotliCompressSync(adapted) : gzipSync(adapted, { level: 9 })
}
