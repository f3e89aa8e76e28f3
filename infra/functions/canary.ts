import { Tags } from 'aws-cdk-lib'
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Alias } from 'aws-cdk-lib/aws-lambda'
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs'
import type { Construct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'
import { suppress } from '../stack/suppressions.ts'
import { liveAlias, liveOf } from './live.ts'

/**
 * Lets CodeDeploy move the alias of each function: a tenth of the requests for five minutes, then all. Its own alarm of crashes or
 * that of the API's 5xx moves the alias back, fails the deploy, and so rolls the whole stack back. All functions move at once.
 *
 * Background functions have an alias without a canary: a tenth of a minute's sweep or of a stream's batch would show nothing.
 *
 * @param functions  Those of requests.
 * @param alarms  Of the stack, by their construct ids.
 */
export function createCanary(
  scope: Construct,
  configuration: Configuration,
  functions: readonly NodejsFunction[],
  alarms: readonly Alarm[],
): void {
  if (!configuration.canary) return
  const alarmOf = (id: string) => {
    const alarm = alarms.find(({ node }) => node.id === `Alarm${id}`)
    if (!alarm) throw new Error(`there is no alarm ${id}`)
    return alarm
  }
  const aliases = functions.map((lambda) => ({ lambda, alias: liveOf(lambda, configuration) as Alias }))
  const application = new LambdaApplication(scope, 'Canary')
  const role = createCanaryRole(
    scope,
    aliases.map(({ alias }) => alias),
  )
  Tags.of(application).add('component', 'deployment')
  for (const { lambda, alias } of aliases) {
    const group = new LambdaDeploymentGroup(scope, `${lambda.node.id}Canary`, {
      application,
      alias,
      // Its permissions are below. CodeDeploy's managed policy covers every function of the account.
      role: role.withoutPolicyUpdates(),
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: [alarmOf(`${lambda.node.id}Errors`), alarmOf('ServerErrors')],
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    })
    Tags.of(group).add('component', 'deployment')
    // CodeDeploy checks the permissions when it moves the alias.
    alias.node.addDependency(role)
  }
}

function createCanaryRole(scope: Construct, aliases: readonly Alias[]): Role {
  const role = new Role(scope, 'CanaryRole', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: {
      access: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
            resources: aliases.flatMap(({ lambda: { functionArn } }) => [
              functionArn,
              `${functionArn}:${liveAlias}`,
            ]),
          }),
          // Supports no resource.
          new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
        ],
      }),
    },
  })
  suppress(role, {
    'AwsSolutions-IAM5': {
      reason: 'DescribeAlarms supports no resource.',
      appliesTo: ['Resource::*'],
    },
  })
  return role
}
