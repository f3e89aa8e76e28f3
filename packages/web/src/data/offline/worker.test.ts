import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { workerCode } from '../../../build/worker.ts'

const origin = 'https://cairn.example.com'
const text = workerCode(await readFile(new URL('../../../public/sw.js', import.meta.url), 'utf8'))

type Handler = (event: object) => void

let handlers: Map<string, Handler>
let now: number
let connection: { onLine: boolean }
beforeEach(() => {
  handlers = new Map()
  now = 0
  connection = { onLine: true }
  const self = { addEventListener: (type: string, handler: Handler) => handlers.set(type, handler) }
  const none = { match: async () => undefined }
  const respond = async () => {
    if (!connection.onLine) throw new TypeError('Offline.')
    return new Response('')
  }
  runInNewContext(text, {
    self,
    URL,
    location: { origin },
    caches: { open: async () => none },
    fetch: respond,
    navigator: connection,
    Date: { now: () => now },
  })
})

/** Sends a request, and returns what the worker responds. Undefined if it leaves the request to the browser. */
function ask(path: string, { mode = 'navigate', method = 'GET' } = {}): Promise<unknown> | undefined {
  const respondWith = vi.fn((response: Promise<unknown>) => response.catch(() => undefined))
  handlers.get('fetch')?.({ request: { url: origin + path, mode, method }, respondWith })
  return respondWith.mock.results[0]?.value
}

const isHandled = (...request: Parameters<typeof ask>) => ask(...request) !== undefined
const isFileHandled = () => isHandled('/assets/index-1.js', { mode: 'cors' })

describe('the service worker', () => {
  it.each(['/', '/home', '/goals', '/goals/7b0f?organization=o', '/settings/api-tokens'])(
    'opens %s',
    (path) => {
      expect(isHandled(path)).toBe(true)
    },
  )

  it.each([
    '/v1/goals',
    '/health',
    '/openapi.json',
    '/llms.txt',
    '/dev/mail',
    '/dev/mail/latest',
    '/oauth/authorize',
    '/sw.js',
    '/nope',
  ])('leaves %s to the browser', (path) => {
    expect(isHandled(path)).toBe(false)
    expect(isHandled(path, { mode: 'cors' })).toBe(false)
  })

  it('leaves the files of a page that came over the connection to the browser, for ten seconds', async () => {
    await ask('/home')
    expect(isFileHandled()).toBe(false)
    now = 9_999
    expect(isFileHandled()).toBe(false)
    connection.onLine = false
    expect(isFileHandled()).toBe(true)
    connection.onLine = true
    now = 10_000
    expect(isFileHandled()).toBe(true)
  })

  it('handles the files of a page that it opened without a connection', async () => {
    await ask('/home')
    connection.onLine = false
    await ask('/goals')
    connection.onLine = true
    expect(isFileHandled()).toBe(true)
  })

  it('handles files of /assets and nothing of the API', () => {
    expect(isFileHandled()).toBe(true)
    expect(isHandled('/v1/auth/session', { mode: 'cors' })).toBe(false)
    expect(isHandled('/goals', { mode: 'navigate', method: 'POST' })).toBe(false)
  })
})
