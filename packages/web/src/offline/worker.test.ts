import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { workerCode } from '../../build/worker.ts'

const origin = 'https://cairn.example.com'
const text = workerCode(await readFile(new URL('../../public/sw.js', import.meta.url), 'utf8'))

type Handler = (event: object) => void

let handlers: Map<string, Handler>
beforeEach(() => {
  handlers = new Map()
  const self = { addEventListener: (type: string, handler: Handler) => handlers.set(type, handler) }
  const none = { match: async () => undefined }
  const refuse = () => Promise.reject(new TypeError('Offline.'))
  runInNewContext(text, {
    self,
    URL,
    location: { origin },
    caches: { open: async () => none },
    fetch: refuse,
  })
})

/** Whether the worker responds to a request. */
function isHandled(path: string, { mode = 'navigate', method = 'GET' } = {}): boolean {
  const respondWith = vi.fn((response: Promise<unknown>) => response.catch(() => undefined))
  handlers.get('fetch')?.({ request: { url: origin + path, mode, method }, respondWith })
  return respondWith.mock.calls.length === 1
}

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
    '/dev/mail',
    '/dev/mail/latest',
    '/oauth/authorize',
    '/sw.js',
    '/nope',
  ])('leaves %s to the browser', (path) => {
    expect(isHandled(path)).toBe(false)
    expect(isHandled(path, { mode: 'cors' })).toBe(false)
  })

  it('handles files of /assets and nothing of the API', () => {
    expect(isHandled('/assets/index-1.js', { mode: 'cors' })).toBe(true)
    expect(isHandled('/v1/auth/session', { mode: 'cors' })).toBe(false)
    expect(isHandled('/goals', { mode: 'navigate', method: 'POST' })).toBe(false)
  })
})
