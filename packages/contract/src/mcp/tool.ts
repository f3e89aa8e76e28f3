import * as z from 'zod'
import type { OperationId } from '../registry/registry.ts'

/** Hints for the host of a model (MCP, "Tool annotations"). */
type Annotations = {
  readOnlyHint: boolean
  /** Whether it may change or remove what is there, rather than add. Says nothing of a tool that only reads, as the next one. */
  destructiveHint?: boolean
  /** Whether a repeated call has no further effect. */
  idempotentHint?: boolean
  /** Whether it reaches beyond the service. None does. */
  openWorldHint: false
}

/**
 * A tool of the Model Context Protocol. `input` declares its arguments; those that go to an operation are also validated by the
 * operation's own schema.
 */
export type Tool<
  Name extends string = string,
  Id extends OperationId = OperationId,
  Input extends z.ZodType = z.ZodType,
> = {
  name: Name
  /** For people. */
  title: string
  /** For a model: when to use it, what it returns, what to do if it is refused. */
  description: string
  annotations: Annotations
  /** Every operation that a call may run. The tool is offered to tokens that may run one of them. */
  operations: readonly [Id, ...Id[]]
  /** The operation by which a call is counted and logged, from arguments that are not validated yet. Default: the first one. */
  operationOf?: (input: Readonly<Record<string, unknown>>) => NoInfer<Id>
  /** A schema that is created on first use. */
  input: () => Input
  /** The output of a call. A refused call returns `error` instead of the rest. */
  output: () => z.ZodObject
}

export function defineTool<const Name extends string, Id extends OperationId, Input extends z.ZodType>(
  tool: Tool<Name, Id, Input>,
): Tool<Name, Id, Input> {
  return tool
}

const annotationsOf = (annotations: Omit<Annotations, 'openWorldHint'>): Annotations => ({
  ...annotations,
  openWorldHint: false,
})

export const readsOnly = annotationsOf({ readOnlyHint: true })
export const adds = annotationsOf({ readOnlyHint: false, destructiveHint: false, idempotentHint: true })
export const changes = annotationsOf({ readOnlyHint: false, destructiveHint: true, idempotentHint: true })

/** The limits of arguments that go to an operation, whose schema checks them. */
type Limits = { maxLength?: number; maxItems?: number; minimum?: number; maximum?: number }

/** The descriptions and limits that a model sees. Those of the contract's schemas are written for people and longer. */
export const toolTexts = z.registry<Limits & { description?: string }>()

/** Describes an argument or a result to a model, and says its limits. */
export function say<S extends z.ZodType>(schema: S, text: string | (Limits & { description?: string })): S {
  // A copy, because the contract's schemas are shared.
  const described = schema.clone() as S
  toolTexts.add(described, typeof text === 'string' ? { description: text } : text)
  return described
}

/** KiB of a result. */
export const resultSizes = { minimum: 4, default: 16, maximum: 64 }

/** The argument that asks for a larger or smaller result. */
export const maxKiB = () =>
  say(z.int().min(resultSizes.minimum).max(resultSizes.maximum).optional(), `Default ${resultSizes.default}`)

/** Returns the arguments that continue reading where a result was cut: those of `cut[].readOn`. */
export const readOn = () => ({
  path: z.string().max(200).optional(),
  offset: z.int().min(0).optional(),
})
