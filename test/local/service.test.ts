import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { defaultRateLimits } from '@cairn/domain/requests/rate-limits/limits'
import { startLocalService } from '@cairn/local/service'
import { distDirectory, isCompressible, withShareImage } from '@cairn/web/hosting'
import { describe, expect, it } from 'vitest'
import { emailsIn } from '../support/people/logged-emails.ts'
import { signIn } from '../support/people/sign-in.ts'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'

const ada = { email: 'ada@example.com', displayName: 'Ada' }

const service = stopAfterFile(await startTestService())

describe('pages', () => {
  it.each(['/', '/sign-in', '/goals/1', '/settings/team'])('200s the web app at %s', async (path) => {
    const response = await fetch(service.origin + path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await response.text()).toContain('<div id="root">')
  })

  it('allows pages only content of their own origin, and nothing inline', async () => {
    const response = await fetch(service.origin)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy.split('; ')).toContain("default-src 'self'")
    expect(policy).not.toMatch(/unsafe|data:|\*/)
  })

  it('names the picture that links show by its whole address', async () => {
    const page = await (await fetch(service.origin)).text()
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(page) ?? []
    expect(picture).toBe(`${service.origin}/share.png`)
    expect((await fetch(picture)).headers.get('content-type')).toBe('image/png')
  })

  it('lets browsers cache only files whose name changes with their content', async () => {
    const page = await (await fetch(service.origin)).text()
    const [asset = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? []
    const cacheControl = async (path: string) =>
      (await fetch(service.origin + path)).headers.get('cache-control')
    expect(await cacheControl(asset)).toBe('public, max-age=31536000, immutable')
    expect(await cacheControl('/')).toBe('no-cache')
  })

  it('serves every compressible file of the build compressed, with its exact content', async () => {
    const files = (await readdir(distDirectory, { recursive: true })).filter(isCompressible)
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) {
      const built = await readFile(new URL(file, distDirectory), 'utf8')
      const content = file === 'index.html' ? withShareImage(built, service.origin) : built
      for (const coding of ['br', 'gzip']) {
        const headers = { 'accept-encoding': coding }
        const response = await fetch(`${service.origin}/${file === 'index.html' ? '' : file}`, { headers })
        expect(await response.text(), file).toBe(content)
        const isSmall = content.length < 1_000
        if (!isSmall) expect(response.headers.get('content-encoding'), file).toBe(coding)
      }
    }
  })

  it('serves the OpenAPI document of the repository, compact, in at most 800 KB', async () => {
    const response = await fetch(`${service.origin}/openapi.json`)
    expect(response.headers.get('content-type')).toBe('application/json')
    const document = await response.text()
    expect(JSON.parse(document)).toEqual(JSON.parse(await readFile('packages/contract/openapi.json', 'utf8')))
    expect(document).not.toContain('\n')
    expect(Buffer.byteLength(document)).toBeLessThanOrEqual(800_000)
  })

  it('200s HEAD without a body', async () => {
    const response = await fetch(service.origin, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })
})

