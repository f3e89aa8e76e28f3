import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { allOperations } from '@cairn/contract'
import { startLocalService } from '@cairn/local/service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { mailsIn, signIn } from '../support/sign-in.ts'

const ada = { email: 'ada@example.com', displayName: 'Ada' }
let service: TestService

beforeAll(async () => {
  service = await startTestService()
})

afterAll(() => service.stop())

describe('pages', () => {
  it('lists every operation at /', async () => {
    const response = await fetch(service.origin)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const page = await response.text()
    for (const { method, path } of allOperations) {
      expect(page).toContain(`<td><code>${method}</code><td><code>${path}</code>`)
    }
  })

  it('allows the page nothing but its own style', async () => {
    const response = await fetch(service.origin)
    const style = /<style>(.*)<\/style>/s.exec(await response.text())?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
  })

  it('serves the OpenAPI document as it is', async () => {
    const response = await fetch(`${service.origin}/openapi.json`)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe(await readFile('packages/contract/openapi.json', 'utf8'))
  })

  it('answers HEAD without a body', async () => {
    const response = await fetch(service.origin, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })
})

describe('what is no route', () => {
  it.each([
    ['POST', '/', 404],
    ['GET', '/favicon.ico', 404],
    ['GET', '/v1', 404],
    ['GET', '/v1/goals/', 404],
    ['GET', '/health/', 404],
    ['GET', '/constructor', 404],
    ['PUT', '/v1/goals', 405],
    ['OPTIONS', '/v1/goals', 405],
    ['POST', '/health', 405],
  ])('%s %s is %i in the error shape', async (method, path, status) => {
    const response = await fetch(service.origin + path, { method })
    expect(response.status).toBe(status)
    expect(response.headers.has('allow')).toBe(status === 405)
    const error = status === 405 ? 'method_not_allowed' : 'not_found'
    expect(await response.json()).toEqual({ error, message: expect.any(String) })
  })
})

describe('startLocalService', () => {
  it('gives the log to whoever starts it, mails with their link on one line', async () => {
    await signIn(service, ada)
    expect(mailsIn(service.lines, ada.email)).toMatchObject([
      { link: expect.stringContaining(service.origin) },
    ])
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

  it('keeps everything in memory where it has no data directory, and makes the table again after a restart', async () => {
    const reported: string[] = []
    const local = await startLocalService({
      port: 0,
      dataDirectory: null,
      writeLine: () => {},
      report: (sentence) => reported.push(sentence),
    })
    const register = () =>
      fetch(`${local.origin}/v1/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: local.origin },
        body: JSON.stringify({ ...ada, password: 'correct horse battery' }),
      })
    expect((await register()).status).toBe(202)
    const { pid } = local.engine ?? {}
    process.kill(pid ?? 0, 'SIGKILL')
    const during = await register()
    expect(during.status).toBe(503)
    expect(during.headers.has('retry-after')).toBe(true)
    await expect.poll(async () => (await register()).status, { timeout: 10_000 }).toBe(202)
    expect(reported).toHaveLength(1)
    await local.stop()
    await local.stop()
  })
})
