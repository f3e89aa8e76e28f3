import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { ConfigurationSet, SuppressionReasons } from 'aws-cdk-lib/aws-ses'
import type { Construct } from 'constructs'
import type { Email } from '../configuration/configuration.ts'

export type EmailSender = {
  from: string
  configurationSetName: string
  /** The sender's own address only, and through the configuration set only. */
  sendStatement: PolicyStatement
}

/**
 * What sending mails needs beside the identity, which the deployer has verified: DNS and the way out of the SES sandbox
 * are nothing that a deploy can wait for. Addresses that bounced or complained are not written to again.
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