describe('opened at 127.0.0.1 instead of localhost', () => {
  const other = () => service.origin.replace('localhost', '127.0.0.1')

  it('307s a page to its own address', async () => {
    const response = await fetch(`${other()}/goals/1?tab=history`, { redirect: 'manual' })
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe(`${service.origin}/goals/1?tab=history`)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('403s a change, and names the origin that may make it', async () => {
    const response = await fetch(`${other()}/v1/auth/logout`, {
      method: 'POST',
      headers: { origin: other() },
    })
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({
      error: 'origin_not_allowed',
      message: `Changes are accepted only from ${service.origin}: open the web app there.`,
    })
  })
})

describe('a request without a route', () => {
  it.each([
    ['POST', '/', 404],
    ['GET', '/favicon.ico', 404],
    ['GET', '/v1', 404],
    ['GET', '/v1/goals/', 404],
    ['GET', '/health/', 404],
    ['GET', '/constructor', 404],
    ['PUT', '/v1/goals', 405],
    ['OPTIONS', '/health', 405],
    ['POST', '/health', 405],
  ])('%s %s is %i in the error shape', async (method, path, status) => {
    const response = await fetch(service.origin + path, { method })
    expect(response.status).toBe(status)
    expect(response.headers.has('allow')).toBe(status === 405)
    const error = status === 405 ? 'method_not_allowed' : 'not_found'
    expect(await response.json()).toEqual({ error, message: expect.any(String) })
  })
})

describe('behind a proxy', () => {
  const https = { WEB_ORIGIN: 'https://cairn.example.com' }
  const proxy = {
    AUTH_PROVIDER: 'trusted_proxy',
    AUTH_PROXY_SECRET: 'x'.repeat(32),
    AUTH_PROXY_ISSUER: 'issuer',
    AUTH_PROXY_AUDIENCE: 'audience',
    AUTH_PROXY_LOGIN_URL: 'https://cairn.example.com/login',
    AUTH_PROXY_LOGOUT_URL: 'https://cairn.example.com/logout',
  }

  it.each<[boolean, string, Record<string, string>]>([
    [true, 'all clients share its address', https],
    [false, 'it reports the address of clients', { ...https, CLIENT_ADDRESS_HEADER: 'x-real-ip' }],
    [false, 'it vouches for users', { ...https, ...proxy }],
    [false, 'nothing is limited', { ...https, RATE_LIMITS: 'off' }],
    [false, 'there is none', {}],
  ])('warns in one sentence: %s if %s', async (warns, _, environment) => {
    const started = await startTestService({ environment })
    const warnings = started.lines.filter((line) => line.includes('CLIENT_ADDRESS_HEADER is not set'))
    await started.stop()
    expect(warnings).toHaveLength(warns ? 1 : 0)
  })

  it.each([
    ['https://cairn.example.com', 'max-age=63072000; includeSubDomains'],
    ['https://example.com', 'max-age=63072000'],
    ['https://example.co.uk', 'max-age=63072000'],
  ])(
    '%s promises "%s" in every response, because subdomains of an apex belong to others',
    async (origin, promise) => {
      const started = await startTestService({ environment: { WEB_ORIGIN: origin } })
      // A page, a function, a request without a route, and one that only the gateway reads.
      for (const path of ['/', '/health', '/v1/nothing', '/openapi.json', '/v1/goals?limit=%zz']) {
        const response = await fetch(started.origin + path)
        expect(response.headers.get('strict-transport-security'), path).toBe(promise)
      }
      const socket = connect(Number(new URL(started.origin).port), '127.0.0.1')
      socket.write('nonsense\r\n\r\n')
      expect(await text(socket)).toContain(`strict-transport-security: ${promise}\r\n`)
      await started.stop()
    },
  )

  it('limits each client as on AWS if clients can be told apart', async () => {
    const started = await startTestService({ environment: { CLIENT_ADDRESS_HEADER: 'x-real-ip' } })
    const registerFrom = async (address: string) => {
      const response = await fetch(`${started.origin}/v1/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: started.origin, 'x-real-ip': address },
        body: JSON.stringify({ ...ada, password: 'correct horse battery' }),
      })
      return response.status
    }
    const { account } = defaultRateLimits.register
    for (let count = 0; count < account; count++) expect(await registerFrom('192.0.2.1')).toBe(202)
    expect(await registerFrom('192.0.2.1')).toBe(429)
    expect(await registerFrom('192.0.2.2')).toBe(202)
    await started.stop()
  })
})

describe('startLocalService', () => {
  it('passes log lines to `writeLine`, emails with their link on one line', async () => {
    await signIn(service, ada)
    expect(emailsIn(service.lines, ada.email)).toMatchObject([
      { link: expect.stringContaining(service.origin) },
    ])
    // The embedded metric format is for CloudWatch.
    expect(service.lines.filter((line) => line.includes('"_aws"'))).toEqual([])
  })

  it('runs several services side by side in one process, each with its own table and clock', async () => {
    const clock = () => new Date('2030-01-01T00:00:00.000Z')
    const others = await Promise.all([startTestService({ clock }), startTestService({ clock })])
    for (const other of others) {
      const { api } = await signIn(other, ada)
      const { goal } = await api.createGoal({
        body: { detailedDescription: 'Run', timeframe: { kind: 'continuous' } },
      })
      expect(goal.createdAt).toBe('2030-01-01T00:00:00.000Z')
    }
    await Promise.all(others.map((other) => other.stop()))
    for (const other of others) await expect(fetch(other.origin)).rejects.toThrow()
    expect((await fetch(`${service.origin}/health`)).status).toBe(200)
  })

  it('keeps everything in memory without a data directory, and stops twice', async () => {
    const local = await startLocalService({ port: 0, dataDirectory: null, writeLine: () => {} })
    const { status } = await fetch(`${local.origin}/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: local.origin },
      body: JSON.stringify({ ...ada, password: 'correct horse battery' }),
    })
    expect(status).toBe(202)
    await local.stop()
    await local.stop()
  })
})
