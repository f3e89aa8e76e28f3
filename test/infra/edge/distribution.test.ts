import { runInNewContext } from 'node:vm'
import { allOperations } from '@cairn/contract'
import { isPage, isUnknownPage, pageHeaders } from '@cairn/web/hosting'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { production, type Synthesized, synthesize, synthLimit } from '../support/synth.ts'

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
  FunctionAssociations?: { EventType: string; FunctionARN: object }[]
  Compress: boolean
}
type Origin = {
  Id: string
  DomainName: unknown
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: unknown }[]
  S3OriginConfig?: object
  OriginAccessControlId?: object
  CustomOriginConfig?: { OriginProtocolPolicy: string; OriginReadTimeout: number }
  ConnectionAttempts?: number
  ConnectionTimeout?: number
}
type DistributionConfig = {
  DefaultCacheBehavior: Behavior
  CacheBehaviors: Behavior[]
  Origins: Origin[]
  OriginGroups: {
    Items: {
      Id: string
      FailoverCriteria: { StatusCodes: { Items: number[] } }
      Members: { Items: { OriginId: string }[] }
    }[]
  }
  CustomErrorResponses?: object[]
  Aliases?: string[]
  ViewerCertificate?: object
  WebACLId?: unknown
}

let stack: Synthesized
let config: DistributionConfig
/** The same with a higher `originHeaderGeneration`. */
let raised: Synthesized

const configOf = (synthesized: Synthesized) =>
  (synthesized.single('AWS::CloudFront::Distribution') as { DistributionConfig: DistributionConfig })
    .DistributionConfig

const behavior = (pattern: string) => {
  const found = config.CacheBehaviors.find(({ PathPattern }) => PathPattern === pattern)
  if (!found) throw new Error(`nothing serves ${pattern}`)
  return found
}
/** Where a request goes first. */
const originOf = ({ TargetOriginId }: Behavior) => {
  const group = config.OriginGroups.Items.find(({ Id }) => Id === TargetOriginId)
  const originId = group?.Members.Items[0]?.OriginId ?? TargetOriginId
  return config.Origins.find(({ Id }) => Id === originId)
}
const headersOf = ({ ResponseHeadersPolicyId }: Behavior) =>
  stack.resources[ResponseHeadersPolicyId.Ref]?.Properties.ResponseHeadersPolicyConfig

beforeAll(() => {
  stack = synthesize(production)
  config = configOf(stack)
  raised = synthesize({ ...production, originHeaderGeneration: '7' })
}, synthLimit)
afterAll(() => {
  stack.remove()
  raised.remove()
})

