import { readFileSync } from 'node:fs'
import { Duration, Tags } from 'aws-cdk-lib'
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Code, Function as LambdaFunction, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'
import type { Secrets } from '../data/secrets.ts'
import { metricsNamespace } from '../functions/function-environment.ts'
import { architectureOf, createFunctionRole } from '../functions/lambda-function.ts'
import { createLogGroup } from '../functions/log-group.ts'
import { suppress } from '../stack/suppressions.ts'

export type SyntheticCheckParts = {
  secrets: Secrets
  /** The service's domain for browsers. */
  webOrigin: string
}

/** How each provider can be checked without a person. */
const signIns: Record<Configuration['authentication']['provider'], 'password' | 'redirect' | 'config'> = {
  email: 'password',
  oidc: 'redirect',
  trusted_proxy: 'config',
  jwt: 'config',
}

/**
 * A small function that uses the service from outside, as a browser would: every five minutes health, a page and signing in, and each
 * day the age of the secrets. CloudWatch Synthetics does the same for $10 a month. A failed check is an error of the function.
 *
 * @returns The function, or undefined if the checks are off.
 */
export function createSyntheticCheck(
  scope: Construct,
  configuration: Configuration,
  { secrets, webOrigin }: SyntheticCheckParts,
): LambdaFunction | undefined {
  if (!configuration.syntheticCheck) return undefined
  const { cursor, originVerify, provider, smtp } = secrets
  const aging = [cursor, originVerify, provider?.secret, smtp].filter((secret) => secret !== undefined)
  const logGroup = createLogGroup(scope, 'SyntheticCheckLog', configuration)
  const role = createFunctionRole(scope, 'SyntheticCheckRole', logGroup, [
    // It learns when a secret was changed, never its value.
    new PolicyStatement({
      actions: ['secretsmanager:DescribeSecret'],
      resources: aging.map(({ secretArn }) => secretArn),
    }),
  ])
  const check = new LambdaFunction(scope, 'SyntheticCheck', {
    description: `Cairn ${configuration.stage}: uses the service from outside`,
    code: Code.fromInline(readFileSync(new URL('synthetic-check-handler.cjs', import.meta.url), 'utf8')),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: architectureOf(configuration),
    memorySize: 256,
    timeout: Duration.seconds(45),
    role,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    environment: {
      WEB_ORIGIN: webOrigin,
      SIGN_IN: signIns[configuration.authentication.provider],
      SECRET_ARNS: aging.map(({ secretArn }) => secretArn).join(','),
      METRICS_NAMESPACE: metricsNamespace(configuration.stage),
    },
    // A later check comes anyway.
    retryAttempts: 0,
    maxEventAge: Duration.minutes(1),
  })
  const each = (id: string, schedule: Schedule, description: string, event: object) =>
    new Rule(scope, id, {
      schedule,
      description: `Cairn: ${description}`,
      targets: [
        new FunctionTarget(check, {
          event: RuleTargetInput.fromObject(event),
          retryAttempts: 0,
          maxEventAge: Duration.minutes(1),
        }),
      ],
    })
  const rules = [
    each('CheckService', Schedule.rate(Duration.minutes(5)), 'a check of the service from outside', {}),
    each('CheckSecrets', Schedule.rate(Duration.days(1)), 'a look at the age of the secrets', {
      check: 'secrets',
    }),
  ]
  Tags.of(check).add('component', 'monitoring')
  const reason = 'A failed check raises an alarm, and the next one comes in five minutes.'
  suppress(check, {
    'Serverless-LambdaDLQ': reason,
    'Serverless-LambdaAsyncFailureDestination': reason,
    'Serverless-LambdaTracing': 'The requests that it sends are traced.',
  })
  for (const rule of rules) suppress(rule, { 'Serverless-EventBusDLQ': reason })
  suppress(role, {
    'AwsSolutions-IAM5': {
      reason: 'The ARN of a log group covers all of its streams.',
      appliesTo: [{ regex: '/^Resource::.*LogGroup.*:\\*$/g' }],
    },
  })
  return check
}
