import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSite, type SiteHandler } from './site.ts'

type Headers = { accept?: string; 'accept-encoding'?: string; host?: string }

let directory: string
let site: SiteHandler
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'cairn-site-'))
  await mkdir(path.join(directory, 'dist/assets'), { recursive: true })
  await writeFile(path.join(directory, 'secret.js'), 'secret')
  await writeFile(path.join(directory, 'dist/index.html'), '<title>Cairn</title>')
  await writeFile(path.join(directory, 'dist/sw.js'), 'sw')
  await writeFile(path.join(directory, 'dist/share.png'), 'picture')
  await writeFile(path.join(directory, 'dist/manifest.json'), '{}')
  await writeFile(path.join(directory, 'dist/assets/index-1.js'), 'script')
  await writeFile(path.join(directory, 'dist/assets/font-1.woff2'), 'font')
  for (const file of ['index.html', 'assets/index-1.js']) {
    await writeFile(path.join(directory, `dist/${file}.br`), `${file} in Brotli`)
    await writeFile(path.join(directory, `dist/${file}.gz`), `${file} in gzip`)
  }
  site = await createSite({ directory: pathToFileURL(`${directory}/dist/`) })
})
afterAll(() => rm(directory, { recursive: true }))

async function get(
  target: string,
  { handler = site, method = 'GET', ...headers }: { handler?: SiteHandler; method?: string } & Headers = {},
) {
  const response = await handler({ method, url: target, headers })
  return response && { ...response, text: String(response.body ?? '') }
}

describe('pages', () => {
  it.each([
    '/',
    '/sign-in',
    '/home',
    '/goals',
    '/goals/7b0f',
    '/invitations/a_b-c',
    '/settings/members',
    '/account',
  ])('200s %s with the app, under its policy', async (target) => {
    expect(await get(target)).toMatchObject({
      statusCode: 200,
      text: '<title>Cairn</title>',
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': expect.stringContaining("default-src 'self'"),
      },
    })
  })

  it('leaves API paths, unknown paths and other methods to the API', async () => {
    for (const target of ['/v1/goals', '/health', '/nope', '/homes', '//sign-in'])
      expect(await get(target)).toBeUndefined()
    expect(await get('/sign-in', { method: 'POST' })).toBeUndefined()
  })

  it('404s an unknown path with the app for a browser, and leaves programs to the API', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    for (const target of ['/nope', '/homes', '/nope/deeper', '/nope.html', '//sign-in', '/v2/goals']) {
      expect(await get(target, { accept }), target).toMatchObject({
        statusCode: 404,
        text: '<title>Cairn</title>',
        headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
      })
      expect(await get(target, { method: 'HEAD', accept })).toMatchObject({ statusCode: 404 })
      expect(await get(target, { accept: 'application/json' })).toBeUndefined()
      expect(await get(target, { method: 'POST', accept })).toBeUndefined()
    }
    for (const target of ['/v1', '/v1/nope', '/v1/goals', '/health', '/health/nope', '/assets/gone-1.js'])
      expect(await get(target, { accept }), target).toBeUndefined()
    expect(await get('/home', { accept })).toMatchObject({ statusCode: 200 })
    expect(await get('/sw.js', { accept })).toMatchObject({ statusCode: 200, text: 'sw' })
  })

  it('503s with how to build the app if it is not built', async () => {
    const empty = await createSite({ directory: pathToFileURL(`${directory}/none/`) })
    expect(await get('/', { handler: empty })).toMatchObject({
      statusCode: 503,
      text: expect.stringContaining('npm run build'),
    })
  })
})

