import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  IdempotentParameterMismatchException,
  InternalServerError,
  ResourceInUseException,
  ResourceNotFoundException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'

/** An item in the form of `DynamoDBClient`: `{ name: { S: 'text' } }`. */
export type AttributeMap = Record<string, AttributeValue>

/** The metadata that the SDK's callers may look at. Nothing was sent, so there was one attempt. */
export const metadataOf = (httpStatusCode: number) => ({ httpStatusCode, attempts: 1, totalRetryDelay: 0 })

const refused = () => metadataOf(400)

/** The request breaks a rule of DynamoDB. The SDK has no class for this error. */
export function validationError(message: string): DynamoDBServiceException {
  return new DynamoDBServiceException({
    name: 'ValidationException',
    $fault: 'client',
    message,
    $metadata: refused(),
  })
}

/** DynamoDB might accept the request, but this engine does not implement a part of it, which the message names. */
export function notSupported(what: string): DynamoDBServiceException {
  return validationError(`The engine of @cairn/engine does not support ${what}.`)
}

/** The transaction was not written, and the state is what is on disk. SDK callers treat this error as transient. */
export function internalError(cause: unknown): InternalServerError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const error = new InternalServerError({
    message: `The database file could not be used: ${reason}`,
    $metadata: metadataOf(500),
  })
  error.cause = cause
  return error
}

export function tableNotFound(tableName?: string): ResourceNotFoundException {
  const message =
    tableName === undefined
      ? 'Requested resource not found'
      : `Requested resource not found: Table: ${tableName} not found`
  return new ResourceNotFoundException({ message, $metadata: refused() })
}

export function tableInUse(tableName: string): ResourceInUseException {
  return new ResourceInUseException({
    message: `Table already exists: ${tableName}`,
    $metadata: refused(),
  })
}

/** @param item  The record in the way, if `ReturnValuesOnConditionCheckFailure` asks for it. */
export function conditionFailed(item: AttributeMap | undefined): ConditionalCheckFailedException {
  return new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    $metadata: refused(),
    ...(item && { Item: item }),
  })
}

export type CancellationReason = { Code: string; Message?: string; Item?: AttributeMap }

/** @param reasons  One for each item of the transaction, in order. */
export function transactionCanceled(reasons: CancellationReason[]): TransactionCanceledException {
  const codes = reasons.map(({ Code }) => Code).join(', ')
  return new TransactionCanceledException({
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    CancellationReasons: reasons,
    $metadata: refused(),
  })
}

export function idempotentParameterMismatch(): IdempotentParameterMismatchException {
  return new IdempotentParameterMismatchException({
    message: 'Request with the same ClientRequestToken but different parameters was already sent',
    $metadata: refused(),
  })
}
