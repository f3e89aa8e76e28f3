import { readFileSync } from 'node:fs'
import { currentFormat } from '@cairn/domain/storage/table/entities/format'
import { Aws, CfnResource, CustomResource, Duration, Stack, Tags } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Code, Function as LambdaFunction, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { architectureOf, createFunctionRole } from '../functions/lambda-function.ts'
import { createLogGroup } from '../functions/log-group.ts'
import { suppress } from '../stack/suppressions.ts'
import type { Configuration } from './configuration.ts'

/**
 * The format of the stored data, and the settings without which an installation would quietly become another one, by the names that `drop` takes. A value says what
 * the last deploy was told. The address of alarms and the firewall's limits may change; that there is one, may not.
 */
export function keptSettings({
  authentication,
  domain,
  firewall,
  alarmEmail,
  restoredTable,
}: Configuration): Record<string, string> {
  return {
    format: String(currentFormat),
    authProvider: authentication.provider,
    ...(domain && { domainName: domain.name }),
    ...(firewall && { firewall: 'on' }),
    ...(alarmEmail !== undefined && { alarmEmail: 'on' }),
    ...(restoredTable && { restoredTable: restoredTable.name }),
  }
}

/**
 * Compares the settings with those of the last deploy before anything else changes, and fails the deploy if it would drop one of
 * `keptSettings`. CloudFormation itself remembers them, as the properties of this resource.
 */
export function keepSettings(scope: Construct, configuration: Configuration): void {
  const logGroup = createLogGroup(scope, 'KeptSettingsLog', configuration)
  const role = createFunctionRole(scope, 'KeptSettingsRole', logGroup, [
    new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [Aws.STACK_ID] }),
  ])
  const compare = new LambdaFunction(scope, 'KeptSettingsCompare', {
    description: 'Cairn: compares the settings of a deploy with those of the last one',
    code: Code.fromInline(readFileSync(new URL('kept-settings-handler.cjs', import.meta.url), 'utf8')),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: architectureOf(configuration),
    memorySize: 256,
    timeout: Duration.seconds(30),
    role,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
  })
  Tags.of(compare).add('component', 'deployment')
  suppress(compare, {
    'Serverless-LambdaDLQ': 'CloudFormation calls it, and fails the deploy if no answer comes.',
    'Serverless-LambdaTracing': 'It runs once per deploy.',
  })
  suppress(role, {
    'AwsSolutions-IAM5': {
      reason: 'The ARN of a log group covers all of its streams.',
      appliesTo: [{ regex: '/^Resource::.*LogGroup.*:\\*$/g' }],
    },
  })
  const kept = new CustomResource(scope, 'KeptSettings', {
    serviceToken: compare.functionArn,
    resourceType: 'Custom::KeptSettings',
    serviceTimeout: Duration.minutes(2),
    properties: { Kept: keptSettings(configuration), Drop: configuration.drop },
  })
  kept.node.addDependency(role, logGroup)
  const own = [logGroup, role, compare, kept].flatMap(({ node }) => node.findAll())
  const first = kept.node.defaultChild as CfnResource
  for (const node of Stack.of(scope).node.findAll()) {
    if (node instanceof CfnResource && !own.includes(node)) node.addResourceDependency(first)
  }
}
