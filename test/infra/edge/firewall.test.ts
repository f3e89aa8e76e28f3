import { allOperations, errorStatuses } from '@cairn/contract'
import { errorBody } from '@cairn/contract/schemas/error-body'
import { beforeAll, describe, expect, it } from 'vitest'
import { distributionConfigOf } from '../support/edge.ts'
import { type Synthesized, synthesize, synthLimit } from '../support/synth.ts'

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

type ManagedRule = {
  Name: string
  Priority: number
  OverrideAction: object
  Statement: {
    ManagedRuleGroupStatement: {
      VendorName: string
      RuleActionOverrides: { Name: string; ActionToUse: object }[]
    }
  }
}

describe('the firewall', () => {
  let own: Synthesized
  let acl: {
    Scope: string
    DefaultAction: object
    CustomResponseBodies: Record<'tooManyRequests' | 'refused', { ContentType: string; Content: string }>
    Rules: (FirewallRule | ManagedRule)[]
  }
  beforeAll(() => {
    own = synthesize(
      { firewallRequestsPer5Minutes: '3000', firewallSignInsPer5Minutes: '60' },
      { environment: { CDK_DEFAULT_REGION: 'us-east-1' } },
    )
    acl = own.single('AWS::WAFv2::WebACL') as typeof acl
  }, synthLimit)

  const limitRules = () =>
    acl.Rules.filter((rule): rule is FirewallRule => 'RateBasedStatement' in rule.Statement)

  it('has the rules of AWS, and only counts those of bodies, which hold what people write', () => {
    const managed = acl.Rules.filter(
      (rule): rule is ManagedRule => 'ManagedRuleGroupStatement' in rule.Statement,
    )
    const counted = managed.map(
      ({ Name, OverrideAction, Statement: { ManagedRuleGroupStatement: group } }) => {
        expect(OverrideAction).toEqual({ None: {} })
        expect(group.VendorName).toBe('AWS')
        const isCounted = ({ ActionToUse }: { ActionToUse: object }) => 'Count' in ActionToUse
        return [Name, group.RuleActionOverrides.filter(isCounted).map((rule) => rule.Name)]
      },
    )
    expect(Object.fromEntries(counted)).toEqual({
      AWSManagedRulesAmazonIpReputationList: [],
      AWSManagedRulesKnownBadInputsRuleSet: [
        'JavaDeserializationRCE_BODY',
        'Log4JRCE_BODY',
        'ReactJSRCE_BODY',
      ],
      AWSManagedRulesCommonRuleSet: [
        'NoUserAgent_HEADER',
        'SizeRestrictions_BODY',
        'EC2MetaDataSSRF_BODY',
        'GenericLFI_BODY',
        'GenericRFI_BODY',
        'CrossSiteScripting_BODY',
      ],
    })
    expect(acl.Rules.map(({ Priority }) => Priority)).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('403s what a rule of AWS blocks in the error shape', () => {
    const overrides = acl.Rules.flatMap((rule) =>
      'ManagedRuleGroupStatement' in rule.Statement
        ? rule.Statement.ManagedRuleGroupStatement.RuleActionOverrides
        : [],
    )
    const blocking = overrides.filter(({ ActionToUse }) => !('Count' in ActionToUse))
    expect(blocking).toHaveLength(27)
    expect(new Set(overrides.map(({ Name }) => Name)).size).toBe(overrides.length)
    for (const { ActionToUse } of blocking) {
      expect(ActionToUse).toEqual({
        Block: {
          CustomResponse: {
            ResponseCode: 403,
            CustomResponseBodyKey: 'refused',
            ResponseHeaders: [
              { Name: 'cache-control', Value: 'no-store' },
              { Name: 'access-control-allow-origin', Value: '*' },
            ],
          },
        },
      })
    }
    const { ContentType, Content } = acl.CustomResponseBodies.refused
    expect(ContentType).toBe('APPLICATION_JSON')
    const body = errorBody().parse(JSON.parse(Content))
    expect(errorStatuses[body.error]).toBe(403)
  })

  it('protects the distribution, and allows everything that no rule blocks', () => {
    expect(acl.Scope).toBe('CLOUDFRONT')
    expect(acl.DefaultAction).toEqual({ Allow: {} })
    const [id] = own.ofType('AWS::WAFv2::WebACL')[0] ?? []
    expect(distributionConfigOf(own).WebACLId).toEqual({ 'Fn::GetAtt': [id, 'Arn'] })
  })

  it('limits each address over five minutes', () => {
    const limits = limitRules().map(({ Name, Priority, Statement: { RateBasedStatement: statement } }) => {
      expect(statement).toMatchObject({ AggregateKeyType: 'IP', EvaluationWindowSec: 300 })
      return [Priority, Name, statement.Limit]
    })
    expect(limits).toEqual([
      [0, 'sign-ins', 60],
      [1, 'registrations', 60],
      [2, 'requests', 3000],
    ])
  })

  /** The rules that count a request for this path, evaluated as AWS WAF does. */
  const countedBy = (path: string) =>
    limitRules()
      .filter(({ Statement: { RateBasedStatement: statement } }) => {
        if (!statement.ScopeDownStatement) return true
        const match = statement.ScopeDownStatement.ByteMatchStatement
        expect(match).toMatchObject({ FieldToMatch: { UriPath: {} }, PositionalConstraint: 'STARTS_WITH' })
        const seen = match.TextTransformations.reduce((text, { Type }) => {
          if (Type === 'URL_DECODE') return decodeURIComponent(text)
          if (Type === 'NONE') return text
          throw new Error(`this test does not know ${Type}`)
        }, path)
        return seen.startsWith(match.SearchString)
      })
      .map(({ Name }) => Name)

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

  it('counts each operation that hashes a password separately', () => {
    const paths = ['login', 'register'].map(
      (id) => allOperations.find((operation) => operation.id === id)?.path,
    )
    expect(paths.map((path) => countedBy(String(path)).length)).toEqual([2, 2])
  })

  it('429s in the error shape, with retry-after', () => {
    for (const { Action } of limitRules()) {
      expect(Action).toEqual({
        Block: {
          CustomResponse: {
            ResponseCode: 429,
            CustomResponseBodyKey: 'tooManyRequests',
            ResponseHeaders: [
              { Name: 'retry-after', Value: '300' },
              { Name: 'cache-control', Value: 'no-store' },
              { Name: 'access-control-allow-origin', Value: '*' },
              { Name: 'access-control-expose-headers', Value: 'Retry-After' },
            ],
          },
        },
      })
    }
    const { ContentType, Content } = acl.CustomResponseBodies.tooManyRequests
    expect(ContentType).toBe('APPLICATION_JSON')
    expect(JSON.parse(Content)).toEqual({ error: 'too_many_requests', message: expect.any(String) })
  })

  it('does not exist without its setting', () => {
    const plain = synthesize()
    expect(plain.ofType('AWS::WAFv2::WebACL')).toEqual([])
    expect(distributionConfigOf(plain).WebACLId).toBeUndefined()
  })
})
