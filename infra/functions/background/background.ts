import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs'
import type { Construct } from 'constructs'
import type { Configuration } from '../../configuration/configuration.ts'
import type { FunctionParts } from '../group-functions.ts'
import { createDue, type Due } from './due.ts'
import { createGoalChanges, type GoalChanges } from './goal-changes.ts'
import { createWebhookDeliveries } from './webhook-deliveries.ts'
import { createWebhookQueue, type WebhookQueue } from './webhook-queue.ts'

/** Work that no request calls: functions that follow the stream, a queue and a schedule. */
export type Background = {
  goalChanges: GoalChanges
  webhookQueue: WebhookQueue
  webhookDeliveries: NodejsFunction
  due: Due
}

export function createBackground(
  scope: Construct,
  configuration: Configuration,
  parts: FunctionParts,
): Background {
  const webhookQueue = createWebhookQueue(scope)
  return {
    goalChanges: createGoalChanges(scope, configuration, parts, webhookQueue),
    webhookQueue,
    webhookDeliveries: createWebhookDeliveries(scope, configuration, parts, webhookQueue),
    due: createDue(scope, configuration, parts, webhookQueue),
  }
}
