import * as z from 'zod'
import type { OperationId } from '../registry.ts'

/** The operations that tools call. */
export type ToolOperationId = Extract<
  OperationId,
  | 'getBrief'
  | 'listGoals'
  | 'getGoal'
  | 'createGoal'
  | 'updateGoal'
  | 'createGoalUpdate'
  | 'listGoalUpdates'
  | 'listGoalEdits'
  | 'listGoalLabels'
  | 'createGoalLabel'
  | 'updateGoalLabel'
  | 'deleteGoalLabel'
>

export type ToolName =
  | 'brief'
  | 'find_goals'
  | 'get_goal'
  | 'publish_goal'
  | 'edit_goal'
  | 'report_progress'
  | 'get_history'
  | 'manage_labels'

/** Hints for the host of a model (MCP, "Tool annotations"). */
type Annotations = {
  readOnlyHint: boolean
  /** Whether it may change or remove what is there, rather than add. */
  destructiveHint: boolean
  /** Whether a repeated call has no further effect. */
  idempotentHint: boolean
  /** Whether it reaches beyond the service. None does. */
  openWorldHint: false
}

/**
 * A tool of the Model Context Protocol. `input` declares its arguments; those that go to an operation are also validated by the
 * operation's own schema.
 */
export type Tool<Input extends z.ZodType = z.ZodType> = {
  name: ToolName
  /** For people. */
  title: string
  /** For a model: when to use it, what it returns, what to do if it is refused. */
  description: string
  annotations: Annotations
  /** Every operation that a call may run. The tool is offered to tokens that may run one of them. */
  operations: readonly [ToolOperationId, ...ToolOperationId[]]
  /** A schema that is created on first use. */
  input: () => Input
  /** What a call returns. A refused call returns `error` instead of the rest. */
  output: () => z.ZodObject
}

export function defineTool<Input extends z.ZodType>(tool: Tool<Input>): Tool<Input> {
  return tool
}

const annotationsOf = (annotations: Omit<Annotations, 'openWorldHint'>): Annotations => ({
  ...annotations,
  openWorldHint: false,
})

export const readsOnly = annotationsOf({ readOnlyHint: true, destructiveHint: false, idempotentHint: true })
export const adds = annotationsOf({ readOnlyHint: false, destructiveHint: false, idempotentHint: true })
export const changes = annotationsOf({ readOnlyHint: false, destructiveHint: true, idempotentHint: true })

/** The descriptions that a model sees. Those of the contract's schemas are written for people and longer. */
export const toolDescriptions = z.registry<{ description: string }>()

/** Describes an argument or a result to a model. */
export function say<S extends z.ZodType>(schema: S, description: string): S {
  // A copy, because the contract's schemas are shared.
  const described = schema.clone() as S
  toolDescriptions.add(described, { description })
  return described
}

/** KiB of a result. */
export const resultSizes = { minimum: 4, default: 16, maximum: 64 }

/** The argument that asks for a larger or smaller result. */
export const maxKiB = () =>
  say(
    z.int().min(resultSizes.minimum).max(resultSizes.maximum).optional(),
    `Size limit of the result. Default ${resultSizes.default}`,
  )

/** What continues reading where a result was cut. */
export const readOn = () => ({
  path: say(z.string().max(200).optional(), 'Read on in a cut text or list: its `cut[].path`'),
  offset: say(z.int().min(0).optional(), 'Where to continue: its `cut[].shown`'),
})
