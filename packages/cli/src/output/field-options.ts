/** The option or argument that sets each field of a request. Messages name it instead of the field. */
import type { ErrorCode } from '@cairn/client'
import type { Used } from '../context.ts'
import { optionsOfFields } from '../goal-fields.ts'

/**
 * By field: the options that set it. `*` is any number. A longer name wins over a shorter one, and the option that was used over
 * others. An empty list: the sentence says enough.
 */
type Fields = Readonly<Record<string, readonly string[]>>

const keyField: Fields = { 'Idempotency-Key': ['--key'] }
const versionField: Fields = { expectedVersion: ['--expected-version'], claimFence: ['--fence'] }
const choiceFields: Fields = {
  parentGoalId: ['--below'],
  labelId: ['--label'],
  ownerUserId: ['--owner'],
  q: ['--search'],
  leaseSeconds: ['--lease'],
}
const descriptionFields: Fields = { color: ['--color'], description: ['--description'] }

/** The table of every command that sends what people write. */
export const fieldOptions: Readonly<Record<string, Fields>> = {
  // A cursor that is not valid is one of the two.
  brief: {
    scope: ['--scope'],
    since: ['--since', '--goals-cursor'],
    goalsCursor: ['--goals-cursor'],
    limit: ['--limit'],
  },
  goals: {
    status: ['--status'],
    health: ['--health'],
    owner: ['--owner'],
    due: ['--due'],
    labelId: ['--label'],
    attention: ['--attention'],
    parentGoalId: ['--parent'],
    blockerGoalId: ['--waits-for'],
    ready: ['--ready', '--no-ready'],
    blocked: ['--blocked', '--no-blocked'],
    updatedSince: ['--since'],
    q: ['--search'],
    limit: ['--limit'],
  },
  'goal new': { ...optionsOfFields, ...keyField },
  'goal continue': { timeframe: ['--due', '--continuous'], title: ['--title'], ...keyField },
  'goal edit': { ...optionsOfFields, ...versionField },
  'criteria add': {
    criteria: [],
    'criteria.*.title': ['<title>'],
    'criteria.*.description': ['--description'],
    ...versionField,
  },
  'criteria edit': {
    criteria: [],
    'criteria.*.title': ['--title'],
    'criteria.*.description': ['--description'],
    ...versionField,
  },
  'criteria remove': { criteria: [], ...versionField },
  'measures add': {
    measures: [],
    'measures.*.title': ['<title>'],
    'measures.*.start': ['--start'],
    'measures.*.target': ['--target'],
    'measures.*.unit': ['--unit'],
    ...versionField,
  },
  'measures edit': {
    measures: [],
    'measures.*.title': ['--title'],
    'measures.*.start': ['--start'],
    'measures.*.target': ['--target'],
    'measures.*.unit': ['--unit'],
    ...versionField,
  },
  'measures remove': { measures: [], ...versionField },
  'labels create': { name: ['<name>'], ...descriptionFields, ...keyField },
  'labels edit': { name: ['--name'], ...descriptionFields },
  report: {
    summary: ['--summary'],
    details: ['--details', '--details-file'],
    status: ['--status'],
    health: ['--health'],
    verdicts: ['--criterion'],
    'verdicts.*.evidence': ['--criterion-evidence'],
    measurements: ['--measure'],
    evidence: ['--evidence'],
    expectedRevision: ['--revision'],
    idempotencyKey: ['--key'],
    runId: ['--run'],
    claimFence: ['--fence'],
    handoff: ['--handoff', '--handoff-file'],
    usage: ['--input-tokens', '--output-tokens', '--seconds', '--cost'],
  },
  claim: { ...choiceFields, runId: ['--run'], externalUrl: ['--url'], note: ['--note'] },
  work: choiceFields,
  release: { fence: ['--fence'] },
  ask: {
    text: ['<text>'],
    options: ['--option'],
    askedUserIds: ['--user'],
    expiresInHours: ['--expires'],
    ...keyField,
  },
  comment: {
    text: ['[text]'],
    reportRevision: ['--revision'],
    mentionedUserIds: ['--mention'],
    ...keyField,
  },
}

/** Refusals that are about one field, without saying which. */
const fieldsOfCodes: Partial<Record<ErrorCode, string>> = {
  invalid_goal_owner: 'ownerUserId',
  invalid_goal_reviewer: 'reviewerUserId',
  goal_owner_forbidden: 'ownerUserId',
  member_not_found: 'askedUserIds',
  invalid_mention: 'mentionedUserIds',
  invalid_goal_labels: 'labelIds',
  invalid_goal_parent: 'parentGoalId',
  goal_parent_conflict: 'parentGoalId',
  invalid_goal_blockers: 'blockedByGoalIds',
  goal_blocker_conflict: 'blockedByGoalIds',
  goal_label_exists: 'name',
  idempotency_conflict: 'Idempotency-Key',
  goal_update_idempotency_conflict: 'idempotencyKey',
  invalid_cursor: 'since',
}

/** Returns what set a field, such as `--title`, or the name of the field if nothing of the command did; empty for none. */
function setterOf(path: string, { command, isUsed }: Used): string {
  const name = path.replaceAll(/\.\d+(?=\.|$)/g, '.*')
  const [entry] = Object.entries(fieldOptions[command] ?? {})
    .filter(([field]) => name === field || name.startsWith(`${field}.`))
    .sort(([left], [right]) => right.length - left.length)
  if (!entry) return path
  const [, options] = entry
  return options.find(isUsed) ?? options[0] ?? ''
}

/** A problem with a field, such as `criteria.0.title`, in words of the command line. */
export function fieldProblem({ path, message }: { path: string; message: string }, used: Used): string {
  const setter = setterOf(path, used)
  return setter === '' ? message : `${setter}: ${message}`
}

/** A refusal in words of the command line. */
export function refusalText({ code, message }: { code: ErrorCode; message: string }, used: Used): string {
  const field = fieldsOfCodes[code]
  const isOfCommand = field !== undefined && Object.hasOwn(fieldOptions[used.command] ?? {}, field)
  return isOfCommand ? fieldProblem({ path: field, message }, used) : message
}
