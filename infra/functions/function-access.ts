import type { Group } from '@cairn/contract/operation'

/**
 * What each function may do on the table, and which indexes it may query: the calls of its operations, no more. A
 * transaction needs the permission of each write in it. `test/infra/built/built-functions.test.ts` compares this with what the
 * built functions really send: one too few and one too many both fail.
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

export const tableAccess: Record<Group, TableAccess> = {
  health: { actions: [], indexes: [] },
  auth: { actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], indexes: [] },
  organizations: {
    actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    indexes: ['gsi1'],
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
  'api-tokens': { actions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'], indexes: ['gsi1'] },
  goals: {
    actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
    indexes: ['gsi1', 'gsi2', 'gsi3'],
  },
  'goal-labels': {
    actions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['gsi1'],
  },
}

/** Removing what is left of a deleted goal. */
export const cleanUpAccess: TableAccess = { actions: ['GetItem', 'Query', 'BatchWriteItem'], indexes: [] }
