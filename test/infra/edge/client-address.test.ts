import { describe, expect, it } from 'vitest'
import { behaviorOf, type EdgeRequest, loadEdgeFunction, synthesizeEdge } from '../support/edge.ts'
import { production, type Synthesized, synthesize } from '../support/synth.ts'

const { stack, config } = synthesizeEdge()

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

  it('is used by the functions that limit attempts, except behind a trusted proxy; all with sessions limit callers', () => {
    const variables = (synthesized: Synthesized) =>
      synthesized
        .ofType('AWS::Lambda::Function')
        .map(([, { Properties }]) => Properties.Environment as { Variables?: Record<string, unknown> })
        .map((environment) => environment?.Variables)
        .filter((all) => all?.RATE_LIMITS !== undefined)
        .map((all) => [all?.RATE_LIMITS, all?.CLIENT_ADDRESS_HEADER])
    // All functions with sessions. Of these, auth, organizations, invitations, webhooks and oauth limit attempts.
    const [used, limited] = ['x-client-address', 12]
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