describe('the picture of links to the app', () => {
  const webOrigin = 'https://cairn.example.com'
  const page = (origin = '') =>
    `<title>Cairn</title><meta property="og:image" content="${origin}/share.png" /><link rel="icon" href="/favicon.svg" />`
  let handler: SiteHandler
  let file: string
  beforeAll(async () => {
    file = path.join(directory, 'linked/index.html')
    await mkdir(path.dirname(file))
    await writeFile(file, page())
    await writeFile(`${file}.br`, 'without an origin')
    await writeFile(`${file}.gz`, 'without an origin')
    handler = await createSite({ directory: pathToFileURL(`${path.dirname(file)}/`), webOrigin })
  })

  it.each([
    [undefined, (body: Buffer) => body],
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('has its whole address, in coding %s', async (coding, decode) => {
    const response = await handler({ method: 'GET', url: '/home', headers: { 'accept-encoding': coding } })
    expect(response?.headers?.['content-encoding']).toBe(coding)
    expect(decode(response?.body as Buffer).toString()).toBe(page(webOrigin))
  })

  it('has it after another build, too', async () => {
    await writeFile(file, `${page()}<p>another build</p>`)
    await utimes(file, 1, 1)
    for (const target of ['/', '/goals'])
      expect(await get(target, { handler })).toMatchObject({ text: `${page(webOrigin)}<p>another build</p>` })
  })
})

describe('a page opened under another name of this machine', () => {
  const accept = 'text/html'
  const at = (webOrigin: string, port = 3000) =>
    createSite({ directory: pathToFileURL(`${directory}/dist/`), webOrigin, port })

  it.each([
    ['http://localhost:3000', '127.0.0.1:3000', '/'],
    ['http://localhost:3000', '[::1]:3000', '/goals/7b0f?tab=history&x=%2F'],
    ['http://localhost:3000', '127.0.0.1:3000', '//evil.test'],
    ['http://127.0.0.1:3000', 'LOCALHOST:3000', '/sign-in'],
  ])('307s to %s from %s: %s', async (webOrigin, host, target) => {
    const response = await get(target, { handler: await at(webOrigin), host, accept })
    expect(response).toMatchObject({ statusCode: 307, headers: { location: webOrigin + target } })
  })

  it('307s on the default port', async () => {
    const handler = await at('http://localhost', 80)
    expect(await get('/home', { handler, host: '127.0.0.1' })).toMatchObject({
      headers: { location: 'http://localhost/home' },
    })
  })

  it.each([
    ['its own name', 'http://localhost:3000', 'localhost:3000'],
    ['a proxy in front that calls it by address', 'https://cairn.example.com', '127.0.0.1:3000'],
    ['a proxy on this machine that calls it by address', 'http://localhost:8080', '127.0.0.1:3000'],
    ['another port', 'http://localhost:3000', '127.0.0.1:3001'],
    ['a name that is not this machine’s', 'http://localhost:3000', 'cairn.example.com:3000'],
  ])('serves the page under %s', async (_, webOrigin, host) => {
    const handler = await at(webOrigin)
    expect(await get('/home', { handler, host })).toMatchObject({ statusCode: 200 })
  })

  it('serves files, and leaves API paths to the API', async () => {
    const handler = await at('http://localhost:3000')
    const host = '127.0.0.1:3000'
    expect(await get('/sw.js', { handler, host })).toMatchObject({ statusCode: 200 })
    expect(await get('/openapi.json', { handler, host })).toMatchObject({ statusCode: 200 })
    expect(await get('/v1/goals', { handler, host, accept })).toBeUndefined()
  })
})

describe('files', () => {
  it('may be cached forever only if their name changes with their content', async () => {
    expect(await get('/assets/index-1.js')).toMatchObject({
      text: 'script',
      headers: {
        'cache-control': expect.stringContaining('immutable'),
        'content-type': 'text/javascript; charset=utf-8',
      },
    })
    expect(await get('/sw.js')).toMatchObject({ text: 'sw', headers: { 'cache-control': 'no-cache' } })
    expect((await get('/share.png'))?.headers).toMatchObject({ 'content-type': 'image/png' })
    expect((await get('/manifest.json'))?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(await get('/openapi.json')).toMatchObject({ headers: { 'content-type': 'application/json' } })
    expect((await get('/llms.txt', { accept: 'text/html' }))?.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
    })
  })

  it.each([
    ['gzip, deflate, br, zstd', 'br', 'assets/index-1.js in Brotli'],
    ['gzip, deflate', 'gzip', 'assets/index-1.js in gzip'],
    ['br;q=0, gzip', 'gzip', 'assets/index-1.js in gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip', 'assets/index-1.js in gzip'],
    ['*', 'br', 'assets/index-1.js in Brotli'],
    ['br;q=0, *', 'gzip', 'assets/index-1.js in gzip'],
    ['*;q=0', undefined, 'script'],
    ['identity', undefined, 'script'],
    ['br;q=0, gzip;q=0', undefined, 'script'],
    ['', undefined, 'script'],
    [undefined, undefined, 'script'],
  ])('are sent to "accept-encoding: %s" in %s', async (acceptEncoding, coding, text) => {
    const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }
    const response = await get('/assets/index-1.js', headers)
    expect(response?.text).toBe(text)
    expect(response?.headers?.['content-encoding']).toBe(coding)
    expect(response?.headers).toMatchObject({
      vary: 'accept-encoding',
      'content-type': 'text/javascript; charset=utf-8',
    })
  })

  it('are compressed for gzip if the package has no copy, until they change', async () => {
    const file = path.join(directory, 'dist/assets/late-1.js')
    const read = async () => {
      const response = await get('/assets/late-1.js', { 'accept-encoding': 'gzip' })
      expect(response?.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
      return response?.body as Buffer
    }
    await writeFile(file, 'first')
    const first = await read()
    expect(gunzipSync(first).toString()).toBe('first')
    expect(await read()).toBe(first)
    await writeFile(file, 'second')
    await utimes(file, 1, 1)
    expect(gunzipSync(await read()).toString()).toBe('second')
  })

  it('are sent uncompressed if the build has no compressed form or their format is compressed already', async () => {
    const headers = { 'accept-encoding': 'br' }
    expect((await get('/sw.js', headers))?.headers).not.toHaveProperty('content-encoding')
    const font = await get('/assets/font-1.woff2', headers)
    expect(font?.text).toBe('font')
    expect(font?.headers).not.toHaveProperty('vary')
    expect(await get('/assets/index-1.js.br', headers)).toBeUndefined()
  })

  it('and pages, found or not, and the OpenAPI document are compressed', async () => {
    const headers = { accept: 'text/html', 'accept-encoding': 'br' }
    for (const target of ['/', '/nothing'])
      expect(await get(target, headers)).toMatchObject({
        text: 'index.html in Brotli',
        headers: { 'content-encoding': 'br', vary: 'accept-encoding' },
      })
    const { headers: sent, body } = (await get('/openapi.json', headers)) ?? {}
    expect(sent).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(Buffer.from(String(body), 'base64')).toString()).toContain('"openapi"')
  })

  it('are read again after a change', async () => {
    const file = path.join(directory, 'dist/changed.js')
    await writeFile(file, 'before')
    expect(await get('/changed.js')).toMatchObject({ text: 'before' })
    await writeFile(file, 'after')
    await utimes(file, 1, 1)
    expect(await get('/changed.js')).toMatchObject({ text: 'after' })
    await rm(file)
    expect(await get('/changed.js')).toBeUndefined()
  })

  it.each([
    '/../secret.js',
    '/assets/../../secret.js',
    '/%2e%2e/secret.js',
    '/assets/..%2f..%2fsecret.js',
    '/.sources',
  ])('never leads out: %s', async (target) => {
    expect(await get(target)).toBeUndefined()
  })
})
