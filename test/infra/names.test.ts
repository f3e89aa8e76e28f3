import { beforeAll, describe, expect, it } from 'vitest'
import { type Synthesized, synthesize, synthLimit } from './support/synth.ts'

const regions = ['eu-central-1', 'us-east-1']
const stages = ['staging', 'a-stage-of-20-letter']

/** Properties that end in "Name" but do not name a resource, or one of a single region: keys, headers, references, saved queries. */
const namesOfOthers =
  /\/(AttributeName|IndexName|HeaderName|PolicyName|MetricName|DisplayName|StageName|DeliverySourceName)$|\/ManagedRuleGroupStatement\/|^FailingWebhooks\w+\/Name$|\/(Dimensions|ResponseHeaders|Rules)\/\d+\/Name$/

/** Every name that the template gives to a resource, by logical id and path. Names that CloudFormation generates are unique. */
function givenNames({ resources }: Synthesized): [string, string][] {
  const collect = (path: string, value: unknown): [string, string][] => {
    if (typeof value === 'string') {
      return /Name$/.test(path) && !namesOfOthers.test(path) ? [[path, value]] : []
    }
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inner]) => collect(`${path}/${key}`, inner))
  }
  return Object.entries(resources).flatMap(([id, { Properties }]) => collect(id, Properties))
}

let stacks: { stage: string; region: string; synthesized: Synthesized }[]
beforeAll(() => {
  stacks = regions.flatMap((region) =>
    stages.map((stage) => ({
      stage,
      region,
      synthesized: synthesize(
        {
          stage,
          emailFrom: 'no-reply@example.com',
          alarmEmail: 'ops@example.com',
          ...(region === 'us-east-1' && { firewallRequestsPer5Minutes: '2000' }),
        },
        { environment: { CDK_DEFAULT_REGION: region } },
      ),
    })),
  )
}, synthLimit)

describe('two stages in two regions of one account', () => {
  it('share no name', () => {
    const names = stacks.flatMap(({ synthesized }) => givenNames(synthesized).map(([, name]) => name))
    expect(names.length).toBeGreaterThan(stacks.length * 5)
    expect(new Set(names).size).toBe(names.length)
  })

  it('have stage and region in each name, within 64 characters', () => {
    for (const { stage, region, synthesized } of stacks) {
      for (const [path, name] of givenNames(synthesized)) {
        expect(name, path).toContain(`${stage}-${region}`)
        // The strictest limit is that of CloudFront's functions and origin access controls.
        expect(name.length, path).toBeLessThanOrEqual(64)
      }
    }
  })

  it('name every resource that CloudFormation would name without the region', () => {
    for (const { synthesized } of stacks) {
      const named = givenNames(synthesized).map(([path]) => path)
      for (const type of ['Function', 'OriginAccessControl', 'ResponseHeadersPolicy']) {
        const found = synthesized.ofType(`AWS::CloudFront::${type}`)
        expect(found).not.toEqual([])
        for (const [id] of found) expect(named.some((path) => path.startsWith(`${id}/`))).toBe(true)
      }
    }
  })
})

it('a template without a region uses the region that it is deployed to', () => {
  const anywhere = synthesize({ stage: 'staging' })
  const [[, policy] = [undefined, undefined]] = anywhere.ofType('AWS::CloudFront::ResponseHeadersPolicy')
  expect(policy?.Properties.ResponseHeadersPolicyConfig).toMatchObject({
    Name: { 'Fn::Join': ['', ['cairn-staging-', { Ref: 'AWS::Region' }, expect.any(String)]] },
  })
})
