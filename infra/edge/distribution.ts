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
import { suppress } from '../suppressions.ts'
import { createClientAddress, createClientRoutes } from './edge-functions.ts'
import { certificateFor } from './own-domain.ts'
import { createApiHeaders, createPageHeaders } from './response-headers.ts'

export type DistributionParts = {
  api: HttpApi
  secrets: Secrets
  siteBucket: IBucket
  webAclArn: string | undefined
}

/** One origin for people and programs: pages and files from the bucket, `/v1/*` and `/health` from the API. */
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
    // What is not in the bucket is asked of the API, whose `$default` route returns the contract's 404: S3 would return 403
    // and XML. CloudFront's own error pages are no way, since they would replace the API's errors too.
    origin: new OriginGroup({
      primaryOrigin: bucketOrigin,
      fallbackOrigin: apiOrigin,
      fallbackStatusCodes: [403, 404],
    }),
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
    // Keeps what the bucket's objects say: a year for /assets/*, asked for again each time for pages.
    cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    compress: true,
    responseHeadersPolicy: createPageHeaders(scope, configuration),
  }
  const operations: BehaviorOptions = {
    origin: apiOrigin,
    // A redirect would let a program send its credential in the clear, again and again.
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    // All headers, cookies and the query. Only the Host must be the gateway's own.
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    functionAssociations: [
      { function: createClientAddress(scope, configuration), eventType: FunctionEventType.VIEWER_REQUEST },
    ],
    // The functions compress: CloudFront compresses only what it may keep.
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
    additionalBehaviors: { '/assets/*': files, '/v1/*': operations, '/health': operations },
  })
  pin(distribution, 'distribution')
  Tags.of(distribution).add('component', 'web')
  suppressFindings(distribution, configuration)
  return distribution
}

/**
 * The header proves to the functions that a request came this way. CloudFormation puts the secret in when it makes or
 * changes the distribution; the generation is only there to be a change.
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
    // A function ends after 10 seconds.
    readTimeout: Duration.seconds(15),
    customHeaders: {
      // The template holds a reference, never the value.
      'x-origin-verify': originVerify.secretValue.unsafeUnwrap(),
      'x-origin-verify-generation': String(originHeaderGeneration),
    },
  })
}

function suppressFindings(distribution: Distribution, { domain, firewall }: Configuration): void {
  suppress(distribution, {
    'AwsSolutions-CFR1': 'Goals are tracked everywhere: no country is shut out.',
    'AwsSolutions-CFR3':
      'Addresses of pages hold live invitation tokens, which no log may hold. Requests to the API are logged by its stage and its functions.',
    ...(!firewall && {
      'AwsSolutions-CFR2': 'The firewall is optional: firewallRequestsPer5Minutes or webAclArn switch it on.',
    }),
    ...(!domain && {
      'AwsSolutions-CFR4':
        "CloudFront's own domain takes no other TLS policy; an own domain has TLSv1.2_2021.",
    }),
  })
}
