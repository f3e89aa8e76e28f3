import { pageHeaders } from '@cairn/web/hosting'
import { describe, expect, it } from 'vitest'
import { behaviorOf, headersPolicyOf, originOf, synthesizeEdge } from '../support/edge.ts'

/** CloudFront's managed policy has the same id in every account ("Use managed cache policies"). */
const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6'

const { stack, config } = synthesizeEdge()

describe('pages and files', () => {
  it('come from the bucket with origin access control, over TLS, with security headers', () => {
    for (const files of [config.DefaultCacheBehavior, behaviorOf(config, '/assets/*')]) {
      expect(files).toMatchObject({
        CachePolicyId: cachingOptimized,
        ViewerProtocolPolicy: 'redirect-to-https',
      })
      expect(originOf(config, files)?.OriginAccessControlId).toEqual({
        'Fn::GetAtt': [stack.ofType('AWS::CloudFront::OriginAccessControl')[0]?.[0], 'Id'],
      })
      expect(headersPolicyOf(stack, files)).toMatchObject({
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
      const { CustomHeadersConfig } = headersPolicyOf(stack, files) as {
        CustomHeadersConfig: { Items: object[] }
      }
      expect(CustomHeadersConfig.Items).toEqual(
        ['cross-origin-opener-policy', 'permissions-policy'].map((name) => ({
          Header: name,
          Value: pageHeaders[name as keyof typeof pageHeaders],
          Override: true,
        })),
      )
    }
  })

  it('are uploaded after the API with its functions and routes, assets before pages', () => {
    const [assets, pages = ''] = stack.ofType('Custom::CDKBucketDeployment').map(([id]) => id)
    const before = dependenciesOf(pages)
    const ofApi = ['AWS::ApiGatewayV2::Stage', 'AWS::ApiGatewayV2::Route', 'AWS::ApiGatewayV2::Integration']
    const functions = stack
      .ofType('AWS::Lambda::Function')
      .filter(([id]) => /^\w+Function[0-9A-F]{8}$/.test(id))
    const apiFunctions = functions
      .map(([id]) => id)
      .filter((id) => !/^(GoalChanges|Due|WebhookDeliveries)/.test(id))
    expect(apiFunctions).toHaveLength(17)
    const needed = [...ofApi.flatMap((type) => stack.ofType(type)).map(([id]) => id), ...apiFunctions]
    expect(needed.filter((id) => !before.has(id))).toEqual([])
    expect(before).toContain(assets)
    // Directly too: an update may skip the resources between them.
    expect(stack.resources[pages]?.DependsOn).toEqual(expect.arrayContaining(apiFunctions))
  })

  /** Everything that CloudFormation creates or updates before a resource. */
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

  it('name their picture, and the text for agents its links, at the domain of the distribution, which is known only during the deploy', () => {
    const [distributionId] = stack.ofType('AWS::CloudFront::Distribution')[0] ?? []
    const [, pages] = stack.ofType('Custom::CDKBucketDeployment').map(([, { Properties }]) => Properties)
    const markers = (pages?.SourceMarkers as object[] | undefined)?.flatMap((found) => Object.values(found))
    const domain = { 'Fn::GetAtt': [distributionId, 'DomainName'] }
    // One for each place in the files.
    expect(markers?.length).toBeGreaterThan(1)
    for (const marker of markers ?? []) expect(marker).toEqual(domain)
  })

  it('are cached for a year if their names change with their content, otherwise revalidated', () => {
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

describe('a missing file', () => {
  it('is the 404 of the API, not the 403 of S3', () => {
    for (const files of [config.DefaultCacheBehavior, behaviorOf(config, '/assets/*')]) {
      const group = config.OriginGroups.Items.find(({ Id }) => Id === files.TargetOriginId)
      expect(group?.FailoverCriteria.StatusCodes.Items).toEqual([403, 404])
      const [first, second, ...more] = group?.Members.Items.map(({ OriginId }) => OriginId) ?? []
      expect(more).toEqual([])
      expect(config.Origins.find(({ Id }) => Id === first)?.S3OriginConfig).toBeDefined()
      expect(second).toBe(behaviorOf(config, '/v1/*').TargetOriginId)
    }
  })
})
