import { allOperations, type Operation, requiresOrigin } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { signIn } from '../../support/people/sign-in.ts'
import { createSend, pathOf, refusal } from '../../support/requests/exchange.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { sendOne } from './support/wire.ts'

/** Requests that a page on another site can make a browser send, and the parts of the response that it could read. */

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const browser = createSend(service, ada)

type Row = [id: string, operation: Operation]
const rows = (keep: (operation: Operation) => boolean): Row[] =>
  allOperations.filter(keep).map((operation) => [operation.id, operation])
const mutations = rows(requiresOrigin)

const sharingHeaders = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-') || name === 'timing-allow-origin')

describe('sharing with other origins', () => {
  it.each(rows(({ method, cacheControl }) => method === 'GET' && !cacheControl))(
    '%s of a session is not shared with any origin',
    async (_, operation) => {
      for (const origin of ['https://evil.test', 'null', service.origin]) {
        const { headers } = await browser('GET', pathOf(operation), { headers: { origin } })
        expect(sharingHeaders(headers)).toEqual([])
        expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      }
    },
  )

  it.each(['/', '/sign-in', '/favicon.svg'])('%s is not shared with any origin', async (path) => {
    const { headers } = await fetch(service.origin + path, { headers: { origin: 'https://evil.test' } })
    expect(sharingHeaders(headers)).toEqual([])
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })
})

describe('the Origin check of mutations', () => {
  /** Adds to `test/interface/contract/credentials.test.ts`: near misses of every part of an origin. */
  const nearMisses = ({ protocol, hostname, port }: URL) => [
    `${protocol}//user@${hostname}:${port}`,
    `${protocol}//user:secret@${hostname}:${port}`,
    `${protocol}//app.${hostname}:${port}`,
    `${protocol}//${hostname}.:${port}`,
    `${protocol}//${hostname}:0${port}`,
    `${protocol}//${hostname}:${port}0`,
    `${protocol}//${hostname}:${port}/home`,
    `${protocol}//${hostname}:${port}#`,
    `${protocol}//${hostname}:${port}?`,
    `${protocol}//127.0.0.1:${port}`,
    `${protocol}//[::1]:${port}`,
    `${protocol.toUpperCase()}//${hostname}:${port}`,
    `${protocol}//evil.test?${hostname}:${port}`,
    `${protocol}//evil.test#@${hostname}:${port}`,
    `${protocol}\\\\${hostname}:${port}`,
    `//${hostname}:${port}`,
    `${hostname}:${port}`,
    `"${protocol}//${hostname}:${port}"`,
    `file://`,
    `chrome-extension://abcdefghijklmnop`,
    `${protocol}//${hostname}:${port} https://evil.test`,
    `https://evil.test ${protocol}//${hostname}:${port}`,
    '*',
    '',
  ]

  it.each(mutations)(
    '%s 403s near misses of the web origin, with and without a session',
    async (_, operation) => {
      for (const origin of nearMisses(new URL(service.origin))) {
        for (const cookie of [ada.cookie, undefined]) {
          const response = await browser(operation.method, pathOf(operation), { headers: { origin, cookie } })
          expect(response, `Origin ${origin}`).toMatchObject(refusal('origin_not_allowed'))
        }
      }
    },
  )

  it.each(mutations)('%s 403s two Origin headers in any order', async (_, operation) => {
    const own = `Origin: ${service.origin}`
    for (const lines of [
      [own, 'Origin: https://evil.test'],
      ['Origin: https://evil.test', own],
      [own, own],
      [own, 'Origin:'],
    ]) {
      const head = [`${operation.method} ${pathOf(operation)} HTTP/1.1`, 'Host: localhost', ...lines]
      const response = await sendOne(service, [...head, `Cookie: ${ada.cookie}`])
      expect(response.status).toBe(403)
      expect(JSON.parse(response.body).error).toBe('origin_not_allowed')
    }
  })

  it.each(mutations)('%s 403s without an Origin, whatever other headers suggest', async (_, operation) => {
    const response = await browser(operation.method, pathOf(operation), {
      headers: {
        origin: undefined,
        referer: `${service.origin}/goals`,
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'cors',
        'sec-fetch-dest': 'empty',
        'x-requested-with': 'XMLHttpRequest',
        'x-csrf-token': 'x',
        'x-origin': service.origin,
      },
    })
    expect(response).toMatchObject(refusal('origin_not_allowed'))
  })

  it.each(mutations)('%s 403s what a form on another site can submit', async (_, operation) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const response = await browser(operation.method, pathOf(operation), {
        rawBody: '{"name":"x","ignored":"="}',
        headers: {
          origin: 'https://evil.test',
          'content-type': type,
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': 'navigate',
        },
      })
      expect(response).toMatchObject(refusal('origin_not_allowed'))
    }
  })

  it.each(rows(({ body, takesForms }) => body !== undefined && !takesForms))(
    '%s 415s JSON of another content type, even from the web origin',
    async (_, operation) => {
      const response = await browser(operation.method, pathOf(operation), {
        rawBody: '{}',
        headers: { 'content-type': 'text/plain; x=application/json' },
      })
      expect(response).toMatchObject(refusal('unsupported_media_type'))
    },
  )

  it.each(['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate'])(
    'accepts the web origin despite %s',
    async (line) => {
      const [name = '', value] = line.split(': ')
      const response = await browser('POST', '/v1/goals', {
        body: { detailedDescription: 'Plant a hundred trees.', timeframe: { kind: 'continuous' } },
        headers: { [name]: value },
      })
      expect(response).toMatchObject({ status: 201 })
    },
  )
})

describe('a page on another site', () => {
  it('cannot frame a page, keep a window reference to it or have its type sniffed', async () => {
    for (const path of [
      '/',
      '/sign-in',
      '/goals',
      '/invitations/x',
      '/v1/goals',
      '/v1/nothing',
      '/openapi.json',
      '/llms.txt',
    ]) {
      const { headers } = await fetch(service.origin + path, { headers: { 'sec-fetch-dest': 'iframe' } })
      expect(headers.get('x-frame-options'), path).toBe('DENY')
      expect(headers.get('content-security-policy'), path).toMatch(/frame-ancestors 'none'/)
      expect(headers.get('content-security-policy'), path).toMatch(/base-uri 'none'/)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      if (!path.startsWith('/v1') && path !== '/openapi.json' && path !== '/llms.txt') {
        expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
      }
    }
  })

  it('cannot sign anybody out, in or up', async () => {
    for (const path of [
      '/v1/auth/logout',
      '/v1/auth/login',
      '/v1/auth/register',
      '/v1/auth/verify-email',
      '/v1/auth/verify-email/preview',
      '/v1/auth/verify-email/resend',
      '/v1/auth/password/forgot',
      '/v1/auth/password/reset',
      '/v1/auth/password/change',
    ]) {
      for (const origin of ['https://evil.test', 'null', undefined]) {
        const response = await browser('POST', path, { body: {}, headers: { origin } })
        expect(response).toMatchObject(refusal('origin_not_allowed'))
        expect(response.headers.getSetCookie()).toEqual([])
      }
      expect(await browser('GET', path)).toMatchObject(
        path === '/v1/auth/login' ? { status: 302 } : refusal('method_not_allowed'),
      )
    }
    expect(await browser('GET', '/v1/auth/session')).toMatchObject({ status: 200 })
  })
})
