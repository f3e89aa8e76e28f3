import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront'
import { PolicyDocument, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  CfnDelivery,
  CfnDeliveryDestination,
  CfnDeliverySource,
  CfnResourcePolicy,
  LogGroup,
} from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { accountWideName } from '../configuration/account-wide-name.ts'
import type { Configuration } from '../configuration/configuration.ts'

/**
 * The logged fields of a request: enough to see an attack and to stop its address. Not the URL, its query, the referrer, cookies and the
 * browser: pages have tokens in their URLs. `x-edge-request-id` is `edgeRequestId` in the line of the function.
 */
export const edgeLogFields = [
  'date',
  'time',
  'c-ip',
  'c-country',
  'cs-method',
  'sc-status',
  'x-edge-result-type',
  'x-edge-request-id',
  'time-taken',
  'sc-bytes',
  'cs-bytes',
  'ssl-protocol',
]

/** Addresses are personal data. A month is enough to look into an attack. */
const daysKept = 30

/** Logs each request at CloudFront, whose logs AWS delivers in us-east-1 only. Elsewhere there are those of the gateway, without addresses. */
export function createEdgeLog(
  scope: Construct,
  configuration: Configuration,
  distribution: Distribution,
): void {
  if (configuration.region !== 'us-east-1') return
  const { account, region, partition } = Stack.of(scope)
  const log = new LogGroup(scope, 'EdgeLog', { retention: daysKept, removalPolicy: RemovalPolicy.DESTROY })
  const permission = new CfnResourcePolicy(scope, 'EdgeLogPolicy', {
    policyName: accountWideName(scope, configuration, 'edge-log-policy'),
    policyDocument: Stack.of(scope).toJsonString(
      new PolicyDocument({
        statements: [
          new PolicyStatement({
            principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
            actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            // All of its streams.
            resources: [log.logGroupArn],
            conditions: {
              StringEquals: { 'aws:SourceAccount': account },
              ArnLike: { 'aws:SourceArn': `arn:${partition}:logs:${region}:${account}:*` },
            },
          }),
        ],
      }),
    ),
  })
  const source = new CfnDeliverySource(scope, 'EdgeLogSource', {
    name: accountWideName(scope, configuration, 'edge-log-source'),
    resourceArn: distribution.distributionArn,
    logType: 'ACCESS_LOGS',
  })
  const destination = new CfnDeliveryDestination(scope, 'EdgeLogDestination', {
    name: accountWideName(scope, configuration, 'edge-log'),
    destinationResourceArn: Stack.of(scope).formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: log.logGroupName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    }),
    outputFormat: 'json',
  })
  const delivery = new CfnDelivery(scope, 'EdgeLogDelivery', {
    deliverySourceName: source.name,
    deliveryDestinationArn: destination.attrArn,
    recordFields: edgeLogFields,
  })
  delivery.addResourceDependency(source)
  delivery.addResourceDependency(permission)
}
