import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'
import { production, type Synthesized, synthesize } from './synth.ts'

export type Behavior = {
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
export type Origin = {
  Id: string
  DomainName: unknown
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: unknown }[]
  S3OriginConfig?: object
  OriginAccessControlId?: object
  CustomOriginConfig?: { OriginProtocolPolicy: string; OriginReadTimeout: number }
  ConnectionAttempts?: number
  ConnectionTimeout?: number
}
export type DistributionConfig = {
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

export function distributionConfigOf({ single }: Synthesized): DistributionConfig {
  return (single('AWS::CloudFront::Distribution') as { DistributionConfig: DistributionConfig })
    .DistributionConfig
}

/** The stack of production and its distribution, for the tests of one file. */
export function synthesizeEdge(): { stack: Synthesized; config: DistributionConfig } {
  const stack = synthesize(production)
  return { stack, config: distributionConfigOf(stack) }
}

/** The behavior of the distribution for a path pattern. */
export function behaviorOf({ CacheBehaviors }: DistributionConfig, pattern: string): Behavior {
  const found = CacheBehaviors.find(({ PathPattern }) => PathPattern === pattern)
  if (!found) throw new Error(`no behavior for ${pattern}`)
  return found
}

/** The first origin that a behavior's requests go to. */
export function originOf(
  { OriginGroups, Origins }: DistributionConfig,
  { TargetOriginId }: Behavior,
): Origin | undefined {
  const group = OriginGroups.Items.find(({ Id }) => Id === TargetOriginId)
  const originId = group?.Members.Items[0]?.OriginId ?? TargetOriginId
  return Origins.find(({ Id }) => Id === originId)
}

export function headersPolicyOf({ resources }: Synthesized, { ResponseHeadersPolicyId }: Behavior) {
  return resources[ResponseHeadersPolicyId.Ref]?.Properties.ResponseHeadersPolicyConfig
}

export type EdgeRequest = { uri: string; method: string; headers: Record<string, { value: string }> }
export type EdgeResponse = { statusCode: number; statusDescription?: string; headers: object }
type EdgeEvent = {
  context: { eventType: 'viewer-request' | 'viewer-response' }
  viewer: { ip: string }
  request: EdgeRequest
  response?: EdgeResponse
}

/** Loads an edge function as CloudFront does: only its code, without modules. */
export function loadEdgeFunction<Result>(
  { ofType }: Synthesized,
  comment: string,
): (event: EdgeEvent) => Result {
  const [id, found] =
    ofType('AWS::CloudFront::Function').find(
      ([, { Properties }]) => (Properties.FunctionConfig as { Comment: string }).Comment === comment,
    ) ?? []
  const code = String(found?.Properties.FunctionCode)
  // CloudFront's limit.
  expect(code.length, id).toBeLessThan(10 * 1024)
  return runInNewContext(`${code}; ({ handler })`).handler
}
