import type { InvocationContext } from '@cairn/lambda/pipeline/event'

/** The deployed functions' timeout: two seconds more than the eight that a request gives the database. */
export const functionTimeoutMilliseconds = 10_000

export type InvocationOptions = { timeoutMilliseconds?: number; clientGone?: AbortSignal | undefined }

/** The context that Lambda passes with an invocation. */
export function createContext(
  functionName: string,
  awsRequestId: string,
  { timeoutMilliseconds = functionTimeoutMilliseconds, clientGone }: InvocationOptions = {},
): InvocationContext {
  const deadline = performance.now() + timeoutMilliseconds
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
    clientGone,
    // The type still requires the callbacks of Node 0.10.
    done: () => {},
    fail: () => {},
    succeed: () => {},
  }
}
