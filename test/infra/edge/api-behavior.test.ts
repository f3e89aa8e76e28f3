import { beforeAll, describe, expect, it } from 'vitest'
import {
  behaviorOf,
  type DistributionConfig,
  distributionConfigOf,
  headersPolicyOf,
  originOf,
} from '../support/edge.ts'
import { production, type Synthesized, synthesize, synthLimit } from '../support/synth.ts'

/** CloudFront's managed policies have the same ids in every account ("Use managed cache policies", "… origin request policies"). */
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad'
const allViewerExceptHostHeader = 'b689b0a8-53d0-40ab-baf2-68738e2966ac'

const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6'

const openToAll = {
  AccessControlAllowCredentials: false,
  AccessControlAllowOrigins: { Items: ['*'] },
  AccessControlAllowMethods: { Items: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
  AccessControlAllowHeaders: {
    Items: expect.arrayContaining([
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'Mcp-Protocol-Version',
    ]),
  },
  AccessControlExposeHeaders: {
    Items: expect.arrayContaining([
      'Retry-After',
      'WWW-Authenticate',
      'X-Request-Id',
      'Idempotency-Replayed',
    ]),
  },
  AccessControlMaxAgeSec: 7200,
  // Headers set by a function stay.
  OriginOverride: false,
}

let stack: Synthesized
let config: DistributionConfig
/** With a higher `originHeaderGeneration`. */
let raised: Synthesized
beforeAll(() => {
  stack = synthesize(production)
  config = distributionConfigOf(stack)
  raised = synthesize({ ...production, originHeaderGeneration: '7' })
}, synthLimit)

describe.each(['/v1/*', '/health', '/mcp', '/mcp/work', '/oauth/*', '/.well-known/*'])('%s', (pattern) => {
  it('goes to the API uncached, with cookies, query, every method and every header except Host', () => {
    expect(behaviorOf(config, pattern)).toMatchObject({
      // Keeps Accept-Encoding unchanged, unlike a caching policy.
      CachePolicyId: cachingDisabled,
      OriginRequestPolicyId: allViewerExceptHostHeader,
      // The functions compress their responses.
      Compress: false,
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: expect.arrayContaining(['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS']),
    })
    expect(originOf(config, behaviorOf(config, pattern))?.CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
    })
  })

  it('sends the secret that the functions require, which no template contains', () => {
    const header = originOf(config, behaviorOf(config, pattern))?.OriginCustomHeaders?.find(
      ({ HeaderName }) => HeaderName === 'x-origin-verify',
    )
    expect(JSON.stringify(header?.HeaderValue)).toMatch(/\{\{resolve:secretsmanager:.*OriginVerifySecret/)
  })

  it('waits longer than a function may run, and tries to connect twice', () => {
    const { ConnectionAttempts, ConnectionTimeout, CustomOriginConfig } =
      originOf(config, behaviorOf(config, pattern)) ?? {}
    expect([ConnectionAttempts, ConnectionTimeout, CustomOriginConfig?.OriginReadTimeout]).toEqual([2, 5, 15])
    const timeouts = stack
      .ofType('AWS::Lambda::Function')
      .filter(([id]) => /^(?!GoalChanges|Due|WebhookDeliveries)[A-Za-z]+Function[0-9A-F]{8}$/.test(id))
      .map(([, { Properties }]) => Properties.Timeout)
    expect(new Set(timeouts)).toEqual(new Set([10]))
  })

  it('sends a new secret after its generation is raised', () => {
    const generationOf = ({ Origins }: DistributionConfig) =>
      Origins.flatMap(({ OriginCustomHeaders = [] }) => OriginCustomHeaders)
        .filter(({ HeaderName }) => HeaderName === 'x-origin-verify-generation')
        .map(({ HeaderValue }) => HeaderValue)
    expect(generationOf(config)).toEqual(['1'])
    expect(generationOf(distributionConfigOf(raised))).toEqual(['7'])
  })

  it('keeps the status and the headers of the API', () => {
    expect(config.CustomErrorResponses).toBeUndefined()
    expect(headersPolicyOf(stack, behaviorOf(config, pattern))).toMatchObject({
      CustomHeadersConfig: { Items: [{ Header: 'cache-control', Value: 'no-store', Override: false }] },
      SecurityHeadersConfig: {
        ContentSecurityPolicy: { Override: false },
        ReferrerPolicy: { Override: false },
      },
    })
  })

  it('lets pages of every origin read errors that no function sends, without cookies', () => {
    expect(headersPolicyOf(stack, behaviorOf(config, pattern))).toMatchObject({ CorsConfig: openToAll })
  })
})

describe.each(['/openapi.json', '/llms.txt'])('%s', (path) => {
  it('comes from the bucket for pages of every origin, and the API permits what they ask first', () => {
    const behavior = behaviorOf(config, path)
    expect(behavior).toMatchObject({
      // The key has no header: the policy adds its own after the cache.
      CachePolicyId: cachingOptimized,
      AllowedMethods: ['GET', 'HEAD', 'OPTIONS'],
    })
    expect(behavior).not.toHaveProperty('CachedMethods')
    const { CorsConfig, SecurityHeadersConfig } = headersPolicyOf(stack, behavior) as Record<string, object>
    expect(CorsConfig).toEqual(openToAll)
    expect(SecurityHeadersConfig).toMatchObject({ ContentTypeOptions: { Override: true } })
    const group = config.OriginGroups.Items.find(({ Id }) => Id === behavior.TargetOriginId)
    // The bucket has no rules for other origins, and refuses OPTIONS.
    expect(group?.FailoverCriteria.StatusCodes.Items).toContain(403)
    expect(group?.Members.Items[1]?.OriginId).toBe(behaviorOf(config, '/v1/*').TargetOriginId)
    expect(
      stack.ofType('AWS::S3::Bucket').filter(([, { Properties }]) => Properties.CorsConfiguration),
    ).toEqual([])
  })
})

it('no other page may read pages and other files', () => {
  for (const files of [config.DefaultCacheBehavior, behaviorOf(config, '/assets/*')]) {
    expect(headersPolicyOf(stack, files)).not.toHaveProperty('CorsConfig')
  }
})

it('the gateway itself decides nothing about other origins', () => {
  // It would replace the headers of the functions, which know whether a request has a cookie.
  expect(stack.single('AWS::ApiGatewayV2::Api')).not.toHaveProperty('CorsConfiguration')
})
