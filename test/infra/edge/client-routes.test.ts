import { isPage, isUnknownPage } from '@cairn/web/hosting'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  behaviorOf,
  type EdgeRequest,
  type EdgeResponse,
  loadEdgeFunction,
  synthesizeEdge,
} from '../support/edge.ts'

const { stack, config } = synthesizeEdge()

describe('client routes', () => {
  const html = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
  const viewer = { ip: '192.0.2.1' }

  /** The object that is served for a path, and the status if the object exists. */
  function serve(uri: string, accept?: string, { showsOriginal = true, headers = {} } = {}) {
    const run = loadEdgeFunction<never>(stack, 'Cairn: pages of the web application')
    const sent = { uri, method: 'GET', headers: { ...headers, ...(accept && { accept: { value: accept } }) } }
    const context = { eventType: 'viewer-request' as const }
    const changed: EdgeRequest = run({ context, viewer, request: structuredClone(sent) })
    // The browser's request or the changed one: AWS does not document which one a response function gets.
    const request = showsOriginal ? sent : structuredClone(changed)
    const { statusCode }: EdgeResponse = run({
      context: { eventType: 'viewer-response' },
      viewer,
      request,
      response: { statusCode: 200, statusDescription: 'OK', headers: {} },
    })
    return { object: changed.uri, statusCode }
  }

  it.each([
    '/',
    '/home',
    '/sign-in',
    '/goals/7b0f',
    '/settings/api-tokens',
    '/invitations/a_b-c',
    '/invitations/a.b',
  ])('200s %s with the app', (uri) => {
    for (const accept of [html, '*/*', undefined]) {
      expect(serve(uri, accept)).toEqual({ object: '/index.html', statusCode: 200 })
    }
  })

  it.each(['/nope', '/homes', '/nope/deeper', '//sign-in', '/v2/goals'])(
    '404s %s with the app for a browser, and leaves it to the API for a program',
    (uri) => {
      expect(serve(uri, html)).toEqual({ object: '/index.html', statusCode: 404 })
      expect(serve(uri, html, { showsOriginal: false })).toEqual({ object: '/index.html', statusCode: 404 })
      for (const accept of ['application/json', '*/*', undefined]) {
        expect(serve(uri, accept)).toEqual({ object: uri, statusCode: 200 })
      }
    },
  )

  it.each([
    '/index.html',
    '/favicon.svg',
    '/openapi.json',
    '/llms.txt',
    '/sw.js',
    '/nope.html',
    '/v1',
    '/assets/gone',
    '/health/nope',
  ])('leaves %s to the bucket', (uri) => {
    for (const accept of [html, '*/*', undefined]) {
      expect(serve(uri, accept)).toEqual({ object: uri, statusCode: 200 })
    }
  })

  it('decide as on one machine, except for unknown addresses with an extension, which may be files', () => {
    const segment = fc.oneof(
      fc.constantFrom(
        'home',
        'goals',
        'v1',
        'health',
        'assets',
        'openapi.json',
        'llms.txt',
        '',
        'constructor',
        'nope',
        'a.b',
      ),
      fc.string({ unit: fc.constantFrom(...'abz.-_%2F~') }),
    )
    const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `/${segments.join('/')}`)
    const accept = fc.constantFrom(html, 'TEXT/HTML', 'text/htmlx', 'application/json', '*/*', undefined)
    fc.assert(
      fc.property(path, accept, fc.boolean(), (uri, accepted, showsOriginal) => {
        const mayBeFile = uri.split('/').at(-1)?.includes('.') && !isPage(uri)
        const statusCode = isUnknownPage(uri, accepted) && !mayBeFile ? 404 : 200
        const object = isPage(uri) || statusCode === 404 ? '/index.html' : uri
        expect(serve(uri, accepted, { showsOriginal })).toEqual({ object, statusCode })
      }),
    )
  })

  it('ignore their own header from a client', () => {
    const headers = { 'x-unknown-page': { value: '1' } }
    expect(serve('/home', html, { headers, showsOriginal: false }).statusCode).toBe(200)
  })

  it('run before and after the cache, and only for pages', () => {
    const [request, response, ...more] = config.DefaultCacheBehavior.FunctionAssociations ?? []
    expect([request, response, more]).toEqual([
      expect.objectContaining({ EventType: 'viewer-request' }),
      expect.objectContaining({ EventType: 'viewer-response' }),
      [],
    ])
    expect(request?.FunctionARN).toEqual(response?.FunctionARN)
    expect(behaviorOf(config, '/assets/*')).not.toHaveProperty('FunctionAssociations')
  })
})
