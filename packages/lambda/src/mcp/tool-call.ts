import type { ServiceError } from '@cairn/contract/errors/errors'
import type { Door, ToolOperationId } from '@cairn/contract/mcp/doors'
import type { Tool } from '@cairn/contract/mcp/tool'
import type { OutputOf } from '@cairn/contract/registry/registry'
import type { Access } from '@cairn/domain/requests/access'
import type { Database } from '@cairn/domain/storage/database/client'
import type { CursorSealer } from '@cairn/domain/storage/pagination/cursor'
import type * as z from 'zod'
import type { ToolResult } from './results/tool-result.ts'

/** The input of an operation: as in a request, but not encoded. */
export type OperationArguments = {
  params?: object
  query?: Record<string, string | undefined>
  body?: unknown
}

/** The key of a creation: the caller's, or one that was derived from the arguments (`derived-key.ts`). */
export type CreationKey = { idempotencyKey: string; isKeyDerived: boolean }

/** Facts for an operation beside its input. */
export type OperationOptions = CreationKey | { ownRun: { runId: string | null } }

/** A call of a tool by a caller whose credential is verified, or, as with any operation, remembered until the role is awaited. */
export type ToolCall = {
  readonly database: Database
  readonly access: Access
  readonly cursors: CursorSealer
  /** The door whose tool is called. */
  readonly door: Door
  /** The client's name, if the protocol's version has it. */
  readonly clientInfo: { name: string; version: string } | undefined
  /** The run that the host of the model says, which knows its sessions better than the model does. */
  readonly hostRunId: string | undefined
  /**
   * Runs an operation after the checks of the request pipeline: scope, input, and what the operation itself checks.
   * @throws what the operation throws.
   */
  run<Id extends ToolOperationId>(
    id: Id,
    input: OperationArguments,
    options?: OperationOptions,
  ): Promise<OutputOf<Id>>
  /** Whether an operation has returned an earlier response instead of writing, or found that there is nothing to change. */
  readonly isReplayed: boolean
  /** Notes an error that is part of a result, for the log. */
  noteRefusal(refusal: ServiceError): void
  readonly refusal: ServiceError | undefined
  /**
   * The access for a read beside an operation.
   * @throws `insufficient_scope` if the caller may not run the operation.
   */
  accessFor(id: ToolOperationId): Access
}

/** Implements a tool. Throws what its operations throw, which becomes a refused result. */
export type ToolHandler<T extends Pick<Tool, 'input'>> = (
  call: ToolCall,
  input: z.output<ReturnType<T['input']>>,
) => Promise<ToolResult>

/** The input was parsed by the tool's schema. */
// biome-ignore lint/suspicious/noExplicitAny: each tool has its own.
export type AnyToolHandler = (call: ToolCall, input: any) => Promise<ToolResult>
