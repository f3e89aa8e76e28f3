import { Alias, type IFunction } from 'aws-cdk-lib/aws-lambda'
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs'
import type { Configuration } from '../configuration/configuration.ts'

/** The name of the alias, in every function. */
export const liveAlias = 'live'

/**
 * Returns what the gateway, a queue, the stream or a schedule invokes: with `canary` the alias of a published version, otherwise the
 * function itself. The id of a version contains a hash of the function's code and settings, so an unchanged tree publishes none.
 */
export function liveOf(lambda: NodejsFunction, { canary }: Configuration): IFunction {
  if (!canary) return lambda
  const existing = lambda.node.tryFindChild('Live')
  if (existing) return existing as Alias
  // In the scope of the function, so that what depends on the function waits for the alias too.
  return new Alias(lambda, 'Live', {
    aliasName: liveAlias,
    version: lambda.currentVersion,
    description: 'Cairn: the version that is invoked',
  })
}
