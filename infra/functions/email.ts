import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { ConfigurationSet, SuppressionReasons } from 'aws-cdk-lib/aws-ses'
import type { Construct } from 'constructs'
import type { Email } from '../configuration/configuration.ts'

export type EmailSender = {
  from: string
  configurationSetName: string
  /** Allows only the sender's own address, and only through the configuration set. */
  sendStatement: PolicyStatement
}

/**
 * The configuration set for emails, which suppresses addresses that bounced or complained. The deployer verifies the identity first,
 * because a deploy cannot wait for DNS and for leaving the SES sandbox.
 */
export function createEmailSender(scope: Construct, { from, identity }: Email): EmailSender {
  const set = new ConfigurationSet(scope, 'EmailConfigurationSet', {
    reputationMetrics: true,
    suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
  })
  const arn = (resource: string, resourceName: string) =>
    Stack.of(scope).formatArn({ service: 'ses', resource, resourceName })
  return {
    from,
    configurationSetName: set.configurationSetName,
    sendStatement: new PolicyStatement({
      actions: ['ses:SendEmail'],
      resources: [arn('identity', identity), arn('configuration-set', set.configurationSetName)],
      conditions: { StringEquals: { 'ses:FromAddress': from.replace(/^.*<(.*)>$/, '$1') } },
    }),
  }
}
