import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'

const tooManyRequests = JSON.stringify({
  error: 'too_many_requests',
  message: 'Too many requests from your address. Try again in a few minutes.',
})

const refused = JSON.stringify({
  error: 'permission_denied',
  message: 'The firewall refused this request.',
})

type ManagedGroup = {
  name: string
  /** Rules that are counted instead of blocked. */
  counted: readonly string[]
  /** Rules that respond in the contract's error shape. One that AWS adds later responds with CloudFront's page. */
  blocking: readonly string[]
}

/**
 * Rules that AWS maintains. Those of bodies are counted: a body is JSON with what people write, up to 256 KiB, and a goal may be
 * about scripts, paths, addresses, or an attack that a rule looks for. The service checks bodies itself, and runs neither Java nor React.
 * Programs without a user agent are welcome.
 */
const managedGroups: readonly ManagedGroup[] = [
  {
    name: 'AWSManagedRulesAmazonIpReputationList',
    counted: [],
    blocking: ['AWSManagedIPReputationList', 'AWSManagedReconnaissanceList'],
  },
  {
    name: 'AWSManagedRulesKnownBadInputsRuleSet',
    counted: ['JavaDeserializationRCE_BODY', 'Log4JRCE_BODY', 'ReactJSRCE_BODY'],
    blocking: [
      'JavaDeserializationRCE_HEADER',
      'JavaDeserializationRCE_URIPATH',
      'JavaDeserializationRCE_QUERYSTRING',
      'Host_localhost_HEADER',
      'PROPFIND_METHOD',
      'ExploitablePaths_URIPATH',
      'Log4JRCE_HEADER',
      'Log4JRCE_QUERYSTRING',
      'Log4JRCE_URIPATH',
    ],
  },
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
    blocking: [
      'UserAgent_BadBots_HEADER',
      'SizeRestrictions_QUERYSTRING',
      'SizeRestrictions_Cookie_HEADER',
      'SizeRestrictions_URIPATH',
      'EC2MetaDataSSRF_COOKIE',
      'EC2MetaDataSSRF_URIPATH',
      'EC2MetaDataSSRF_QUERYARGUMENTS',
      'GenericLFI_QUERYARGUMENTS',
      'GenericLFI_URIPATH',
      'RestrictedExtensions_URIPATH',
      'RestrictedExtensions_QUERYARGUMENTS',
      'GenericRFI_QUERYARGUMENTS',
      'GenericRFI_URIPATH',
      'CrossSiteScripting_COOKIE',
      'CrossSiteScripting_QUERYARGUMENTS',
      'CrossSiteScripting_URIPATH',
    ],
  },
]

/** Headers of every response of the firewall: pages of all origins may read it, and nobody keeps it. */
const responseHeaders = [
  { name: 'cache-control', value: 'no-store' },
  { name: 'access-control-allow-origin', value: '*' },
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
            ...responseHeaders,
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
  const refuse = {
    block: { customResponse: { responseCode: 403, customResponseBodyKey: 'refused', responseHeaders } },
  }
  const managedRule = ({ name, counted, blocking }: ManagedGroup, place: number): CfnWebACL.RuleProperty => ({
    name,
    priority: 3 + place,
    visibilityConfig: metric(name),
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: [
          ...counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
          ...blocking.map((rule) => ({ name: rule, actionToUse: refuse })),
        ],
      },
    },
  })
  const acl = new CfnWebACL(scope, 'Firewall', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: metric('firewall'),
    customResponseBodies: {
      tooManyRequests: { contentType: 'APPLICATION_JSON', content: tooManyRequests },
      refused: { contentType: 'APPLICATION_JSON', content: refused },
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
