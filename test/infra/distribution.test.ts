import { runInNewContext } from 'node:vm'
import { allOperations } from '@cairn/contract'
import { isPage, pageHeaders } from '@cairn/web/hosting'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { production, type Synthesized, synthesize } from './support/synth.ts'

/** Managed policies of CloudFront, the same in every account ("Use managed cache policies", "… origin request policies"). */
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad'
const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6'
const allViewerExceptHostHeader = 'b689b0a8-53d0-40ab-baf2-68738e2966ac'

type Behavior = {
  PathPattern?: string
  CachePolicyId: string
  OriginRequestPolicyId?: string
  ViewerProtocolPolicy: string
  TargetOriginId: string
  ResponseHeadersPolicyId: { Ref: string }
  AllowedMethods: string[]
  FunctionAssociations?: object[]
}
type Origin = {
  Id: string
  DomainName: unknown
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: unknown }[]
  S3OriginConfig?: object
  OriginAccessControlId?: object
  CustomOriginConfig?: { OriginProtocolPolicy: string }
}
type DistributionConfig = {
  DefaultCacheBehavior: Behavior
  CacheBehaviors: Behavior[]
  Origins: Origin[]
  CustomErrorResponses?: object[]
  Aliases?: string[]
  ViewerCertificate?: object
  WebACLId?: unknown
}

let stack: Synthesized
let config: DistributionConfig

const configOf = (synthesized: Synthesized) =>
  (synthesized.single('AWS::CloudFront::Distribution') as { DistributionConfig: DistributionConfig })
    .DistributionConfig

const behavior = (pattern: string) => {
  const found = config.CacheBehaviors.find(({ PathPattern }) => PathPattern === pattern)
  if (!found) throw new Error(`nothing serves ${pattern}`)
  return found
}
const originOf = ({ TargetOriginId }: Behavior) => config.Origins.find(({ Id }) => Id === TargetOriginId)
const headersOf = ({ ResponseHeadersPolicyId }: Behavior) =>
  stack.resources[ResponseHeadersPolicyId.Ref]?.Properties.ResponseHeadersPolicyConfig

beforeAll(() => {
  stack = synthesize(production)
  config = configOf(stack)
})
afterAll(() => stack.remove())

describe.each(['/v1/*', '/health'])('%s', (pattern) => {
  it('goes to the API uncached, with cookies, query, every method and every header but Host: Authorization, Organization-Id', () => {
    expect(behavior(pattern)).toMatchObject({
      CachePolicyId: cachingDisabled,
      OriginRequestPolicyId: allViewerExceptHostHeader,
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: expect.arrayContaining(['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS']),
    })
    expect(originOf(behavior(pattern))?.CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
    })
  })

  it('carries the secret that the functions ask for, which stands in no template', () => {
    const header = originOf(behavior(pattern))?.OriginCustomHeaders?.find(
      ({ HeaderName }) => HeaderName === 'x-origin-verify',
    )
    expect(JSON.stringify(header?.HeaderValue)).toMatch(/\{\{resolve:secretsmanager:.*OriginVerifySecret/)
  })

  it('keeps the status and the headers of the API', () => {
    expect(config.CustomErrorResponses).toBeUndefined()
    expect(headersOf(behavior(pattern))).toMatchObject({
      CustomHeadersConfig: { Items: [{ Header: 'cache-control', Value: 'no-store', Override: false }] },
      SecurityHeadersConfig: {
        ContentSecurityPolicy: { Override: false },
        ReferrerPolicy: { Override: false },
      },
    })
  })
})

describe('pages and files', () => {
  it('come from the bucket with origin access control, over TLS, with security headers', () => {
    for (const files of [config.DefaultCacheBehavior, behavior('/assets/*')]) {
      expect(files).toMatchObject({
        CachePolicyId: cachingOptimized,
        ViewerProtocolPolicy: 'redirect-to-https',
      })
      expect(originOf(files)?.OriginAccessControlId).toBeDefined()
      expect(headersOf(files)).toMatchObject({
        SecurityHeadersConfig: {
          ContentSecurityPolicy: {
            ContentSecurityPolicy: pageHeaders['content-security-policy'],
            Override: true,
          },
          StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true },
          ContentTypeOptions: { Override: true },
          FrameOptions: { FrameOption: 'DENY' },
          ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
        },
      })
    }
  })

  it('are kept for a year where their names change with them, and asked for again where not', () => {
    const cacheControls = stack
      .ofType('Custom::CDKBucketDeployment')
      .map(([, { Properties }]) => [
        (Properties.SystemMetadata as Record<string, string>)['cache-control'],
        Properties.Exclude,
      ])
    expect(cacheControls.map(([value]) => value)).toEqual(['public, max-age=31536000, immutable', 'no-cache'])
    for (const [, { Properties }] of stack.ofType('Custom::CDKBucketDeployment'))
      expect(Properties.Prune).toBe(false)
  })
})

