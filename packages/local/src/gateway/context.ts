import type { Context } from 'aws-lambda'

/** The deployed functions' timeout: two seconds more than the eight that a request gives the database. */
export const functionTimeoutMilliseconds = 10_000

/** The context that Lambda passes with an invocation. */
export function createContext(functionName: string, awsRequestId: string): Context {
  const deadline = performance.now() + functionTimeoutMilliseconds
  return {
    awsRequestId,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: '512',
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
    // The type still requires the callbacks of Node 0.10.
    done: () => {},
    fail: () => {},
    succeed: () => {},
  }
}
