import { Stack } from 'aws-cdk-lib'
import { EventBus } from 'aws-cdk-lib/aws-events'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  ConfigurationSet,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses'
import type { Construct } from 'constructs'
import type { Email } from '../configuration/configuration-email.ts'
import type { Secrets } from '../data/secrets.ts'
import { readSecrets } from './function-access.ts'

/** The permissions and settings of a function that sends emails. */
export type EmailSender = {
  kind: Email['kind']
  /** That of SES, which reports bounces. */
  configurationSet?: string
  /** The rate of emails for which nobody waits. */
  perSecond: number
  environment: Record<string, string>
  statements: PolicyStatement[]
}

/** The environment of a function that sends no emails, and of all in an installation without a sender. */
export const noEmails = { EMAIL_DELIVERY: 'off' }

export function createEmailSender(scope: Construct, email: Email, secrets: Secrets): EmailSender {
  return email.kind === 'ses' ? createSesSender(scope, email) : createSmtpSender(email, secrets)
}

/**
 * The configuration set for emails, which suppresses addresses that bounced or complained. The deployer verifies the identity first,
 * because a deploy cannot wait for DNS and for leaving the SES sandbox. Functions may only use the sender's own address, and only
 * through the configuration set.
 */
function createSesSender(
  scope: Construct,
  { from, identity, perSecond }: Extract<Email, { kind: 'ses' }>,
): EmailSender {
  const set = new ConfigurationSet(scope, 'EmailConfigurationSet', {
    reputationMetrics: true,
    suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
  })
  // SES can send events to the default bus only. `due.ts` has the rule that picks bounces.
  set.addEventDestination('Bounces', {
    destination: EventDestination.eventBus(EventBus.fromEventBusName(scope, 'DefaultBus', 'default')),
    events: [EmailSendingEvent.BOUNCE],
  })
  const arn = (resource: string, resourceName: string) =>
    Stack.of(scope).formatArn({ service: 'ses', resource, resourceName })
  return {
    kind: 'ses',
    configurationSet: set.configurationSetName,
    perSecond,
    environment: {
      EMAIL_DELIVERY: 'ses',
      EMAIL_FROM: from,
      EMAIL_CONFIGURATION_SET: set.configurationSetName,
    },
    statements: [
      new PolicyStatement({
        actions: ['ses:SendEmail'],
        resources: [arn('identity', identity), arn('configuration-set', set.configurationSetName)],
        conditions: { StringEquals: { 'ses:FromAddress': from.replace(/^.*<(.*)>$/, '$1') } },
      }),
    ],
  }
}

/** An SMTP server of the deployer. Functions have no VPC, so it must be reachable from the internet. */
function createSmtpSender(
  { from, host, port, tls, user, perSecond }: Extract<Email, { kind: 'smtp' }>,
  { smtp }: Secrets,
): EmailSender {
  return {
    kind: 'smtp',
    perSecond,
    environment: {
      EMAIL_DELIVERY: 'smtp',
      EMAIL_FROM: from,
      SMTP_HOST: host,
      SMTP_TLS: tls,
      ...(port !== undefined && { SMTP_PORT: String(port) }),
      ...(user !== undefined && { SMTP_USER: user }),
      // The empty variable is for the SAM CLI.
      ...(smtp && { SMTP_PASSWORD_ARN: smtp.secretArn, SMTP_PASSWORD: '' }),
    },
    statements: smtp ? [readSecrets([smtp])] : [],
  }
}