type EdgeRequest = { uri: string; method: string; headers: Record<string, { value: string }> }

/** What one of the edge functions makes of a request. */
function runAtEdge(comment: string, request: EdgeRequest, viewer = { ip: '192.0.2.1' }): EdgeRequest {
  const found = stack
    .ofType('AWS::CloudFront::Function')
    .find(([, { Properties }]) => (Properties.FunctionConfig as { Comment: string }).Comment === comment)
  const { handler } = runInNewContext(`${String(found?.[1].Properties.FunctionCode)}; ({ handler })`)
  return handler({ request, viewer })
}

describe('the address of the client', () => {
  it('is told to the API by a function that replaces what the client says', () => {
    const headers = { 'x-client-address': { value: '203.0.113.9' }, accept: { value: '*/*' } }
    const request = { uri: '/v1/auth/login', method: 'POST', headers }
    for (const ip of ['192.0.2.7', '2001:db8::7']) {
      const { headers } = runAtEdge('Cairn: address of the client', structuredClone(request), { ip })
      expect(headers).toEqual({ accept: { value: '*/*' }, 'x-client-address': { value: ip } })
    }
    for (const path of ['/v1/*', '/health']) {
      expect(behavior(path).FunctionAssociations).toEqual([
        expect.objectContaining({ EventType: 'viewer-request' }),
      ])
    }
  })

  it('is believed by the functions that limit attempts, unless it is that of an authenticating proxy', () => {
    const variables = (synthesized: Synthesized) =>
      synthesized
        .ofType('AWS::Lambda::Function')
        .map(([, { Properties }]) => Properties.Environment as { Variables?: Record<string, unknown> })
        .map((environment) => environment?.Variables)
        .filter((all) => all?.RATE_LIMITS !== undefined)
        .map((all) => [all?.RATE_LIMITS, all?.CLIENT_ADDRESS_HEADER])
    expect(variables(stack)).toEqual([
      ['on', 'x-client-address'],
      ['on', 'x-client-address'],
    ])
    const proxied = synthesize({
      ...production,
      rateLimits: 'issueInvitation.account=50',
      authProvider: 'trusted_proxy',
      authProxyIssuer: 'proxy',
      authProxyAudience: 'cairn',
      authProxyLoginUrl: 'https://proxy.example.com/login',
      authProxyLogoutUrl: 'https://proxy.example.com/logout',
    })
    expect(variables(proxied)).toEqual([
      ['issueInvitation.account=50', undefined],
      ['issueInvitation.account=50', undefined],
    ])
    proxied.remove()
  })
})

describe('client routes', () => {
  const uriFor = (uri: string): string =>
    runAtEdge('Cairn: pages of the web application', { uri, method: 'GET', headers: {} }).uri

  it.each(['/', '/home', '/sign-in', '/goals/7b0f', '/settings/api-tokens', '/invitations/a_b-c'])(
    '%s is the app',
    (uri) => {
      expect(isPage(uri)).toBe(true)
      expect(uriFor(uri)).toBe('/index.html')
    },
  )

  it.each(['/index.html', '/favicon.svg', '/openapi.json', '/theme.js'])('%s is itself', (uri) => {
    expect(uriFor(uri)).toBe(uri)
  })

  it('are decided before the cache, and for pages alone', () => {
    expect(config.DefaultCacheBehavior.FunctionAssociations).toEqual([
      expect.objectContaining({ EventType: 'viewer-request' }),
    ])
    expect(behavior('/assets/*')).not.toHaveProperty('FunctionAssociations')
  })
})

