import { readFile } from 'node:fs/promises'
import {
  cacheControlOf,
  contentTypeOf,
  distDirectory,
  isPage,
  isUnknownPage,
  pageHeaders,
} from '@cairn/web/hosting'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

type Answer = APIGatewayProxyStructuredResultV2

/**
 * Answers for pages and files beside the API. `undefined` leaves the request to the API, which knows what to say
 * about other methods and paths. `accept` is the request's header.
 */
export type SiteHandler = (
  method: string,
  path: string,
  accept?: string,
) => Answer | undefined | Promise<Answer | undefined>

export type SiteOptions = {
  /** Where the built web app is. */
  directory?: URL
}

/** Names without a slash or a leading dot: none of them leads out of its directory. */
const filePattern = /^\/(?:assets\/)?[\w-][\w.-]*\.(?:js|css|svg|woff2)$/

const notBuilt: Answer = {
  statusCode: 503,
  headers: { ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' },
  body: 'The web app is not built yet: run `npm run build` and load this page again. The API is there: /openapi.json\n',
}

/** The web app's pages and files, and `/openapi.json`, which describes the API to programs. */
export async function createSite({ directory = distDirectory }: SiteOptions = {}): Promise<SiteHandler> {
  const openApi: Answer = {
    statusCode: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
    body: await readFile(new URL('../../contract/openapi.json', import.meta.url), 'utf8'),
  }

  // Read at every request: the app may be built again while the service runs, and one machine has time for it.
  async function answerFile(path: string): Promise<Answer | undefined> {
    const content = await readFile(new URL(`.${path}`, directory)).catch(() => undefined)
    if (content === undefined) return undefined
    return {
      statusCode: 200,
      headers: {
        ...pageHeaders,
        'content-type': contentTypeOf(path),
        'cache-control': cacheControlOf(path),
      },
      body: content.toString('base64'),
      isBase64Encoded: true,
    }
  }

  return async (method, path, accept) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    if (path === '/openapi.json') return openApi
    if (isPage(path)) return (await answerFile('/index.html')) ?? notBuilt
    const file = filePattern.test(path) ? await answerFile(path) : undefined
    if (file || !isUnknownPage(path, accept)) return file
    return { ...((await answerFile('/index.html')) ?? notBuilt), statusCode: 404 }
  }
}
