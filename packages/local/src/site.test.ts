import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSite, type SiteHandler } from './site.ts'

let directory: string
let site: SiteHandler
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'cairn-site-'))
  await mkdir(path.join(directory, 'dist/assets'), { recursive: true })
  await writeFile(path.join(directory, 'secret.js'), 'secret')
  await writeFile(path.join(directory, 'dist/index.html'), '<title>Cairn</title>')
  await writeFile(path.join(directory, 'dist/theme.js'), 'theme')
  await writeFile(path.join(directory, 'dist/assets/index-1.js'), 'script')
  site = await createSite({ directory: pathToFileURL(`${directory}/dist/`) })
})
afterAll(() => rm(directory, { recursive: true }))

async function get(target: string, { handler = site, accept = '*/*' } = {}) {
  const answer = await handler('GET', target, accept)
  const { body = '', isBase64Encoded } = answer ?? {}
  return answer && { ...answer, text: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString() }
}

describe('pages', () => {
  it.each([
    '/',
    '/sign-in',
    '/home',
    '/goals',
    '/goals/7b0f',
    '/invitations/a_b-c',
    '/settings/team',
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

  it('leaves the API, unknown paths and other methods alone', async () => {
    for (const target of ['/v1/goals', '/health', '/nope', '/homes', '//sign-in'])
      expect(await get(target)).toBeUndefined()
    expect(await site('POST', '/sign-in')).toBeUndefined()
  })

  it('404s an unknown path with the app where a browser opens it, and leaves programs to the API', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    for (const target of ['/nope', '/homes', '/nope/deeper', '/nope.html', '//sign-in', '/v2/goals']) {
      expect(await get(target, { accept }), target).toMatchObject({
        statusCode: 404,
        text: '<title>Cairn</title>',
        headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
      })
      expect(await site('HEAD', target, accept)).toMatchObject({ statusCode: 404 })
      expect(await get(target, { accept: 'application/json' })).toBeUndefined()
      expect(await site('POST', target, accept)).toBeUndefined()
    }
    for (const target of ['/v1', '/v1/nope', '/v1/goals', '/health', '/health/nope', '/assets/gone-1.js'])
      expect(await get(target, { accept }), target).toBeUndefined()
    expect(await get('/home', { accept })).toMatchObject({ statusCode: 200 })
    expect(await get('/theme.js', { accept })).toMatchObject({ statusCode: 200, text: 'theme' })
  })

  it('says how to build the app where it is not built', async () => {
    const empty = await createSite({ directory: pathToFileURL(`${directory}/none/`) })
    expect(await get('/', { handler: empty })).toMatchObject({
      statusCode: 503,
      text: expect.stringContaining('npm run build'),
    })
  })
})

describe('files', () => {
  it('may be kept for ever where their name changes with their content, and only there', async () => {
    expect(await get('/assets/index-1.js')).toMatchObject({
      text: 'script',
      headers: {
        'cache-control': expect.stringContaining('immutable'),
        'content-type': 'text/javascript; charset=utf-8',
      },
    })
    expect(await get('/theme.js')).toMatchObject({ text: 'theme', headers: { 'cache-control': 'no-cache' } })
    expect(await get('/openapi.json')).toMatchObject({ headers: { 'content-type': 'application/json' } })
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