describe('the web origin', () => {
  const originsOf = (synthesized: Synthesized) =>
    synthesized
      .ofType('AWS::Lambda::Function')
      .map(
        ([, { Properties }]) =>
          (Properties.Environment as { Variables?: Record<string, unknown> } | undefined)?.Variables
            ?.WEB_ORIGIN,
      )
      .filter((value) => value !== undefined)

  it('is the domain of the distribution, which is there before the functions', () => {
    const [distributionId = ''] = stack.ofType('AWS::CloudFront::Distribution')[0] ?? []
    const origins = originsOf(stack)
    expect(origins).toHaveLength(7)
    for (const origin of origins) {
      expect(origin).toEqual({
        'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [distributionId, 'DomainName'] }]],
      })
    }
  })

  it('is the own domain where there is one, with certificate, records and modern TLS', () => {
    const settings = {
      ...production,
      domainName: 'cairn.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1234',
      hostedZoneId: 'Z0123456789',
      hostedZoneName: 'example.com',
    }
    const own = synthesize(settings)
    expect(new Set(originsOf(own))).toEqual(new Set(['https://cairn.example.com']))
    expect(configOf(own)).toMatchObject({
      Aliases: ['cairn.example.com'],
      ViewerCertificate: {
        AcmCertificateArn: settings.certificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    })
    expect(
      own
        .ofType('AWS::Route53::RecordSet')
        .map(([, { Properties }]) => Properties.Type)
        .sort(),
    ).toEqual(['A', 'AAAA'])
    own.remove()
  })
})

type ByteMatch = {
  FieldToMatch: Record<string, object>
  PositionalConstraint: string
  SearchString: string
  TextTransformations: { Priority: number; Type: string }[]
}
type FirewallRule = {
  Name: string
  Priority: number
  Statement: {
    RateBasedStatement: {
      Limit: number
      AggregateKeyType: string
      EvaluationWindowSec: number
      ScopeDownStatement?: { ByteMatchStatement: ByteMatch }
    }
  }
  Action: object
}

describe('the firewall', () => {
  let own: Synthesized
  let acl: {
    Scope: string
    DefaultAction: object
    CustomResponseBodies: { tooManyRequests: { ContentType: string; Content: string } }
    Rules: FirewallRule[]
  }
  beforeAll(() => {
    own = synthesize(
      { firewallRequestsPer5Minutes: '3000', firewallSignInsPer5Minutes: '60' },
      { environment: { CDK_DEFAULT_REGION: 'us-east-1' } },
    )
    acl = own.single('AWS::WAFv2::WebACL') as typeof acl
  })
  afterAll(() => own.remove())

  it('stands before the distribution, and lets through what no rule blocks', () => {
    expect(acl.Scope).toBe('CLOUDFRONT')
    expect(acl.DefaultAction).toEqual({ Allow: {} })
    const [id] = own.ofType('AWS::WAFv2::WebACL')[0] ?? []
    expect(configOf(own).WebACLId).toEqual({ 'Fn::GetAtt': [id, 'Arn'] })
  })

  it('limits each address in five minutes', () => {
    const limits = acl.Rules.map(({ Name, Priority, Statement: { RateBasedStatement: statement } }) => {
      expect(statement).toMatchObject({ AggregateKeyType: 'IP', EvaluationWindowSec: 300 })
      return [Priority, Name, statement.Limit]
    })
    expect(limits).toEqual([
      [0, 'sign-ins', 60],
      [1, 'registrations', 60],
      [2, 'requests', 3000],
    ])
  })

  /** The rules that count a request for this path, as AWS WAF reads their statements. */
  const countedBy = (path: string) =>
    acl.Rules.filter(({ Statement: { RateBasedStatement: statement } }) => {
      if (!statement.ScopeDownStatement) return true
      const match = statement.ScopeDownStatement.ByteMatchStatement
      expect(match).toMatchObject({ FieldToMatch: { UriPath: {} }, PositionalConstraint: 'STARTS_WITH' })
      const seen = match.TextTransformations.reduce((text, { Type }) => {
        if (Type === 'URL_DECODE') return decodeURIComponent(text)
        if (Type === 'NONE') return text
        throw new Error(`this test does not know ${Type}`)
      }, path)
      return seen.startsWith(match.SearchString)
    }).map(({ Name }) => Name)

  it.each<[string, string[]]>([
    ['/v1/auth/login', ['sign-ins', 'requests']],
    ['/v1/auth/%6cogin', ['sign-ins', 'requests']],
    ['/%76%31/auth/login', ['sign-ins', 'requests']],
    ['/v1/auth/login/', ['sign-ins', 'requests']],
    ['/v1/auth/register', ['registrations', 'requests']],
    ['/v1/auth/%72%65gister', ['registrations', 'requests']],
    ['/v1/auth/session', ['requests']],
    ['/v1/goals', ['requests']],
    ['/sign-in', ['requests']],
  ])('counts %s by %j', (path, names) => {
    expect(countedBy(path)).toEqual(names)
  })

  it('counts each operation that hashes a password apart', () => {
    const paths = ['login', 'register'].map(
      (id) => allOperations.find((operation) => operation.id === id)?.path,
    )
    expect(paths.map((path) => countedBy(String(path)).length)).toEqual([2, 2])
  })

  it('answers in the error shape, and says when to try again', () => {
    for (const { Action } of acl.Rules) {
      expect(Action).toEqual({
        Block: {
          CustomResponse: {
            ResponseCode: 429,
            CustomResponseBodyKey: 'tooManyRequests',
            ResponseHeaders: [
              { Name: 'retry-after', Value: '300' },
              { Name: 'cache-control', Value: 'no-store' },
            ],
          },
        },
      })
    }
    const { ContentType, Content } = acl.CustomResponseBodies.tooManyRequests
    expect(ContentType).toBe('APPLICATION_JSON')
    expect(JSON.parse(Content)).toEqual({ error: 'too_many_requests', message: expect.any(String) })
  })

  it('is not there unless it is asked for', () => {
    expect(config.WebACLId).toBeUndefined()
  })
})
