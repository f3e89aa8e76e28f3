import { type ErrorCode, errorStatuses } from '@cairn/contract'
import { errorBody } from '@cairn/contract/schemas/error-body'
import { describe, expect, it } from 'vitest'
import { behaviorOf, type EdgeRequest, loadEdgeFunction, synthesizeEdge } from '../support/edge.ts'
import { production, type Synthesized, synthesize } from '../support/synth.ts'

const { stack, config } = synthesizeEdge()

type Refusal = { statusCode: number; headers: object; body: { data: string } }

describe('the address of the client', () => {
  it('is reported to the API by a function that replaces any value of the client', () => {
    const headers = { 'x-client-address': { value: '203.0.113.9' }, accept: { value: '*/*' } }
    const request = { uri: '/v1/auth/login', method: 'POST', headers }
    for (const ip of ['192.0.2.7', '2001:db8::7']) {
      const { headers } = loadEdgeFunction<EdgeRequest>(
        stack,
        'Cairn: address of the client',
      )({
        context: { eventType: 'viewer-request' },
        viewer: { ip },
        request: structuredClone(request),
      })
      expect(headers).toEqual({ accept: { value: '*/*' }, 'x-client-address': { value: ip } })
    }
    for (const path of ['/v1/*', '/health']) {
      expect(behaviorOf(config, path).FunctionAssociations).toEqual([
        expect.objectContaining({ EventType: 'viewer-request' }),
      ])
    }
  })

  it('is not reported of a body that the gateway could not hand over: 413s it in the error shape', () => {
    const handler = loadEdgeFunction<EdgeRequest | Refusal>(stack, 'Cairn: address of the client')
    const send = (length: string) =>
      handler({
        context: { eventType: 'viewer-request' },
        viewer: { ip: '192.0.2.7' },
        request: { uri: '/v1/goals', method: 'POST', headers: { 'content-length': { value: length } } },
      })
    const largest = 4 * 1024 * 1024
    const refused = send(String(largest + 1)) as Refusal
    expect(refused).toMatchObject({ statusCode: 413, headers: { 'cache-control': { value: 'no-store' } } })
    const body = JSON.parse(refused.body.data)
    expect(errorBody().safeParse(body)).toMatchObject({ success: true })
    expect(errorStatuses[body.error as ErrorCode]).toBe(413)
    for (const length of ['0', String(256 * 1024 + 1), String(largest), 'no number']) {
      expect(send(length)).toMatchObject({ headers: { 'x-client-address': { value: '192.0.2.7' } } })
    }
  })

  it('is used by the functions that limit attempts, except behind a trusted proxy; all with sessions limit callers', () => {
    const variables = (synthesized: Synthesized) =>
      synthesized
        .ofType('AWS::Lambda::Function')
        .map(([, { Properties }]) => Properties.Environment as { Variables?: Record<string, unknown> })
        .map((environment) => environment?.Variables)
        .filter((all) => all?.RATE_LIMITS !== undefined)
        .map((all) => [all?.RATE_LIMITS, all?.CLIENT_ADDRESS_HEADER])
    // All functions with sessions. Of these, auth, organizations, invitations, webhooks and oauth limit attempts.
    const [used, limited] = ['x-client-address', 16]
    expect(variables(stack).map(([limits]) => limits)).toEqual(Array(limited).fill('on'))
    expect(variables(stack).filter(([, header]) => header === used)).toHaveLength(5)
    const proxied = synthesize({
      ...production,
      rateLimits: 'issueInvitation.account=50',
      authProvider: 'trusted_proxy',
      authProxyIssuer: 'proxy',
      authProxyAudience: 'cairn',
      authProxyLoginUrl: 'https://proxy.example.com/login',
      authProxyLogoutUrl: 'https://proxy.example.com/logout',
    })
    expect(variables(proxied)).toEqual(Array(limited).fill(['issueInvitation.account=50', undefined]))
  })
})
