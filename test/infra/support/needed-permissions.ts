import type { EngineCall } from '../../support/service/engine-call.ts'

const transactionActions = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
} as const

/**
 * The permissions that a recorded call needs, in the form of `grantsOf`. A transaction needs the action of each of its items
 * (Amazon DynamoDB Developer Guide, "Using IAM with DynamoDB transactions"). A query of an index needs permission for the index.
 */
export function permissionsFor({ operation, body }: EngineCall): string[] {
  if (operation === 'TransactWriteItems') {
    const items = body.TransactItems as Record<string, unknown>[]
    return items.flatMap((item) =>
      Object.entries(transactionActions)
        .filter(([kind]) => item[kind] !== undefined)
        .map(([, action]) => `dynamodb:${action} Table`),
    )
  }
  // Which reads share a call depends on the moment: after a lost race, one of them may be alone.
  if (operation === 'BatchGetItem') return ['dynamodb:BatchGetItem Table', 'dynamodb:GetItem Table']
  return [`dynamodb:${operation} ${typeof body.IndexName === 'string' ? body.IndexName : 'Table'}`]
}
