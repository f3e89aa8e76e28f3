import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'

const tooManyRequests = JSON.stringify({
  error: 'too_many_requests',
  message: 'Too many requests from your address. Try again in a few minutes.',
})

type ManagedGroup = {
  name: string
  /** Rules that are counted instead of blocked. */
  counted: readonly string[]
}

/**
 * Rules that AWS maintains. Those of bodies are counted: a body is JSON with what people write, up to 256 KiB, and a goal may be
 * about scripts, paths and addresses. The service checks bodies itself. Programs without a user agent are welcome.
 */
const managedGroups: readonly ManagedGroup[] = [
  { name: 'AWSManagedRulesAmazonIpReputationList', counted: [] },
  { name: 'AWSManagedRulesKnownBadInputsRuleSet', counted: ['JavaDeserializationRCE_BODY', 'Log4JRCE_BODY'] },
  {
    name: 'AWSManagedRulesCommonRuleSet',
    counted: [
      'NoUserAgent_HEADER',
      'SizeRestrictions_BODY',
      'EC2MetaDataSSRF_BODY',
      'GenericLFI_BODY',
      'GenericRFI_BODY',
      'CrossSiteScripting_BODY',
    ],
  },
]

/**
 * Limits each address over five minutes: all requests, and requests to sign in or register. It responds in the contract's error
 * shape, which the stage's own limits cannot.
 *
 * @returns The ARN of the firewall, or undefined without one.
 */
export function createFirewall(scope: Construct, { stage, firewall }: Configuration): string | undefined {
  if (!firewall) return undefined
  if ('webAclArn' in firewall) return firewall.webAclArn
  const metric = (name: string) => ({
    cloudWatchMetricsEnabled: true,
    metricName: `cairn-${stage}-${name}`,
    // Samples would show cookies and credentials to everybody with access to the console.
    sampledRequestsEnabled: false,
  })
  const limitRule = (
    priority: number,
    name: string,
    limit: number,
    pathPrefix?: string,
  ): CfnWebACL.RuleProperty => ({
    name,
    priority,
    visibilityConfig: metric(name),
    action: {
      block: {
        customResponse: {
          responseCode: 429,
          customResponseBodyKey: 'tooManyRequests',
          responseHeaders: [
            { name: 'retry-after', value: '300' },
            { name: 'cache-control', value: 'no-store' },
            { name: 'access-control-allow-origin', value: '*' },
            { name: 'access-control-expose-headers', value: 'Retry-After' },
          ],
        },
      },
    },
    statement: {
      rateBasedStatement: {
        aggregateKeyType: 'IP',
        limit,
        evaluationWindowSec: 300,
        ...(pathPrefix && {
          scopeDownStatement: {
            byteMatchStatement: {
              fieldToMatch: { uriPath: {} },
              positionalConstraint: 'STARTS_WITH',
              searchString: pathPrefix,
              textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
            },
          },
        }),
      },
    },
  })
  const managedRule = ({ name, counted }: ManagedGroup, place: number): CfnWebACL.RuleProperty => ({
    name,
    priority: 3 + place,
    visibilityConfig: metric(name),
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
  })
  const acl = new CfnWebACL(scope, 'Firewall', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: metric('firewall'),
    customResponseBodies: {
      tooManyRequests: { contentType: 'APPLICATION_JSON', content: tooManyRequests },
    },
    rules: [
      limitRule(0, 'sign-ins', firewall.signInsPer5Minutes, '/v1/auth/login'),
      limitRule(1, 'registrations', firewall.signInsPer5Minutes, '/v1/auth/register'),
      limitRule(2, 'requests', firewall.requestsPer5Minutes),
      ...managedGroups.map(managedRule),
    ],
  })
  return acl.attrArn
}
