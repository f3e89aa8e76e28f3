import { RemovalPolicy } from 'aws-cdk-lib'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'

/** A log group with retention. With `deletionProtection` it outlives the stack, since it may show why the stack is gone. */
export function createLogGroup(
  scope: Construct,
  id: string,
  { deletionProtection, logRetentionDays }: Configuration,
): LogGroup {
  return new LogGroup(scope, id, {
    retention: logRetentionDays,
    removalPolicy: deletionProtection ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  })
}
