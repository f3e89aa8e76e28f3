import { Aws, Duration, Lazy, Tags } from 'aws-cdk-lib'
import { Rule } from 'aws-cdk-lib/aws-events'
import { SfnStateMachine } from 'aws-cdk-lib/aws-events-targets'
import { DefinitionBody, JsonPath, StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { CallAwsService } from 'aws-cdk-lib/aws-stepfunctions-tasks'
import type { Construct } from 'constructs'
import { stackPolicyOf } from '../data/stateful.ts'
import { suppress } from './suppressions.ts'

/**
 * Sets the stack policy after each deploy, so that it protects against the next one. Neither `cdk deploy` nor a template can carry
 * a stack policy, and a resource that sets it would do so in the middle of the deploy. CloudFormation's events are delivered
 * durably (Amazon EventBridge, "AWS CloudFormation events"). A failure raises an alarm.
 */
export function createStackPolicy(scope: Construct): StateMachine {
  const setPolicy = new CallAwsService(scope, 'SetStackPolicy', {
    service: 'cloudformation',
    action: 'setStackPolicy',
    parameters: {
      StackName: Aws.STACK_ID,
      // Lazy, because it needs all resources.
      StackPolicyBody: Lazy.string({ produce: () => JSON.stringify(stackPolicyOf(scope)) }),
    },
    iamAction: 'cloudformation:SetStackPolicy',
    iamResources: [Aws.STACK_ID],
    resultPath: JsonPath.DISCARD,
  })
  setPolicy.addRetry({ interval: Duration.seconds(5), maxAttempts: 5, backoffRate: 3 })
  const protection = new StateMachine(scope, 'Protection', {
    comment: 'Cairn: sets the stack policy after each deploy',
    definitionBody: DefinitionBody.fromChainable(setPolicy),
    timeout: Duration.minutes(30),
  })
  const rule = new Rule(scope, 'Deployed', {
    description: 'Cairn: a deploy has ended',
    eventPattern: {
      source: ['aws.cloudformation'],
      detailType: ['CloudFormation Stack Status Change'],
      detail: {
        'stack-id': [Aws.STACK_ID],
        'status-details': { status: ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'] },
      },
    },
    targets: [new SfnStateMachine(protection)],
  })
  Tags.of(protection).add('component', 'deployment')
  suppress(protection, {
    'AwsSolutions-SF1':
      'It runs once per deploy, and Step Functions keeps its inputs and outputs for 90 days.',
    'AwsSolutions-SF2': 'It makes a single call, so there is nothing to trace.',
    'Serverless-StepFunctionStateMachineXray': 'It makes a single call, so there is nothing to trace.',
  })
  suppress(rule, {
    'Serverless-EventBusDLQ': 'EventBridge retries for a day, and the next deploy sets the same policy.',
  })
  return protection
}