describe.each(['/v1/*', '/health'])('%s', (pattern) => {
  it('goes to the API uncached, with cookies, query, every method and every header but Host: Authorization, Organization-Id, Accept-Encoding', () => {
    expect(behavior(pattern)).toMatchObject({
      // Leaves Accept-Encoding as it is, which a policy that caches would not.
      CachePolicyId: cachingDisabled,
      OriginRequestPolicyId: allViewerExceptHostHeader,
      // What the functions send is compressed already, and passed on.
      Compress: false,
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

  it('waits longer than a function may run, and tries a connection twice', () => {
    const { ConnectionAttempts, ConnectionTimeout, CustomOriginConfig } = originOf(behavior(pattern)) ?? {}
    expect([ConnectionAttempts, ConnectionTimeout, CustomOriginConfig?.OriginReadTimeout]).toEqual([2, 5, 15])
    const timeouts = stack
      .ofType('AWS::Lambda::Function')
      .filter(([id]) => /^(?!GoalCleanup)[A-Za-z]+Function[0-9A-F]{8}$/.test(id))
      .map(([, { Properties }]) => Properties.Timeout)
    expect(new Set(timeouts)).toEqual(new Set([10]))
  })

  it('is told a new secret when its generation is raised', () => {
    const generationOf = ({ Origins }: DistributionConfig) =>
      Origins.flatMap(({ OriginCustomHeaders = [] }) => OriginCustomHeaders)
        .filter(({ HeaderName }) => HeaderName === 'x-origin-verify-generation')
        .map(({ HeaderValue }) => HeaderValue)
    expect(generationOf(config)).toEqual(['1'])
    expect(generationOf(configOf(raised))).toEqual(['7'])
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
      expect(originOf(files)?.OriginAccessControlId).toEqual({
        'Fn::GetAtt': [stack.ofType('AWS::CloudFront::OriginAccessControl')[0]?.[0], 'Id'],
      })
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
      const { CustomHeadersConfig } = headersOf(files) as { CustomHeadersConfig: { Items: object[] } }
      expect(CustomHeadersConfig.Items).toEqual(
        ['cross-origin-opener-policy', 'permissions-policy'].map((name) => ({
          Header: name,
          Value: pageHeaders[name as keyof typeof pageHeaders],
          Override: true,
        })),
      )
    }
  })

  it('are put there after the API that they call, its functions and its routes, and assets before pages', () => {
    const [assets, pages = ''] = stack.ofType('Custom::CDKBucketDeployment').map(([id]) => id)
    const before = dependenciesOf(pages)
    const ofApi = ['AWS::ApiGatewayV2::Stage', 'AWS::ApiGatewayV2::Route', 'AWS::ApiGatewayV2::Integration']
    const functions = stack
      .ofType('AWS::Lambda::Function')
      .filter(([id]) => /^\w+Function[0-9A-F]{8}$/.test(id))
    const apiFunctions = functions.map(([id]) => id).filter((id) => !id.startsWith('GoalCleanup'))
    expect(apiFunctions).toHaveLength(7)
    const needed = [...ofApi.flatMap((type) => stack.ofType(type)).map(([id]) => id), ...apiFunctions]
    expect(needed.filter((id) => !before.has(id))).toEqual([])
    expect(before).toContain(assets)
    // By name too: what lies between may be left as it is by an update.
    expect(stack.resources[pages]?.DependsOn).toEqual(expect.arrayContaining(apiFunctions))
  })

  /** Everything that CloudFormation makes or changes before a resource. */
  function dependenciesOf(id: string, found = new Set<string>()): Set<string> {
    const { DependsOn = [], Properties } = stack.resources[id] ?? {}
    const references = [...JSON.stringify(Properties ?? {}).matchAll(/"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g)]
    for (const next of [...[DependsOn].flat(), ...references.map(([, name]) => name ?? '')]) {
      if (!stack.resources[next] || found.has(next)) continue
      found.add(next)
      dependenciesOf(next, found)
    }
    return found
  }

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
type EdgeResponse = { statusCode: number; statusDescription?: string; headers: object }
type EdgeEvent = {
  context: { eventType: 'viewer-request' | 'viewer-response' }
  viewer: { ip: string }
  request: EdgeRequest
  response?: EdgeResponse
}

/** One of the edge functions, as CloudFront would run it: its code alone, without modules. */
function edgeFunction<Result>(comment: string): (event: EdgeEvent) => Result {
  const [id, found] =
    stack
      .ofType('AWS::CloudFront::Function')
      .find(([, { Properties }]) => (Properties.FunctionConfig as { Comment: string }).Comment === comment) ??
    []
  const code = String(found?.Properties.FunctionCode)
  // CloudFront takes no more.
  expect(code.length, id).toBeLessThan(10 * 1024)
  return runInNewContext(`${code}; ({ handler })`).handler
}

describe('the address of the client', () => {
  it('is told to the API by a function that replaces what the client says', () => {
    const headers = { 'x-client-address': { value: '203.0.113.9' }, accept: { value: '*/*' } }
    const request = { uri: '/v1/auth/login', method: 'POST', headers }
    for (const ip of ['192.0.2.7', '2001:db8::7']) {
      const { headers } = edgeFunction<EdgeRequest>('Cairn: address of the client')({
        context: { eventType: 'viewer-request' },
        viewer: { ip },
        request: structuredClone(request),
      })
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
      ['issueInvitation.account=50', undefined],
    ])
    proxied.remove()
  })
})

describe('client routes', () => {
  const html = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
  const viewer = { ip: '192.0.2.1' }

  /** Which object is served for a path, and with which status, when the object is there. */
  function serve(uri: string, accept?: string, { showsOriginal = true, headers = {} } = {}) {
    const run = edgeFunction<never>('Cairn: pages of the web application')
    const sent = { uri, method: 'GET', headers: { ...headers, ...(accept && { accept: { value: accept } }) } }
    const context = { eventType: 'viewer-request' as const }
    const changed: EdgeRequest = run({ context, viewer, request: structuredClone(sent) })
    // As the browser sent it, or as the function changed it: AWS does not say clearly which one a response is shown.
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
    '404s %s with the app for a person, and leaves it to the API for a program',
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
    '/theme.js',
    '/nope.html',
    '/v1',
    '/assets/gone',
    '/health/nope',
  ])('leaves %s to the bucket', (uri) => {
    for (const accept of [html, '*/*', undefined]) {
      expect(serve(uri, accept)).toEqual({ object: uri, statusCode: 200 })
    }
  })

  it('decide as one machine does, but for unknown addresses with an extension, which may be files', () => {
    const segment = fc.oneof(
      fc.constantFrom(
        'home',
        'goals',
        'v1',
        'health',
        'assets',
        'openapi.json',
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

  it('do not believe a client that names their own header', () => {
    const headers = { 'x-unknown-page': { value: '1' } }
    expect(serve('/home', html, { headers, showsOriginal: false }).statusCode).toBe(200)
  })

  it('are decided before the cache and after it, and for pages alone', () => {
    const [request, response, ...more] = config.DefaultCacheBehavior.FunctionAssociations ?? []
    expect([request, response, more]).toEqual([
      expect.objectContaining({ EventType: 'viewer-request' }),
      expect.objectContaining({ EventType: 'viewer-response' }),
      [],
    ])
    expect(request?.FunctionARN).toEqual(response?.FunctionARN)
    expect(behavior('/assets/*')).not.toHaveProperty('FunctionAssociations')
  })
})

describe('a file that is not there', () => {
  it('is the 404 of the API, not the 403 of S3', () => {
    for (const files of [config.DefaultCacheBehavior, behavior('/assets/*')]) {
      const group = config.OriginGroups.Items.find(({ Id }) => Id === files.TargetOriginId)
      expect(group?.FailoverCriteria.StatusCodes.Items).toEqual([403, 404])
      const [first, second, ...more] = group?.Members.Items.map(({ OriginId }) => OriginId) ?? []
      expect(more).toEqual([])
      expect(config.Origins.find(({ Id }) => Id === first)?.S3OriginConfig).toBeDefined()
      expect(second).toBe(behavior('/v1/*').TargetOriginId)
    }
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
    const records = own.ofType('AWS::Route53::RecordSet').map(([, { Properties }]) => Properties)
    expect(records.map(({ Type }) => Type).sort()).toEqual(['A', 'AAAA'])
    for (const record of records) {
      expect(record).toMatchObject({
        Name: 'cairn.example.com.',
        HostedZoneId: settings.hostedZoneId,
        AliasTarget: {
          DNSName: { 'Fn::GetAtt': [own.ofType('AWS::CloudFront::Distribution')[0]?.[0], 'DomainName'] },
        },
      })
    }
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
  }, synthLimit)
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
