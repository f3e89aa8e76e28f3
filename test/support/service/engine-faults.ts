import type { ServerResponse } from 'node:http'
import type { EngineCall } from './engine-call.ts'

/**
 * The fate of a call. `pass`: it is served. `delayMilliseconds`: it is served later. `status500`, `throttle`,
 * `transactionConflict`: it is refused and never reaches the engine. `hang`: no response ever comes. `dropConnection`: the
 * connection breaks before the engine sees the call; `dropAnswer`: after the engine has served it.
 */
export type Fault =
  | 'pass'
  | 'status500'
  | 'throttle'
  | 'transactionConflict'
  | 'hang'
  | 'dropConnection'
  | 'dropAnswer'
  | { delayMilliseconds: number }

type RefusingFault = Exclude<Fault, 'pass' | 'hang' | 'dropAnswer' | object>

/** Responds for the engine, with DynamoDB's errors. */
export function respondWithFault(fault: RefusingFault, call: EngineCall, response: ServerResponse): void {
  if (fault === 'dropConnection') {
    response.destroy()
  } else if (fault === 'status500') {
    send(response, 500, {
      __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError',
      message: 'Internal server error',
    })
  } else if (fault === 'throttle') {
    send(response, 400, {
      __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
      message: 'The level of configured provisioned throughput for the table was exceeded.',
    })
  } else {
    send(response, 400, transactionConflict(call))
  }
}

/** The first element of the transaction is the one in conflict, or the single write. */
function transactionConflict({ operation, body }: EngineCall): object {
  const message = 'Transaction is ongoing for the item'
  if (!Array.isArray(body.TransactItems)) {
    return {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionConflictException',
      message: `${message} (${operation})`,
    }
  }
  const reasons = body.TransactItems.map((_, index) =>
    index === 0 ? { Code: 'TransactionConflict', Message: message } : { Code: 'None' },
  )
  return {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
    CancellationReasons: reasons,
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body))
}
