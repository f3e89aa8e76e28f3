import { mcpEndpoint, mcpWorkEndpoint } from '@cairn/contract/http/endpoints'
import { llmsPath } from '@cairn/contract/llms-text'
import { Duration, Stack, Tags } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  FunctionEventType,
  HttpVersion,
  OriginRequestPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, OriginGroup, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { accountWideName } from '../configuration/account-wide-name.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Secrets } from '../data/secrets.ts'
import { pin } from '../data/stateful.ts'
import { suppress } from '../stack/suppressions.ts'
import { createClientAddress, createClientRoutes } from './edge-functions.ts'
import { certificateFor } from './own-domain.ts'
import { createApiHeaders, createDocumentHeaders, createPageHeaders } from './response-headers.ts'

export type DistributionParts = {
  api: HttpApi
  secrets: Secrets
  siteBucket: IBucket
  webAclArn: string | undefined
}

/** One web origin for people and programs: pages, files and documents come from the bucket, the rest from the API. */
export function createDistribution(
  scope: Construct,
  configuration: Configuration,
  { api, secrets, siteBucket, webAclArn }: DistributionParts,
): Distribution {
  const { domain } = configuration
  const apiOrigin = createApiOrigin(scope, configuration, api, secrets)
  const bucketOrigin = S3BucketOrigin.withOriginAccessControl(siteBucket, {
    originAccessControl: new S3OriginAccessControl(scope, 'SiteAccess', {
      originAccessControlName: accountWideName(scope, configuration, 'site'),
    }),
  })
  const files: BehaviorOptions = {
    // A request for a missing file goes to the API, whose `$default` route returns the contract's 404. S3 would return 403 and XML.
    // CloudFront's custom error pages would replace the API's errors too.
    origin: new OriginGroup({
      primaryOrigin: bucketOrigin,
      fallbackOrigin: apiOrigin,
      fallbackStatusCodes: [403, 404],
    }),
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
    // Caches as the objects' headers say: /assets/* for a year; pages are revalidated each time.
    cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    compress: true,
    responseHeadersPolicy: createPageHeaders(scope, configuration),
  }
  // The bucket refuses a browser that asks before it sends a request, and the API answers instead. What is cached is the same for
  // every origin: the policy adds its headers after the cache.
  const documents: BehaviorOptions = {
    ...files,
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
    responseHeadersPolicy: createDocumentHeaders(scope, configuration),
  }
  const operations: BehaviorOptions = {
    origin: apiOrigin,
    // With redirects, a program could keep sending its credential in clear text.
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    // Forwards all headers, cookies and the query. Only the Host must be the gateway's own.
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    functionAssociations: [
      { function: createClientAddress(scope, configuration), eventType: FunctionEventType.VIEWER_REQUEST },
    ],
    // The functions compress, because CloudFront compresses only cacheable responses.
    compress: false,
    responseHeadersPolicy: createApiHeaders(scope, configuration),
  }
  const clientRoutes = createClientRoutes(scope, configuration)
  const distribution = new Distribution(scope, 'Distribution', {
    comment: `Cairn ${configuration.stage}`,
    httpVersion: HttpVersion.HTTP2_AND_3,
    ...(domain && {
      domainNames: [domain.name],
      certificate: certificateFor(scope, domain),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    }),
    ...(webAclArn && { webAclId: webAclArn }),
    defaultBehavior: {
      ...files,
      functionAssociations: [
        { function: clientRoutes, eventType: FunctionEventType.VIEWER_REQUEST },
        { function: clientRoutes, eventType: FunctionEventType.VIEWER_RESPONSE },
      ],
    },
    additionalBehaviors: {
      '/assets/*': files,
      '/openapi.json': documents,
      [llmsPath]: documents,
      '/v1/*': operations,
      '/health': operations,
      // Forwards every header of the Model Context Protocol too.
      [mcpEndpoint.path]: operations,
      [mcpWorkEndpoint.path]: operations,
      '/oauth/*': operations,
      '/.well-known/*': operations,
    },
  })
  pin(distribution, 'distribution')
  Tags.of(distribution).add('component', 'web')
  suppressFindings(distribution, configuration)
  return distribution
}

/**
 * The secret header proves to the functions that a request came through the distribution. CloudFormation inserts the secret only when
 * it creates or changes the distribution; a new generation is such a change.
 */
function createApiOrigin(
  scope: Construct,
  { originHeaderGeneration }: Configuration,
  api: HttpApi,
  { originVerify }: Secrets,
): HttpOrigin {
  const { region, urlSuffix } = Stack.of(scope)
  return new HttpOrigin(`${api.apiId}.execute-api.${region}.${urlSuffix}`, {
    connectionAttempts: 2,
    connectionTimeout: Duration.seconds(5),
    // Functions time out after 10 seconds.
    readTimeout: Duration.seconds(15),
    customHeaders: {
      // The template contains a reference, never the value.
      'x-origin-verify': originVerify.secretValue.unsafeUnwrap(),
      'x-origin-verify-generation': String(originHeaderGeneration),
    },
  })
}

function suppressFindings(distribution: Distribution, { domain, firewall }: Configuration): void {
  suppress(distribution, {
    'AwsSolutions-CFR1': 'Goals are tracked everywhere, so no country is blocked.',
    'AwsSolutions-CFR3':
      'Page URLs contain valid invitation tokens, so the log of edge-log.ts has chosen fields without URLs, which this rule does not know.',
    ...(!firewall && {
      'AwsSolutions-CFR2':
        'The firewall is optional. firewallRequestsPer5Minutes or webAclArn enables it, and production asks.',
    }),
    ...(!domain && {
      'AwsSolutions-CFR4':
        "CloudFront's own domain allows no other TLS policy. A custom domain has TLSv1.2_2021.",
    }),
  })
}
