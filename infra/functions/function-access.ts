import type { FunctionGroup } from '@cairn/contract/endpoints'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager'

/**
 * The actions of each function on the table and the indexes that it may query: exactly the calls of its operations. A transaction
 * needs the permission of each of its writes. `test/infra/built/built-functions.test.ts` compares this with the calls that the
 * built functions send, and fails for a missing or an unused permission.
 */
export type TableAccess = {
  actions: readonly TableAction[]
  /** Indexes that `Query` reads. */
  indexes: readonly ('gsi1' | 'gsi2' | 'gsi3')[]
}

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem'

export const tableAccess: Record<FunctionGroup, TableAccess> = {
  health: { actions: [], indexes: [] },
  auth: {
    actions: [
      'GetItem',
      'BatchGetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'ConditionCheckItem',
    ],
    indexes: ['gsi1'],
  },
  organizations: {
    actions: [
      'GetItem',
      'BatchGetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'ConditionCheckItem',
    ],
    indexes: ['gsi1', 'gsi2'],
  },
  invitations: {
    actions: [
      'GetItem',
      'BatchGetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'ConditionCheckItem',
    ],
    indexes: ['gsi1'],
  },
  'api-tokens': {
    actions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    indexes: ['gsi1', 'gsi2'],
  },
  goals: {
    actions: [
      'GetItem',
      'BatchGetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'BatchWriteItem',
      'ConditionCheckItem',
    ],
    indexes: ['gsi1', 'gsi2'],
  },
  'goal-labels': {
    actions: [
      'GetItem',
      'BatchGetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'ConditionCheckItem',
    ],
    indexes: ['gsi1'],
  },
  'goal-views': {
    actions: [
      'GetItem',
      'BatchGetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'ConditionCheckItem',
    ],
    indexes: [],
  },
  events: {
    actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    indexes: ['gsi1', 'gsi2'],
  },
  webhooks: {
    actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    indexes: [],
  },
  notifications: {
    actions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    indexes: [],
  },
  oauth: {
    actions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    indexes: ['gsi1'],
  },
  // What its tools call of goals, labels and events. No tool deletes a goal.
  mcp: {
    actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['gsi1', 'gsi2'],
  },
}

/** The same of the functions that no request calls, by their folder. */
export const backgroundAccess = {
  'goal-changes': {
    actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'BatchWriteItem'],
    indexes: [],
  },
  'webhook-deliveries': {
    actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem', 'BatchWriteItem'],
    indexes: ['gsi1'],
  },
  due: {
    actions: [
      'GetItem',
      'BatchGetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'BatchWriteItem',
      'ConditionCheckItem',
    ],
    indexes: ['gsi1', 'gsi2', 'gsi3'],
  },
} as const satisfies Record<string, TableAccess>

export function tableStatements(table: ITable, { actions, indexes }: TableAccess): PolicyStatement[] {
  if (actions.length === 0) return []
  return [
    new PolicyStatement({
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [table.tableArn],
    }),
    ...(indexes.length > 0
      ? [
          new PolicyStatement({
            actions: ['dynamodb:Query'],
            resources: indexes.map((index) => `${table.tableArn}/index/${index}`),
          }),
        ]
      : []),
  ]
}

export function readSecrets(secrets: Secret[]): PolicyStatement {
  return new PolicyStatement({
    actions: ['secretsmanager:GetSecretValue'],
    resources: secrets.map(({ secretArn }) => secretArn),
  })
}
