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

let stack: Synthesized
let config: DistributionConfig
/** With a higher `originHeaderGeneration`. */
let raised: Synthesized
beforeAll(() => {
  stack = synthesize(production)
  config = distributionConfigOf(stack)
  raised = synthesize({ ...production, originHeaderGeneration: '7' })
}, synthLimit)

describe.each(['/v1/*', '/health', '/mcp'])('%s', (pattern) => {
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
})
