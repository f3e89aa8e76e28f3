import { Duration, Tags } from 'aws-cdk-lib'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, LoggingFormat, Runtime, SystemLogLevel, Tracing } from 'aws-cdk-lib/aws-lambda'
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs'
import type { ILogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'
import { suppress } from '../stack/suppressions.ts'
import { functionCode } from './function-code.ts'
import { createLogGroup } from './log-group.ts'

export type LambdaFunctionOptions = {
  /** The folder under `functions/`. */
  folder: string
  description: string
  memoryMegabytes: number
  timeoutSeconds: number
  environment: Record<string, string>
  /** Its permissions, besides writing its log and traces. */
  statements: PolicyStatement[]
}

/**
 * Creates the role of a function. It does not use AWS's managed policies, which let a function write to every log group of the account.
 *
 * @param statements  Its permissions, besides writing its log.
 */
export function createFunctionRole(
  scope: Construct,
  id: string,
  logGroup: ILogGroup,
  statements: PolicyStatement[],
): Role {
  return new Role(scope, id, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      log: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            resources: [logGroup.logGroupArn],
          }),
        ],
      }),
      ...(statements.length > 0 && { access: new PolicyDocument({ statements }) }),
    },
  })
}

export function architectureOf({ architecture }: Configuration): Architecture {
  return architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64
}

/** Creates a function with its own log group and role. */
export function createLambdaFunction(
  scope: Construct,
  id: string,
  configuration: Configuration,
  options: LambdaFunctionOptions,
): NodejsFunction {
  const logGroup = createLogGroup(scope, `${id}Log`, configuration)
  const role = createFunctionRole(scope, `${id}Role`, logGroup, options.statements)
  const reserved = configuration.reservedConcurrency[options.folder]
  const lambda = new NodejsFunction(scope, `${id}Function`, {
    description: options.description,
    code: functionCode(scope, options.folder, configuration),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: architectureOf(configuration),
    memorySize: options.memoryMegabytes,
    timeout: Duration.seconds(options.timeoutSeconds),
    ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
    role,
    logGroup,
    // The function writes JSON lines, and so does Lambda. WARN, because the start and end lines of INFO would triple the cost
    // of logs.
    loggingFormat: LoggingFormat.JSON,
    systemLogLevelV2: SystemLogLevel.WARN,
    tracing: configuration.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
    awsSdkConnectionReuse: false,
    environment: { NODE_OPTIONS: '--enable-source-maps', ...options.environment },
  })
  Tags.of(lambda).add('component', options.folder)
  suppress(lambda, {
    'Serverless-LambdaDLQ':
      'That queue is for asynchronous calls. Only the schedule makes them, and they have a failure destination. The gateway waits for the response, and stream and queue have their own dead-letter queues.',
  })
  suppress(role, {
    'Serverless-LambdaStarPermissions': 'X-Ray and ListStreams support no resource.',
    'AwsSolutions-IAM5': {
      reason:
        'The ARN of a log group covers all of its streams, and X-Ray and ListStreams support no resource.',
      appliesTo: ['Resource::*', { regex: '/^Resource::.*LogGroup.*:\\*$/g' }],
    },
  })
  return lambda
}
