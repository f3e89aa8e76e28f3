import { endpoints, type FunctionGroup, mcpEndpoint } from '@cairn/contract/http/endpoints'
import { allTools } from '@cairn/contract/mcp/doors'
import type { Operation, TableUse } from '@cairn/contract/registry/operation'
import { allOperations, operations } from '@cairn/contract/registry/registry'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager'

/** The actions of a function on the table, and the indexes that it may query. A transaction needs the permission of each of its writes. */
export type TableAccess = {
  actions: readonly TableAction[]
  /** Indexes that `Query` reads. */
  indexes: readonly ('gsi1' | 'gsi2' | 'gsi3')[]
}

/** The calls that verify a credential, count its requests, write records, and check others in the same transaction. */
const session = ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] as const
const background = ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'BatchWriteItem'] as const

export type TableAction = (typeof session | typeof background)[number] | 'DeleteItem'

/** All that a group's function serves. The function of the tools of agents runs operations. */
function servedBy(group: FunctionGroup): readonly { table?: readonly TableUse[] }[] {
  return group === mcpEndpoint.group
    ? allTools.flatMap(({ operations: ids }) => ids.map((id): Operation => operations[id]))
    : [...allOperations, ...endpoints].filter((served) => served.group === group)
}

/**
 * Returns the access of a group's function: exactly the calls of its operations, by their declarations.
 * `test/infra/built/built-functions.test.ts` compares this with the calls that the built functions send, and fails for a missing or
 * an unused permission.
 */
export function tableAccessOf(group: FunctionGroup): TableAccess {
  if (group === 'health') return { actions: [], indexes: [] }
  const uses = new Set(servedBy(group).flatMap(({ table = [] }) => table))
  const actions = (['Query', 'DeleteItem', 'BatchWriteItem'] as const).filter((action) => uses.has(action))
  // Every function may count the members of an organization for its limit (`organization-limiter.ts`).
  const indexes = (['gsi1', 'gsi2', 'gsi3'] as const).filter((index) => index === 'gsi1' || uses.has(index))
  return { actions: [...session, ...actions], indexes }
}

/** The same of the functions that no request calls, by their folder. */
export const backgroundAccess = {
  'goal-changes': { actions: [...background, 'UpdateItem', 'DeleteItem'], indexes: ['gsi1'] },
  'webhook-deliveries': { actions: [...background, 'DeleteItem'], indexes: ['gsi1'] },
  due: {
    actions: [...background, 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
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
