import { fieldOptions, fieldProblem, refusalText } from '@cairn/cli/output/field-options'
import { type OperationId, operations } from '@cairn/contract/registry/registry'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { commands } from '../support/commands.ts'

/** The operations to which each command sends texts of people. */
const sent: Record<string, OperationId[]> = {
  brief: ['getBrief'],
  goals: ['listGoals'],
  'goal new': ['createGoal'],
  'goal edit': ['updateGoal'],
  'criteria add': ['updateGoal'],
  'criteria edit': ['updateGoal'],
  'criteria remove': ['updateGoal'],
  'measures add': ['updateGoal'],
  'measures edit': ['updateGoal'],
  'measures remove': ['updateGoal'],
  'labels create': ['createGoalLabel'],
  'labels edit': ['updateGoalLabel'],
  'goal continue': ['continueGoal'],
  report: ['createGoalUpdate'],
  claim: ['claimGoal', 'claimNextGoal'],
  work: ['claimNextGoal'],
  release: ['releaseGoalClaim'],
  ask: ['askQuestion'],
  comment: ['createGoalComment'],
}

/** Commands that send only checked ids, cursors, or the content of a file. */
const silent = [
  'login',
  'logout',
  'whoami',
  'profiles',
  'profiles use',
  'profiles remove',
  'goal show',
  'ready',
  'tree',
  'goal delete',
  'history',
  'open',
  'acknowledge',
  'review',
  'watch',
  'labels',
  'labels delete',
  'members',
  'export',
  'import',
  'verify',
  'questions',
  'setup',
  'webhooks listen',
  'complete',
  'inbox',
]

/** Fields that no option sets: the command fills them in. */
const filledIn = ['view', 'cursor', 'clientInfo', 'evaluation']
/** The fields of an operation that a command leaves out. */
const leftOut: Record<string, string[]> = { goals: ['ownerUserId'], work: ['runId', 'externalUrl'] }

function fieldsOf(id: OperationId): string[] {
  const { body, query, repeated } = operations[id] as {
    body?: () => z.ZodObject
    query?: () => z.ZodObject
    repeated?: string
  }
  const names = [body, query].flatMap((schema) => (schema ? Object.keys(schema().shape) : []))
  return [...names, ...(repeated ? ['Idempotency-Key'] : [])].filter((name) => !filledIn.includes(name))
}

test('every command is known here', () => {
  expect([...commands.keys()].sort()).toEqual([...Object.keys(sent), ...silent].sort())
  expect(Object.keys(fieldOptions).sort()).toEqual(Object.keys(sent).sort())
})

/** Commands that change one field of those that the operation takes. */
const parts: Record<string, string[]> = Object.fromEntries(
  ['criteria', 'measures'].flatMap((field) =>
    ['add', 'edit', 'remove'].map((command) => [
      `${field} ${command}`,
      [field, 'expectedVersion', 'claimFence'],
    ]),
  ),
)

describe.each(Object.entries(sent))('%s', (name, ids) => {
  const fields = fieldOptions[name] ?? {}

  test('has an option for each field that it sends', () => {
    const all = parts[name] ?? [...new Set(ids.flatMap(fieldsOf))]
    const expected = all.filter((field) => !leftOut[name]?.includes(field))
    const known = Object.keys(fields).filter((field) => !field.includes('.'))
    expect(known.sort()).toEqual([...expected].sort())
  })

  test('has the options and arguments that messages name', () => {
    const command = commands.get(name)
    const options = command?.options.map(({ long }) => long)
    const parameters = command?.registeredArguments.map((argument) =>
      argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
    )
    expect([...(options ?? []), ...(parameters ?? [])]).toEqual(
      expect.arrayContaining(Object.values(fields).flat()),
    )
  })
})

const usedOf = (command: string, ...options: string[]) => ({
  command,
  isUsed: (option: string) => options.includes(option),
})

test.each([
  ['goal new', [], 'title', '--title: No.'],
  ['goal new', [], 'detailedDescription', '--description: No.'],
  ['goal new', ['--description-file'], 'detailedDescription', '--description-file: No.'],
  ['goal new', [], 'timeframe.targetDate', '--due: No.'],
  ['goal new', [], 'titles', 'titles: No.'],
  ['goal edit', [], 'criteria.12.title', '--criterion: No.'],
  ['criteria add', [], 'criteria.12.title', '<title>: No.'],
  ['criteria add', [], 'criteria', 'No.'],
  ['report', [], 'verdicts.0.note', '--criterion: No.'],
  ['report', [], 'verdicts.0.evidence.1.url', '--criterion-evidence: No.'],
  ['whoami', [], 'q', 'q: No.'],
  ['goal new', [], '', 'No.'],
])('%s %j: %s is %j', (command, options, path, expected) => {
  expect(fieldProblem({ path, message: 'No.' }, usedOf(command, ...options))).toBe(expected)
})

test.each([
  ['goal edit', 'invalid_goal_owner', '--owner: No.'],
  ['goal new', 'invalid_goal_labels', '--label: No.'],
  ['goal new', 'invalid_goal_parent', '--parent: No.'],
  ['goal edit', 'goal_parent_conflict', '--parent: No.'],
  ['goal new', 'invalid_goal_blockers', '--blocked-by: No.'],
  ['goal edit', 'goal_blocker_conflict', '--blocked-by: No.'],
  ['goal delete', 'goal_has_children', 'No.'],
  ['goal new', 'idempotency_conflict', '--key: No.'],
  ['report', 'goal_update_idempotency_conflict', '--key: No.'],
  ['labels create', 'goal_label_exists', '<name>: No.'],
  ['import', 'invalid_goal_owner', 'No.'],
  ['goal edit', 'goal_not_found', 'No.'],
] as const)('%s: %s is %j', (command, code, expected) => {
  expect(refusalText({ code, message: 'No.' }, usedOf(command))).toBe(expected)
})

test.each([
  [['--since'], '--since: No.'],
  [['--goals-cursor'], '--goals-cursor: No.'],
])('a brief with %j: invalid_cursor is %j', (options, expected) => {
  const refusal = { code: 'invalid_cursor', message: 'No.' }
  expect(refusalText(refusal, usedOf('brief', ...options))).toBe(expected)
})
